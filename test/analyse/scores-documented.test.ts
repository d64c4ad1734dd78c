/** The examples of docs/lab-csv.md, with the results that their texts work out. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scores } from '../../src/analyse/scores/index.ts'
import { scoreLog, type ScoredLog } from '../helpers/score-log.ts'

const docs = readFileSync('docs/lab-csv.md', 'utf8')

function section(title: string): string {
  return new RegExp(`^### ${title.replace('.', '\\.')}\\n([^]*?)(?=^### |(?![^]))`, 'm').exec(docs)![1]!
}

function block(title: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section(title))![1]!
}

function score(title: string, more: Record<string, unknown> = {}): Promise<ScoredLog> {
  const rows = block(title, 'csv').replace('benchpaper-log,1\n', '')
  return scoreLog(rows, { ...(parse(block(title, 'yaml')) as Record<string, unknown>), ...more })
}

test('OLTP-2', async () => {
  const { one, value, problems } = await score('OLTP-2')
  expect(problems).toEqual([])
  const mean = one('oltp', { processor: 'E5506', memory: 36 })
  expect(mean.observation).toMatchObject({ value: 202, repetitions: 2, spread: { min: 200, max: 204 } })
  expect(mean.run.status).toBe('measured')
  expect(mean.origins.map(({ line }) => line)).toEqual([3, 4])
  expect(one('oltp', { processor: 'E5530', memory: 48 }).run.status).toBe('calculated')
  expect(value('oltp', { processor: 'L5530', memory: 36 })).toBe(330)
  expect(value('memoryGain', { memoryFrom: 36, memoryTo: 48 })).toBeCloseTo(0.08, 12)
  expect(value('oltpBest', { system: 'RX200 S5' })).toBe(349.8)
  const best = await score('OLTP-2', { repetitions: 'best' })
  expect(best.value('oltp', { processor: 'E5506', memory: 36 })).toBe(204)
})

test('Terminal server', async () => {
  const { values, one, problems } = await score('Terminal server')
  expect(problems).toEqual([])
  // Absolute numbers are not given unless asked for.
  expect(
    values.map(({ observation }) => [observation.metric, observation.dimensions.system, observation.value]),
  ).toEqual([
    ['relativeUsers', 'TX200 S4', 1],
    ['relativeUsers', 'RX200 S5', 2.1],
  ])
  expect(one('relativeUsers', { system: 'RX200 S5' }).run.status).toBe('calculated')
  const both = await score('Terminal server', { output: 'both', result: 'last-good' })
  expect(both.value('users', { system: 'TX200 S4' })).toBe(40)
  expect(both.value('users', { system: 'RX200 S5' })).toBe(84)
  expect(both.one('users', { system: 'RX200 S5' }).run.status).toBe('measured')
})

test('VMmark 1.x', async () => {
  const { value, one, problems } = await score('VMmark 1.x')
  expect(problems).toEqual([])
  expect(value('score', { tiles: 2 })).toBeCloseTo(4, 12)
  expect(value('tileScore', { tile: 2 })).toBeCloseTo(2, 12)
  expect(one('score').run).toMatchObject({ status: 'calculated', dimensions: { system: 'RX200 S5', tiles: 2 } })
  expect(one('score').origins).toHaveLength(10)
})

test('vServCon', async () => {
  const { value, problems } = await score('vServCon')
  expect(problems).toEqual([])
  expect([1, 2, 3].map((tiles) => value('score', { tiles }).toFixed(9))).toEqual([
    '5.400000000',
    '9.400000000',
    '9.000000000',
  ])
  expect(value('bestScore', { processor: 'X5570' })).toBeCloseTo(9.4, 12)
  expect(value('bestTiles')).toBe(2)
  expect(value('hostLoad', { tiles: 2 })).toBe(0.92)
  expect(value('powerScore', { tiles: 2 })).toBeCloseTo(29.375, 9)
  // By hand: 5.4 ÷ 0.25 = 21.6.
  expect(value('powerScore', { tiles: 1 })).toBeCloseTo(21.6, 9)
})

test('Boot times', async () => {
  const { value, problems } = await score('Boot times')
  expect(problems).toEqual([])
  expect(value('bootTime', { attachment: 'local' })).toBe(34)
  expect(value('bootTime', { attachment: 'iSCSI' })).toBe(51)
  expect(value('preBootTime', { attachment: 'iSCSI' })).toBe(72)
  expect(value('bootTimeRatio', { attachment: 'iSCSI' })).toBe(1.5)
  expect(value('parallelBoots')).toBe(65)
})

test('File-copy times', async () => {
  const { value, one, problems } = await score('File-copy times')
  expect(problems).toEqual([])
  expect(one('copyTime', { system: 'DL380 G5' }).observation).toMatchObject({ value: 410, repetitions: 2 })
  expect(value('copyTimeRatio', { system: 'DL380p Gen8' })).toBe(0.4)
  expect(value('copyRate', { system: 'DL380 G5' })).toBeCloseTo(40e6, 3)
  expect(value('copyRate', { system: 'DL380p Gen8' })).toBeCloseTo(100e6, 3)
})

test('Quotients', async () => {
  const { value, one, problems } = await score('Quotients')
  expect(problems).toEqual([])
  expect(value('cpuPerIo')).toBeCloseTo(0.03, 12)
  expect(one('cpuPerIo').run.status).toBe('measured')
  const ambiguous = await score('Quotients', { toWhere: {} })
  expect(ambiguous.values).toEqual([])
  expect(ambiguous.problems.map(({ ruleId }) => ruleId)).toEqual(['no-divisor'])
})

test('Jetstress sweeps', async () => {
  const common = await score('Jetstress sweeps')
  expect(common.problems).toEqual([])
  expect(common.value('operatingIops', { configuration: '15k U320' })).toBe(1757)
  expect(common.value('operatingIops', { configuration: '10k U320' })).toBe(1241)
  expect(common.value('operatingResponseTime', { configuration: '10k U320', operation: 'read' })).toBe(0.019)
  const own = await score('Jetstress sweeps', { mode: 'own' })
  expect(own.problems).toEqual([])
  expect(own.value('operatingThreads', { configuration: '15k U320' })).toBe(18)
  expect(own.value('operatingIops', { configuration: '15k U320' })).toBe(1850)
  expect(own.value('operatingThreads', { configuration: '10k U320' })).toBe(16)
  expect(own.value('saturationThreads', { configuration: '15k U320' })).toBe(18)
  expect(own.one('operatingIops', { configuration: '10k U320' }).run.status).toBe('measured')
})

test('LoadSim', async () => {
  const { problems } = await scoreLog(block('LoadSim', 'csv').replace('benchpaper-log,1\n', ''), { score: 'boot-time' })
  expect(problems).toEqual([])
})

test('Drive capacity', async () => {
  const { value, values, one, problems } = await score('Drive capacity')
  expect(problems).toEqual([])
  expect(values).toHaveLength(3)
  expect(value('totalCapacity', { formFactor: 3.5, quantity: 'SAS' })).toBe(3.6e12)
  expect(value('totalCapacity', { formFactor: 3.5, quantity: 'SATA' })).toBe(12e12)
  const small = one('totalCapacity', { formFactor: 2.5, quantity: 'SATA' })
  expect(small.observation.value).toBe(768e9)
  expect(small.run.status).toBe('measured')
  expect(small.origins.map(({ line }) => line)).toEqual([4, 8])
})

test('every score is in the table of scores', () => {
  for (const { id } of scores) expect(docs).toMatch(new RegExp(`^\\| \`${id}\` +\\|`, 'm'))
})
