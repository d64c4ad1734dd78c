/**
 * Iometer configuration files (`*.icf`): what a test was told to do. Result files do not hold run time, ramp-up and the
 * ranges of cycling; this one does. Written by the Windows GUI since 2001 (`PageSetup.cpp`, `AccessSpecList.cpp`,
 * `ManagerList.cpp`: `SaveConfig`) and by its Qt rewrite, https://github.com/iometer-org/iometer.
 *
 *     Version 1.1.0
 *     'TEST SETUP ====================================================================
 *     'Test Description
 *     	RND4K_Q32T8_READ
 *     'Run Time
 *     '	hours      minutes    seconds
 *     	0          1          0
 *     'END test setup
 *     'ACCESS SPECIFICATIONS =========================================================
 *     …
 *     Version 1.1.0
 *
 * Lines with an apostrophe are keys, the tab-indented lines below them values. Any section may be absent. Host names and
 * addresses are left out: a configuration is published, the network it ran in is not.
 */
import { RunBuilder } from '../model/builder.ts'
import type { Run, Scalar } from '../model/result.ts'
import type { Source } from '../source/source.ts'
import type { Format } from './format.ts'
import { readEntries, type Entry } from './iometer/icf-entries.ts'
import { readManagers, type ConfiguredWorker } from './iometer/icf-managers.ts'
import { addSpecLine, checkShares, specContent, startSpec, type AccessSpec } from './iometer/spec.ts'

interface Configuration {
  version: string | null
  entries: Entry[]
  specs: AccessSpec[]
}

export const iometerIcf: Format<Configuration> = {
  id: 'iometer-icf',
  title: 'Iometer configuration (ICF)',
  about: {
    versions: '2004.07.30 to 1.1.0 and the Qt rewrite',
    reads: 'test setup, cycling, access specifications, workers with queue depth, targets and assigned specifications',
    leaves: 'bar charts of the results display; names and addresses of managers',
    quirks: [
      'Versions do not tell layouts apart; keys do.',
      'Assignments are words here (NONE, ALL, DISK, NET) and numbers in result files.',
      'A file of access specifications alone is a configuration too.',
    ],
  },
  detect(head) {
    return /^Version \S[^\n]*\r?\n'(?:TEST SETUP|RESULTS DISPLAY|ACCESS SPECIFICATIONS|MANAGER LIST) =/.test(head.text)
  },
  async parse(source) {
    const { version, entries, isWhole } = await readEntries(source)
    if (!isWhole) {
      source.problems.error(
        'configuration-cut-off',
        'Unexpected end of the configuration, expected its version again',
        {
          line: entries.at(-1)?.line,
          expected: `Version ${version ?? ''}`,
          hint: 'The file may be cut off. Settings that are there are kept; copy the file again.',
        },
      )
    }
    return { version, entries, specs: readSpecs(entries, source) }
  },
  normalise(configuration, source) {
    return [toRun(configuration, source)]
  },
}

/** Settings with one value: key in the file → name in the model. */
const texts = new Map<string, string>([
  ['Test Description', 'description'],
  ['Default Disk Workers to Spawn', 'diskWorkersToSpawn'],
  ['Default Network Workers to Spawn', 'networkWorkersToSpawn'],
  ['Record Results', 'recordResults'],
  ['Test Type', 'testType'],
])
const cycles = new Map<string, string>([
  ['Worker Cycling', 'workerCycling'],
  ['Disk Cycling', 'diskCycling'],
  ['Queue Depth Cycling', 'queueDepthCycling'],
])

function toRun({ version, entries, specs }: Configuration, source: Source): Run {
  const builder = new RunBuilder(source, {
    ...{ benchmark: 'iometer-config', tool: 'Iometer', toolVersion: version, index: 0, line: 1 },
  })
  const set = (name: string, value: Scalar | null): void => {
    builder.setting(name, value)
  }
  for (const entry of entries) setEntry(entry, set, source)
  set('accessSpecs', specs.length)
  for (const [i, spec] of specs.entries()) {
    set(`accessSpec ${i + 1}`, spec.name)
    set(`accessSpec ${i + 1} lines`, spec.isDamaged ? null : specContent(spec))
    set(`accessSpec ${i + 1} assignment`, spec.assignment)
  }
  const managers = readManagers(entries)
  set('managers', managers.length)
  set(
    'workers',
    managers.reduce((sum, workers) => sum + workers.length, 0),
  )
  for (const [m, workers] of managers.entries()) {
    for (const [w, worker] of workers.entries()) setWorker(`manager ${m + 1} worker ${w + 1}`, worker, set)
  }
  return builder.build()
}

