/** Job options as fio echoes them: texts, in the file of the job or given on the command line. */
import { memberOf, textOf, type JsonNode } from '../../source/json.ts'

export type Options = ReadonlyMap<string, string>

/** Those that say how the test was run. Others may hold keys and passwords of storage services and stay in the log. */
export const shownOptions = [
  'rw',
  'bs',
  'bsrange',
  'bssplit',
  'iodepth',
  'numjobs',
  'ioengine',
  'direct',
  'sync',
  'size',
  'runtime',
  'time_based',
  'ramp_time',
  'rwmixread',
  'rwmixwrite',
  'percentage_random',
  'random_distribution',
  'filename',
  'rate',
  'rate_iops',
  'thinktime',
  'fsync',
  'group_reporting',
] as const

/** `readwrite` is the long name of `rw`, and so on. */
const aliases: Readonly<Record<string, string>> = { readwrite: 'rw', blocksize: 'bs', io_size: 'size' }

/** Options may stand under `global options`, under `job options`, or both: the job's own win (louwrentius/fio-plot#2). */
export function mergeOptions(...nodes: (JsonNode | undefined)[]): Options {
  const options = new Map<string, string>()
  for (const node of nodes) {
    if (node?.kind !== 'object') continue
    for (const [name, value] of node.members) options.set(aliases[name] ?? name, textOf(value) ?? '')
  }
  return options
}

export function isSet(options: Options, name: string): boolean {
  const value = options.get(name)
  return value !== undefined && value !== '0' && value !== 'false'
}

/** Bytes of `4k`, `1m`, `4096`; `null` for ranges and splits. fio's `k` is 1024 and its `ki` 1000, unless kb_base=1000. */
export function sizeOption(options: Options, name: string): number | null {
  const match = /^(\d{1,15})([kmgt]?)(i?)b?$/i.exec(options.get(name) ?? '')
  if (!match) return null
  const isBinary = (options.get('kb_base') === '1000') === (match[3] !== '')
  const power = 'kmgt'.indexOf(match[2]!.toLowerCase()) + 1
  return Number(match[1]) * (match[2] === '' ? 1 : isBinary ? 1024 ** power : 1000 ** power)
}

/** Block size in bytes, if it is the same for all I/Os. Reads, writes and trims may each have their own: `4k,8k`. */
export function blockSizeOption(options: Options): number | null {
  if (options.has('bsrange') || options.has('bssplit') || options.has('bs_unaligned')) return null
  const parts = new Set((options.get('bs') ?? '').split(','))
  return parts.size === 1 ? sizeOption(options, 'bs') : null
}

const secondsOf: Readonly<Record<string, number>> = { '': 1, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of `60`, `90s`, `10m`; `null` when absent or written otherwise. */
export function durationOption(options: Options, name: string): number | null {
  const match = /^(\d{1,12})(ms|[smhd]?)$/i.exec(options.get(name) ?? '')
  return match ? Number(match[1]) * secondsOf[match[2]!.toLowerCase()]! : null
}

export function countOption(options: Options, name: string): number | null {
  const text = options.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Share of reads, 0–1, by intention; `null` when the options do not say. */
export function readShareOption(options: Options): number | null {
  const rw = options.get('rw')
  if (rw === undefined) return null
  if (/^(?:rand)?read(?::|$)/.test(rw)) return 1
  if (/^(?:rand)?write(?::|$)/.test(rw)) return 0
  if (!/^(?:rw|readwrite|randrw)(?::|$)/.test(rw)) return null
  const reads = countOption(options, 'rwmixread')
  const writes = countOption(options, 'rwmixwrite')
  return reads !== null ? reads / 100 : writes !== null ? 1 - writes / 100 : 0.5
}

/** Share of random accesses, 0–1. */
export function randomShareOption(options: Options): number | null {
  const rw = options.get('rw')
  if (rw === undefined) return null
  if (!rw.startsWith('rand')) return 0
  return (countOption(options, 'percentage_random') ?? 100) / 100
}

export function optionsOf(document: JsonNode, job: JsonNode): Options {
  return mergeOptions(memberOf(document, 'global options'), memberOf(job, 'job options'))
}
