/**
 * The logs of proliant/file-server say what the published report says. Computed here by a reader of its own, a dozen
 * lines that know nothing of src/: for each run the mean of the samples inside the copy, then the mean over five runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileServerLogs } from '../generate/file-server-logs.ts'

const folder = 'data/proliant/file-server/logs'
const sizes = ['40K', '512K', '1M', '10M'] as const
const runs = [1, 2, 3, 4, 5]
const adapters: Record<string, string> = {
  g5: 'HP NC373i Multifunction Gigabit Server Adapter',
  gen8: 'HP Ethernet 1Gb 4-port 331FLR Adapter',
}

interface Run {
  start: number
  end: number
  /** By metric, in the units of the printed tables. */
  means: Record<string, number>
  samples: number[]
  paths: string[]
  records: string[][]
}

/** No comma or quote is ever part of a CP932 character, so bytes can be split before they are decoded. */
function readTable(file: string): string[][] {
  const lines = readFileSync(join(folder, file), 'latin1').split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => line.replaceAll(/^"|"$/g, '').split(/"?,"?/))
}

function readRun(system: string, size: string, run: number): Run {
  const copy = readTable(`${system}/${size}/run${run}/copy.csv`).slice(4)
  const [start, end] = [3, 4].map((column) => Date.parse(`${copy[0]![column]!.replaceAll('/', '-').replace(' ', 'T')}Z`))
  const [paths, ...records] = readTable(`${system}/${size}/run${run}/perfmon.csv`)
  const samples = records.map(([stamp]) => {
    const [, month, day, year, time] = /^(..)\/(..)\/(....) (.*)$/.exec(stamp!)!
    return Date.parse(`${year!}-${month!}-${day!}T${time!}Z`)
  })
  const mean = (path: string) => {
    const column = paths!.findIndex((cell) => cell.endsWith(path))
    const values = records
      .filter((record, index) => samples[index]! > start! && samples[index]! <= end! && record[column] !== ' ')
      .map((record) => Number(record[column]))
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  const [time, files, bytes] = copy.map((row) => Number(row[6]))
  expect(copy.map((row) => row[5])).toEqual(['transferTime', 'filesCopied', 'bytesCopied'])
  return {
    start: start!,
    end: end!,
    means: {
      'transfer time': time!,
      'disk read speed': mean('\\PhysicalDisk(_Total)\\Disk Read Bytes/sec') / 1e6,
      'disk queue length': mean('\\PhysicalDisk(_Total)\\Current Disk Queue Length'),
      'network rate': mean(`\\Network Interface(${adapters[system]!})\\Bytes Sent/sec`) / 1e6,
      'CPU use': mean('\\Processor(_Total)\\% Processor Time'),
      files: files!,
      bytes: bytes!,
    },
    samples,
    paths: paths!,
    records,
  }
}

const measured = new Map(
  ['g5', 'gen8'].flatMap((system) =>
    sizes.map((size): [string, Run[]] => [`${system} ${size}`, runs.map((run) => readRun(system, size, run))]),
  ),
)

function meanOfRuns(system: string, size: string, metric: string): number {
  const all = measured.get(`${system} ${size}`)!.map(({ means }) => means[metric]!)
  return all.reduce((sum, one) => sum + one, 0) / all.length
}

/** Half away from zero; all values here are positive. */
function round(value: number, decimals: number): number {
  return Math.floor(value * 10 ** decimals + 0.5) / 10 ** decimals
}

const facts = JSON.parse(readFileSync('test/facts/file-server.json', 'utf8')) as {
  id: string
  kind: string
  what: string
  value: number
}[]
const results = facts.filter(({ kind }) => kind === 'score' || kind === 'table')

test('there are 40 published results and 20 ratios', () => {
  expect(results.map(({ kind }) => kind).sort()).toEqual([
    ...Array<string>(40).fill('score'),
    ...Array<string>(20).fill('table'),
  ])
})

test.each(results)('$id: $what = $value', ({ what, value }) => {
  const [, metric, size, column] = /^(.*), (\w+) files, (.*)$/.exec(what)!
  const isTime = metric === 'transfer time'
  const [raw, decimals] = column!.startsWith('ratio')
    ? [
        (100 * meanOfRuns('gen8', size!, metric!)) / meanOfRuns('g5', size!, metric!),
        isTime || metric === 'CPU use' ? 1 : 0,
      ]
    : [meanOfRuns(column!.includes('G5') ? 'g5' : 'gen8', size!, metric!), isTime ? 0 : 1]
  // A sum in another order may differ in the last digits; no value may sit so near to an edge.
  for (const factor of [1 - 1e-6, 1, 1 + 1e-6]) expect(round(raw * factor, decimals)).toBe(value)
})

test('the committed logs are what the generator writes, byte for byte', () => {
  const logs = fileServerLogs()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
  expect(files.sort()).toEqual([...logs.keys()].sort())
  expect(files).toHaveLength(80)
  const changed = files.filter((file) => !logs.get(file)!.equals(readFileSync(join(folder, file))))
  expect(changed).toEqual([])
})

test.each([...measured])('%s: every run is whole and by itself', (name, all) => {
  const interval = name.endsWith(' 40K') ? 15_000 : 5_000
  for (const [index, { start, end, means, samples, records }] of all.entries()) {
    // 16·10⁹ bytes in files of 40·10³, 512·10³, 10⁶ or 10·10⁶ bytes.
    expect(means.bytes).toBe(16e9)
    expect(means.files).toBe({ '40K': 400_000, '512K': 31_250, '1M': 16_000, '10M': 1600 }[name.split(' ')[1]!])
    expect(means['transfer time']).toBeCloseTo((end - start) / 1000, 9)
    expect(start - samples[0]!).toBeGreaterThan(55_000)
    expect(samples.at(-1)! - end).toBeGreaterThan(55_000)
    for (let at = 1; at < samples.length; at++) {
      expect(Math.abs(samples[at]! - samples[at - 1]! - interval)).toBeLessThanOrEqual(30)
    }
    if (index > 0) expect(samples[0]).toBeGreaterThan(all[index - 1]!.samples.at(-1)!)
    expect(new Set(records.map(({ length }) => length)).size).toBe(1)
  }
})

test.each([...measured])('%s: the runs differ as runs do', (_, all) => {
  for (const metric of ['transfer time', 'disk read speed', 'disk queue length', 'network rate', 'CPU use']) {
    const values = all.map(({ means }) => means[metric]!)
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1)) / mean
    expect(deviation).toBeGreaterThan(0.003)
    expect(deviation).toBeLessThan(0.015)
  }
})

