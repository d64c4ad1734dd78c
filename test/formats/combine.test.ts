/** Runs that only several logs together make: JVMs of one SPECjbb2005 run, renderings of one SPEC result. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { combineLogs, combineRuns } from '../../src/formats/combine.ts'
import { readFolder } from '../../src/formats/read-folder.ts'
import { readLogs } from '../../src/formats/read-logs.ts'
import type { Run } from '../../src/model/result.ts'
import { collectResults } from '../../src/lab/collect.ts'
import { readLab } from '../../src/lab/lab.ts'
import { readBytes } from '../helpers/check-format.ts'
import { temporaryFile } from '../helpers/open-bytes.ts'
import { timesForScore, writeRsf, writeSpecCsv, writeSpecTxt, type SpecCpuSheet } from '../helpers/spec-cpu.ts'
import { writeSpecjbbJoined, writeSpecjbbRaw, type SpecjbbSheet } from '../helpers/specjbb.ts'
import { zip } from '../helpers/zip.ts'

/** Two JVMs, peak expected at 4: 4 to 8 count. Sums 1610, 1590, 1570, 1550, 1530: mean 1570, worked out by hand. */
const two: SpecjbbSheet = {
  expectedPeak: 4,
  curves: [
    [200, 400, 600, 800, 790, 780, 770, 760],
    [210, 410, 610, 810, 800, 790, 780, 770],
  ],
}
/** One tenth of it, on another day. */
const small: SpecjbbSheet = {
  expectedPeak: 4,
  epochMs: Date.UTC(2010, 0, 1),
  curves: two.curves.map((curve) => curve.map((value) => value! / 10)),
}
const sheet: SpecCpuSheet = {
  score: 'SPECint_rate_base2006',
  copies: 16,
  base: timesForScore('SPECint_rate_base2006', 210, 16),
}
const members = [
  { name: 'cpu/CINT2006.001.csv', bytes: writeSpecCsv(sheet) },
  { name: 'cpu/CINT2006.001.rsf', bytes: writeRsf(sheet) },
  { name: 'cpu/CINT2006.001.txt', bytes: writeSpecTxt(sheet) },
  { name: 'cpu/CINT2006.001.gif', bytes: 'GIF89a' },
  { name: 'jbb/SPECjbb.001.raw', bytes: writeSpecjbbRaw(two, 0) },
  { name: 'jbb/SPECjbb.002.raw', bytes: writeSpecjbbRaw(two, 1) },
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'combine-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

async function runsOf(text: string, path: string, dimensions: Run['dimensions'] = {}): Promise<Run[]> {
  const { runs } = await readBytes(new TextEncoder().encode(text), path)
  return runs.map((run) => ({ ...run, dimensions: { ...run.dimensions, ...dimensions } }))
}

function bops({ observations }: Run): number | null | undefined {
  return observations.find((one) => one.metric === 'score' && one.dimensions.name === 'SPECjbb2005 bops')?.value
}

test('an archive lists each run once, under the log its values came from', async () => {
  const read = await readLogs(temporaryFile(zip(members)), 'lab.zip')
  const combined = combineLogs([read])
  expect(
    combined.read[0]!.logs.map(({ record, runs, mergedInto }) => [record.member, runs.length, mergedInto]),
  ).toEqual([
    ['cpu/CINT2006.001.csv', 0, 'lab.zip/cpu/CINT2006.001.rsf'],
    ['cpu/CINT2006.001.rsf', 1, null],
    ['cpu/CINT2006.001.txt', 0, 'lab.zip/cpu/CINT2006.001.rsf'],
    ['jbb/SPECjbb.001.raw', 1, null],
    ['jbb/SPECjbb.002.raw', 0, 'lab.zip/jbb/SPECjbb.001.raw'],
  ])
  const [cpu, jbb] = combined.read[0]!.logs.flatMap(({ runs }) => runs)
  expect(cpu!.settings.otherRenderings).toBe('lab.zip/cpu/CINT2006.001.csv, lab.zip/cpu/CINT2006.001.txt')
  expect(bops(jbb!)).toBeCloseTo(1570, 1)
  expect(read.logs.map(({ runs }) => runs.length)).toEqual([1, 1, 1, 1, 1])
})

test('renderings in several files that disagree are a problem', async () => {
  write('a/CINT2006.001.rsf', writeRsf(sheet))
  write('a/CINT2006.001.csv', writeSpecCsv({ ...sheet, base: timesForScore('SPECint_rate_base2006', 211, 16) }))
  const files = ['a/CINT2006.001.rsf', 'a/CINT2006.001.csv']
  const { read, problems } = combineLogs(await Promise.all(files.map((name) => readLogs(join(folder, name), name))))
  expect(read.map(({ logs }) => logs[0]!.runs.length)).toEqual([1, 0])
  expect(new Set(problems.map(({ ruleId, path }) => [ruleId, path].join(' ')))).toEqual(
    new Set(['renderings-differ a/CINT2006.001.csv']),
  )
})

test('a folder is like an archive: what no format knows is in the inventory and no error', async () => {
  for (const { name, bytes } of members) write(name, bytes)
  write('run.zip', '')
  writeFileSync(join(folder, 'run.zip'), zip([{ name: 'log.txt', bytes: 'it was warm' }]))
  const names = [...members.map(({ name }) => name), 'run.zip']
  const read = await readFolder(folder, 'lab', names)
  expect(read.inventory!.members.map(({ name, outcome, why }) => [name, outcome, why])).toEqual([
    ['cpu/CINT2006.001.csv', 'read', null],
    ['cpu/CINT2006.001.rsf', 'read', null],
    ['cpu/CINT2006.001.txt', 'read', null],
    ['cpu/CINT2006.001.gif', 'ignored', 'a picture'],
    ['jbb/SPECjbb.001.raw', 'read', null],
    ['jbb/SPECjbb.002.raw', 'read', null],
    ['run.zip/log.txt', 'ignored', 'not a log of a known format'],
  ])
  expect(read.problems.map(({ ruleId, path }) => [ruleId, path])).toContainEqual(['no-logs-in-archive', 'lab/run.zip'])
  const missing = await readFolder(folder, 'lab', ['gone.csv'])
  expect(missing.members).toMatchObject([{ name: 'gone.csv', outcome: 'refused' }])
  expect(missing.problems.map(({ ruleId }) => ruleId)).toEqual(['unreadable-file', 'no-logs-in-folder'])
})

describe('JVMs', () => {
  test('of two runs in one folder are not mixed', async () => {
    const runs = [
      ...(await runsOf(writeSpecjbbRaw(two, 0), 'm/first.001.raw')),
      ...(await runsOf(writeSpecjbbRaw(small, 0), 'm/second.001.raw')),
      ...(await runsOf(writeSpecjbbRaw(two, 1), 'm/first.002.raw')),
      ...(await runsOf(writeSpecjbbRaw(small, 1), 'm/second.002.raw')),
    ]
    const combined = combineRuns(runs)
    expect(combined.runs.map((run) => [run.id, Math.round(bops(run)!)])).toEqual([
      ['m/first.001.raw#1', 1570],
      ['m/second.001.raw#1', 157],
    ])
  })

  test('keep what the paths say of all of them', async () => {
    const runs = [
      ...(await runsOf(writeSpecjbbRaw(two, 0), 'new/SPECjbb.001.raw', { system: 'gen8', part: 1 })),
      ...(await runsOf(writeSpecjbbRaw(two, 1), 'new/SPECjbb.002.raw', { system: 'gen8', part: 2 })),
    ]
    expect(combineRuns(runs).runs.map(({ dimensions }) => dimensions)).toEqual([{ system: 'gen8' }])
  })

  test('belong to the joined file beside them, whatever its name', async () => {
    const runs = [
      ...(await runsOf(writeSpecjbbRaw(two, 0), 'm/SPECjbb.001.raw')),
      ...(await runsOf(writeSpecjbbJoined(two), 'm/all.raw')),
      ...(await runsOf(writeSpecjbbRaw(two, 1), 'm/SPECjbb.002.raw')),
    ]
    expect(combineRuns(runs).runs.map(({ id }) => id)).toEqual(['m/all.raw#1'])
  })
})

test('a report counts a result in three renderings once, and passes over pictures beside it', async () => {
  const report = 'line/cpu'
  write(
    'line/line.yaml',
    'name: L\nvendor: V\npublisher: P\ncontact: C\ncolours: { primary: "#000000", secondary: "#000000", accent: "#000000" }\n',
  )
  write(
    `${report}/report.yaml`,
    'template: t\nversion: "1"\ndate: 2013-08\nlanguages: [en]\nsystems: {}\nlogs:\n  - path: logs/{disk}/*\n',
  )
  for (const { name, bytes } of members) write(`${report}/logs/${name}`, bytes)
  write(`${report}/logs/cpu/run2.csv`, 'GIF89a')
  const lab = await readLab(folder, [], folder)
  expect(lab.sinks.flatMap((sink) => sink.toProblems())).toEqual([])
  const { runs, sources, problems } = await collectResults(lab.reports[0]!)
  expect(runs.map(({ benchmark, dimensions }) => [benchmark, dimensions.disk])).toEqual([
    ['spec-cpu2006', 'cpu'],
    ['specjbb2005', 'jbb'],
  ])
  expect(sources).toHaveLength(6)
  // What is called a log must be one.
  expect(problems.filter(({ path }) => path.endsWith('run2.csv'))).toMatchObject([{ ruleId: 'unknown-format' }])
  expect(problems.filter(({ path }) => path.endsWith('.gif'))).toMatchObject([
    { ruleId: 'companion-ignored', severity: 'info' },
  ])
})
