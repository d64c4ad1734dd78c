/**
 * `npm run bench`: speed and memory of the log readers beside their limits, a bare loop over the bytes and the fastest CSV
 * library. Not a test: figures depend on the machine. `--size 0.1` takes files of a tenth of the size, `--repeat 1` one
 * run of each task instead of the best of three, `--only iometer` one file.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBlgFile } from './blg-file.ts'
import { writeIometerFile } from './iometer-file.ts'
import { writePerfmonFile } from './perfmon-file.ts'

interface Subject {
  id: string
  title: string
  bytes: number
  write(path: string, bytes: number): object
  loop: string
  library: string | null
  /** Task, title, and the least part of the loop's speed that it should reach. */
  readers: [task: string, title: string, aim: number][]
}

const subjects: Subject[] = [
  {
    id: 'perfmon',
    title: 'Performance Monitor CSV, 5,000 columns',
    bytes: 1e9,
    write: (path, bytes) => writePerfmonFile(path, bytes, 5000),
    loop: 'loop-text',
    library: 'library-table',
    readers: [
      ['counters-wanted', '8 counters wanted', 1 / 2],
      ['counters-all', 'all counters', 1 / 3],
    ],
  },
  {
    id: 'iometer',
    title: 'Iometer results',
    bytes: 500e6,
    write: writeIometerFile,
    loop: 'loop-text',
    library: 'library-rows',
    readers: [['iometer', 'all tests', 1 / 3]],
  },
  {
    id: 'blg',
    title: 'Performance Monitor BLG, 5,000 counters',
    bytes: 500e6,
    write: (path, bytes) => writeBlgFile(path, bytes, 5000),
    loop: 'loop-binary',
    library: null,
    readers: [
      ['counters-wanted', '8 counters wanted', 1 / 2],
      ['counters-all', 'all counters', 1 / 3],
    ],
  },
]

/** Of a reader, whatever the size of the file. */
const memoryAim = 300e6

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1' },
    repeat: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const repeat = Math.max(1, Number(options.repeat))

const lines = [
  `Machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ` +
    `${process.platform}, Node ${process.version}; load average ${loadavg()[0]!.toFixed(1)} at the start. Best of ${repeat}; each task in a process of its own.`,
]
// Plain JavaScript, as it is published: what runs TypeScript directly costs time and memory of its own.
execFileSync('npx', ['tsc', '-p', 'test/bench/tsconfig.json'], { cwd: root, stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'benchpaper-bench-'))
try {
  for (const subject of subjects) {
    if (options.only === undefined || options.only === subject.id) lines.push(...measureSubject(subject))
  }
} finally {
  rmSync(folder, { recursive: true })
}
const report = `${lines.join('\n')}\n`
process.stdout.write(`\n${report}`)
const isFull = options.size === '1' && options.only === undefined
if (isFull) writeFileSync(join(root, 'test/bench/results.md'), `# Speed and memory of the log readers\n\n${report}`)

function measureSubject(subject: Subject): string[] {
  const file = join(folder, subject.id)
  process.stderr.write(`${subject.id}: writing its file\n`)
  writeFileSync(`${file}.json`, JSON.stringify(subject.write(file, subject.bytes * Number(options.size))))
  // One after the other and again, so that a busy moment of the machine does not meet one of them only.
  const names = [
    subject.loop,
    ...(subject.library === null ? [] : [subject.library]),
    ...subject.readers.map(([id]) => id),
  ]
  const best = new Map<string, Figures | null>()
  for (let round = 0; round < repeat; round++) {
    for (const name of names) {
      process.stderr.write(`${subject.id}: ${name}\n`)
      best.set(name, better(best.get(name) ?? null, runTask(name, file)))
    }
  }
  const size = `${(statSync(file).size / 1e6).toFixed(0)} MB`
  rmSync(file)
  return ['', `## ${subject.title}, ${size}`, '', ...table(subject, best)]
}

interface Figures {
  /** Bytes per second. */
  speed: number
  peakBytes: number
}

function runTask(name: string, file: string): Figures | null {
  const child = join(root, '.cache/bench/test/bench/child.js')
  const text = execFileSync(process.execPath, [child, name, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const result = JSON.parse(text) as { bytes: number; seconds: number; peakBytes: number } | null
  return result && { speed: result.bytes / result.seconds, peakBytes: result.peakBytes }
}

/** The fastest run; the highest peak. */
function better(a: Figures | null, b: Figures | null): Figures | null {
  if (a === null || b === null) return a ?? b
  return { speed: Math.max(a.speed, b.speed), peakBytes: Math.max(a.peakBytes, b.peakBytes) }
}

function table(subject: Subject, best: ReadonlyMap<string, Figures | null>): string[] {
  const loop = best.get(subject.loop)!
  const library = subject.library === null ? null : (best.get(subject.library) ?? null)
  const row = (title: string, figures: Figures | null | undefined, aim: number | null, hasAim: boolean): string => {
    if (!figures) return `| ${title} | not installed | | | |`
    const ratio = figures.speed / loop.speed
    const speedMark =
      aim === null ? '' : ratio >= aim ? ` (aim ${aim.toFixed(2)}: met)` : ` (aim ${aim.toFixed(2)}: MISSED)`
    const memoryMark = !hasAim ? '' : figures.peakBytes <= memoryAim ? '' : ' (aim 300: MISSED)'
    const toLibrary = library ? `${(figures.speed / library.speed).toFixed(1)}×` : '–'
    const [speed, peak] = [(figures.speed / 1e6).toFixed(0), (figures.peakBytes / 1e6).toFixed(0)]
    return `| ${title} | ${speed} | ${ratio.toFixed(2)}${speedMark} | ${toLibrary} | ${peak}${memoryMark} |`
  }
  return [
    '| reader | MB/s | to the byte loop | to the CSV library | peak MB |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('byte loop', loop, null, false),
    ...(subject.library === null ? [] : [row('CSV library (uDSV)', library, null, false)]),
    ...subject.readers.map(([id, title, aim]) => row(title, best.get(id), aim, true)),
  ]
}