test.each([...measured])('%s: payload and disk reads stay below what the network carried', (_, all) => {
  for (const { means } of all) {
    expect(16e3 / means['transfer time']!).toBeLessThan(means['network rate']!)
    expect(means['disk read speed']).toBeLessThanOrEqual(means['network rate']!)
    expect(means['network rate']).toBeLessThan(125)
  }
})

test('without the window of the copy the results would be wrong', () => {
  const { paths, records, means } = measured.get('gen8 10M')![0]!
  const column = paths.findIndex((path) => path.endsWith('_Total)\\Disk Read Bytes/sec'))
  const values = records.filter((record) => record[column] !== ' ').map((record) => Number(record[column]))
  expect(values.reduce((sum, one) => sum + one, 0) / values.length / 1e6).toBeLessThan(0.7 * means['disk read speed']!)
})

test('the logs look like those of a Japanese Windows', () => {
  const gen8 = new TextDecoder('shift_jis', { fatal: true }).decode(readFileSync(`${folder}/gen8/10M/run1/perfmon.csv`))
  expect(gen8).toMatch(/^"\(PDH-CSV 4\.0\) \(","\\\\FS-DL380PGEN8\\/)
  expect(gen8.split('\r\n')[0]).toMatch(/,"ファイルサーバーの性能測定[^"]*表[^"]*"$/)
  // The second byte of 能 and 表 is a backslash.
  expect(readFileSync(`${folder}/gen8/10M/run1/perfmon.csv`).includes(Buffer.of(0x94, 0x5c))).toBe(true)
  const first = gen8.split('\r\n')[1]!
  expect(first).toMatch(/^"\d\d\/\d\d\/2013 [\d:.]+","\d+"(?:," "){3},"0","0"(?:," "){7}$/)
  const copy = new TextDecoder('shift_jis', { fatal: true }).decode(readFileSync(`${folder}/g5/1M/run3/copy.csv`))
  expect(copy).toContain('\r\n# ファイルコピー計測ログ\r\n')
  const digits = /"(\d+\.\d+)","\d+(?:\.\d+)?"\r\n/.exec(readFileSync(`${folder}/g5/1M/run3/perfmon.csv`, 'latin1'))
  expect(digits![1]!.replace(/^0?\.?0*|\./g, '').length).toBeGreaterThanOrEqual(15)
})