type SetSetting = (name: string, value: Scalar | null) => void

function setEntry(entry: Entry, set: SetSetting, source: Source): void {
  const { key, values } = entry
  const value = values[0] ?? ''
  const text = texts.get(key)
  const cycle = cycles.get(key)
  if (text !== undefined) set(text, numberOrText(value))
  else if (key === 'Run Time') set('runSeconds', readSeconds(entry, source))
  else if (key === 'Ramp Up Time (s)') set('rampUpSeconds', readCount(entry, value, source))
  else if (cycle !== undefined) setCycle(entry, cycle, set, source)
  else if (key.startsWith('Record Last Update Results,')) {
    const [record, frequency, type] = value.split(',')
    set('recordLastUpdate', record ?? null)
    set('updateFrequency', numberOrText(frequency ?? ''))
    set('updateType', type ?? null)
  } else if (key.startsWith('Update Frequency,')) {
    const [frequency, type] = value.split(',')
    set('updateFrequency', numberOrText(frequency ?? ''))
    set('updateType', type ?? null)
  }
}

/** Start, end (queue depth only), step and the kind of step: `1 32 2 EXPONENTIAL`. */
function setCycle(entry: Entry, name: string, set: SetSetting, source: Source): void {
  const parts = (entry.values[0] ?? '').split(/\s+/)
  const kind = parts.pop() ?? ''
  const names = parts.length === 3 ? ['Start', 'End', 'Step'] : ['Start', 'Step']
  if (parts.length < 2 || parts.length > 3) reportValue(entry, source, 'start, step and LINEAR or EXPONENTIAL')
  for (const [i, part] of parts.slice(0, names.length).entries()) set(name + names[i]!, readCount(entry, part, source))
  set(`${name}StepType`, kind)
}

function readSeconds(entry: Entry, source: Source): number | null {
  const parts = (entry.values[0] ?? '').split(/\s+/).map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : NaN))
  const [hours = NaN, minutes = NaN, seconds = NaN] = parts
  const total = hours * 3600 + minutes * 60 + seconds
  if (parts.length === 3 && !Number.isNaN(total)) return total
  reportValue(entry, source, 'hours, minutes and seconds')
  return null
}

function readCount(entry: Entry, text: string, source: Source): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  reportValue(entry, source, 'a whole number')
  return null
}

function numberOrText(text: string): Scalar {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

function reportValue({ key, values, line }: Entry, source: Source, expected: string): void {
  source.problems.error('configuration-value', `Unexpected value of '${key}, expected ${expected}`, {
    line: line + 1,
    actual: (values[0] ?? '').slice(0, 120),
    expected,
    hint: 'The setting is left out. The file may be damaged; save it again from Iometer.',
  })
}

function setWorker(prefix: string, worker: ConfiguredWorker, set: SetSetting): void {
  set(`${prefix} type`, worker.type)
  set(`${prefix} queueDepth`, worker.queueDepth)
  set(`${prefix} maximumSizeSectors`, worker.maximumSize)
  set(`${prefix} startingSector`, worker.startingSector)
  set(`${prefix} dataPattern`, worker.dataPattern)
  set(`${prefix} connectionRate`, worker.connectionRate)
  set(`${prefix} transactionsPerConnection`, worker.transactionsPerConnection)
  set(`${prefix} fixedSeed`, worker.fixedSeed)
  set(`${prefix} accessSpecs`, worker.accessSpecs.join(' | '))
  set(`${prefix} targets`, worker.targets)
}

function readSpecs(entries: Entry[], source: Source): AccessSpec[] {
  const specs: AccessSpec[] = []
  for (const { key, values, line } of entries) {
    if (key === 'Access specification name,default assignment') {
      specs.push(startSpec(values[0] ?? '', line + 1))
    } else if (key.startsWith('size,')) {
      const spec = specs.at(-1)
      for (const [i, value] of values.entries()) if (spec) addSpecLine(spec, value, line + 1 + i, source.problems)
    }
  }
  for (const spec of specs) checkShares(spec, source.problems)
  return specs
}
