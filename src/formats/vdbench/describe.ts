/** Conditions of a run: its name, its description, and what flatfile.html has in columns. */
import type { RunBuilder } from '../../model/builder.ts'
import type { VdbenchLog, VdbenchRun } from './reader.ts'
import { parsePlausible } from '../plausible.ts'

/** Stand-ins of `reqrate` for rates that were not asked for. */
const curveRate = 999_977
const maxRate = 999_988

export function describe(builder: RunBuilder, run: VdbenchRun, { rendering }: VdbenchLog): void {
  // Points of a curve: `rd1_(75%)`, share of what the first, uncontrolled run reached.
  const point = /^(.+)_\((\d{1,3})%\)$/.exec(run.name)
  builder.dimension('workload', point?.[1] ?? run.name)
  const row = run.average ?? [...run.intervals.values()].at(-1)
  const cell = (column: string): number | null => {
    const value = parsePlausible(row?.cells.get(column) ?? '')
    return value >= 0 ? value : null
  }
  const loops = readLoops(run.description)
  const requested = requestedRate(run.description, cell('reqrate'))
  const isCurve = requested === 'curve'
  if (point) builder.dimension('load', Number(point[2]) / 100)
  else if (isCurve) builder.dimension('load', 1)
  const set = (name: string, value: number | null): void => {
    if (value !== null) builder.dimension(name, value)
  }
  const percent = (value: number | null): number | null => (value === null ? null : value / 100)
  set('blockSize', loopSize(loops.get('xfersize')) ?? cell('xfersize'))
  set('threads', loopNumber(loops.get('threads')) ?? cell('threads'))
  set('readShare', percent(loopNumber(loops.get('rdpct')) ?? cell('rdpct')))
  set('randomShare', percent(loopNumber(loops.get('seekpct')) ?? cell('seekpct')))
  builder
    .setting('rendering', rendering)
    .setting('runDefinition', run.name)
    .setting('description', run.description === '' ? null : run.description)
    .setting('requestedRate', requested)
    .setting('lunSizeText', row?.cells.get('lunsize') ?? null)
    .setting('intervals', run.intervals.size)
    .setting('averagedFrom', run.average?.first ?? null)
    .setting('averagedTo', run.average?.last ?? null)
    .setting('readShareMeasured', percent(cell('read pct') ?? cell('read%')))
    .setting('queueDepthMeasured', cell('queue depth') ?? cell('queue_depth'))
}

function requestedRate(description: string, reqrate: number | null): string | number | null {
  if (reqrate === maxRate || /Uncontrolled MAX/i.test(description)) return 'max'
  if (reqrate === curveRate || /Uncontrolled curve/i.test(description)) return 'curve'
  const stated = /^I\/O rate: (\d{1,15}(?:\.\d+)?)\b/.exec(description)
  return stated ? Number(stated[1]) : reqrate
}

/** `For loops: xfersize=4k threads=8`. */
function readLoops(description: string): Map<string, string> {
  const text = /For loops: (.*)$/.exec(description)?.[1] ?? ''
  return new Map([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
}

/** vdbench counts in 1024. */
function loopSize(text: string | undefined): number | null {
  const match = /^(\d{1,12})([kmg]?)$/i.exec(text ?? '')
  return match ? Number(match[1]) * 1024 ** ' kmg'.indexOf((match[2] === '' ? ' ' : match[2]!).toLowerCase()) : null
}

function loopNumber(text: string | undefined): number | null {
  const value = parsePlausible(text ?? '')
  return value >= 0 ? value : null
}
