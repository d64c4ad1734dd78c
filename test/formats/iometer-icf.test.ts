import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFormat, readBytes } from '../helpers/check-format.ts'

const folder = join(import.meta.dirname, '../fixtures/iometer')

describe('iometer-icf', () => {
  it('reads what result files do not hold: times and cycling', async () => {
    const { runs, problems } = await checkFormat(join(folder, 'setup-and-workers.icf'), 'iometer-icf')
    expect(problems).toEqual([])
    const [run] = runs
    expect(run).toMatchObject({
      benchmark: 'iometer-config',
      toolVersion: '2006.07.27',
      observations: [],
      system: null,
    })
    expect(run!.settings).toMatchObject({
      description: 'Array A, RAID 10',
      // 1 h 2 min 3 s.
      runSeconds: 3723,
      rampUpSeconds: 15,
      workerCyclingStep: 5,
      queueDepthCyclingEnd: 64,
      queueDepthCyclingStepType: 'EXPONENTIAL',
      updateFrequency: 4,
      'accessSpec 1': 'OLTP',
      'accessSpec 1 lines': '8192,90,70,100,0,1,0,0; 65536,10,0,0,0,1,0,0',
      'manager 1 worker 1 queueDepth': 16,
      'manager 1 worker 1 targets': 2,
      'manager 1 worker 1 maximumSizeSectors': 2_097_152,
      'manager 1 worker 2 type': 'NETWORK,TCP',
      'manager 1 worker 2 transactionsPerConnection': 500,
    })
  })

  it('leaves host names and addresses out', async () => {
    const { runs } = await readBytes(readFileSync(join(folder, 'setup-and-workers.icf')), 'a.icf')
    expect(JSON.stringify(runs)).not.toMatch(/SECRETHOST|192\.168/)
  })

  it('reads a file of specifications alone', async () => {
    const { runs, problems } = await checkFormat(join(folder, 'specs-only.icf'), 'iometer-icf')
    expect(problems).toEqual([])
    expect(runs[0]!.settings).toMatchObject({ accessSpecs: 1, 'accessSpec 1': 'Default', workers: 0 })
  })

  it('reports a file that breaks off, and values that make no sense', async () => {
    const text = readFileSync(join(folder, 'setup-and-workers.icf'), 'latin1')
    const cut = await readBytes(Buffer.from(text.slice(0, text.indexOf('F: "DATA2"'))), 'a.icf')
    expect(cut.problems.map(({ ruleId }) => ruleId)).toEqual(['configuration-cut-off'])
    const odd = text.replace('\t1          2          3', '\tone hour').replace('8192,90,', '8192,80,')
    const { problems, runs } = await readBytes(Buffer.from(odd), 'a.icf')
    expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual(['access-spec-shares', 'configuration-value'])
    expect(runs[0]!.settings.runSeconds).toBeNull()
  })
})
