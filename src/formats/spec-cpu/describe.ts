/** SPEC's description of the system under test: labels of the renderings to SPEC's keys, placeholders to nothing. */
import type { Scalar } from '../../model/result.ts'
import { readMeasure } from '../spec-number.ts'
import type { Description } from './result.ts'

/** Labels of csv and txt, by section, as `section/label` → key of the rsf. CPU2006 first, then what CPU2017 renamed. */
const keys: ReadonlyMap<string, string> = new Map([
  ['top/Hardware Vendor', 'hw_vendor'],
  ['top/Hardware Model', 'hw_model'],
  ['top/Date tested', 'test_date'],
  ['top/CPU2006 License', 'license_num'],
  ['top/CPU2017 License', 'license_num'],
  ['top/Test sponsor', 'test_sponsor'],
  ['top/Tested by', 'tester'],
  ['top/Hardware avail', 'hw_avail'],
  ['top/Software avail', 'sw_avail'],
  ['hardware/CPU Name', 'hw_cpu_name'],
  ['hardware/CPU Characteristics', 'hw_cpu_char'],
  ['hardware/CPU MHz', 'hw_cpu_mhz'],
  ['hardware/FPU', 'hw_fpu'],
  ['hardware/CPU(s) enabled', 'hw_enabled'],
  ['hardware/CPU(s) orderable', 'hw_ncpuorder'],
  ['hardware/Primary Cache', 'hw_pcache'],
  ['hardware/Secondary Cache', 'hw_scache'],
  ['hardware/L3 Cache', 'hw_tcache'],
  ['hardware/Other Cache', 'hw_ocache'],
  ['hardware/Memory', 'hw_memory'],
  ['hardware/Disk Subsystem', 'hw_disk'],
  ['hardware/Other Hardware', 'hw_other'],
  ['hardware/Max MHz', 'hw_cpu_max_mhz'],
  ['hardware/Nominal', 'hw_cpu_nominal_mhz'],
  ['hardware/Enabled', 'hw_enabled'],
  ['hardware/Orderable', 'hw_ncpuorder'],
  ['hardware/Cache L1', 'hw_pcache'],
  ['hardware/L2', 'hw_scache'],
  ['hardware/L3', 'hw_tcache'],
  ['hardware/Storage', 'hw_disk'],
  ['software/Operating System', 'sw_os'],
  ['software/OS', 'sw_os'],
  ['software/Compiler', 'sw_compiler'],
  ['software/Auto Parallel', 'sw_auto_parallel'],
  ['software/Parallel', 'sw_parallel'],
  ['software/Firmware', 'fw_bios'],
  ['software/File System', 'sw_file'],
  ['software/System State', 'sw_state'],
  ['software/Base Pointers', 'sw_base_ptrsize'],
  ['software/Peak Pointers', 'sw_peak_ptrsize'],
  ['software/Other Software', 'sw_other'],
  ['software/Other', 'sw_other'],
  ['software/Power Management', 'power_management'],
])

export type Section = 'top' | 'hardware' | 'software'

/** The rsf key of a label; `null` for one we do not take. CPU2017 prints `Other` twice: a cache, then other hardware. */
export function keyOf(section: Section, label: string, known: ReadonlyMap<string, Description>): string | null {
  if (section === 'hardware' && label === 'Other') return known.has('hw_disk') ? 'hw_other' : 'hw_ocache'
  return keys.get(`${section}/${label}`) ?? null
}

/** Keys of the rsf that describe the system under test and go into the run's settings. */
export function isDescriptionKey(key: string): boolean {
  return /^(?:hw|sw|fw)_|^(?:license_num|tester|test_sponsor|test_date|power_management)$/.test(key)
}

const numericKeys = /^hw_(?:cpu_(?:mhz|max_mhz|nominal_mhz)|ncores|nchips|ncoresperchip|nthreadspercore)$/

/** Text of the kit's example configuration that nobody replaced. It must read "not disclosed", never be printed. */
const placeholder =
  /\b9999\b|could not determine|defaults to hw_vendor|^System Vendor$|^System Model Name$|^My Corporation$|^nnn\b|\bfixme\b|add more disk info|add definition here|^number of (?:cores|threads) /i

export interface Described {
  settings: Map<string, Scalar | null>
  /** Keys whose text was a placeholder, with their lines. */
  placeholders: { key: string; text: string; line: number }[]
}

/** The settings that a description gives: one for each key, `null` where the file discloses nothing. */
export function describe(description: ReadonlyMap<string, Description>): Described {
  const settings = new Map<string, Scalar | null>()
  const placeholders: Described['placeholders'] = []
  for (const [key, { text, line }] of description) {
    const isTemplate = placeholder.test(text) || (key === 'license_num' && text === '0')
    if (isTemplate) placeholders.push({ key, text, line })
    if (key === 'hw_enabled') readEnabled(text, settings)
    else settings.set(key, isTemplate ? null : readValue(key, text))
  }
  return { settings, placeholders }
}

function readValue(key: string, text: string): Scalar | null {
  if (text === '' || text === '--' || /^n\/?a$/i.test(text)) return null
  if (!numericKeys.test(key)) return text
  return readMeasure(text) ?? text
}

/** `12 cores, 2 chips, 6 cores/chip, 2 threads/core`: the four rsf keys that csv and txt print as one. */
function readEnabled(text: string, settings: Map<string, Scalar | null>): void {
  for (const [key, pattern] of [
    ['hw_ncores', /(\d{1,6}) cores?(?!\/)/],
    ['hw_nchips', /(\d{1,6}) chips?\b/],
    ['hw_ncoresperchip', /(\d{1,6}) cores?\/chip/],
    ['hw_nthreadspercore', /(\d{1,6}) threads?\/core/],
  ] as const) {
    const match = pattern.exec(text)
    settings.set(key, match ? Number(match[1]) : null)
  }
}

/** Vendor and model as one name; a model that begins with its vendor is not given it twice. */
export function systemName(settings: ReadonlyMap<string, Scalar | null>): string | null {
  const vendor = settings.get('hw_vendor') ?? null
  const model = settings.get('hw_model') ?? null
  if (model === null) return vendor === null ? null : String(vendor)
  if (vendor === null || String(model).toLowerCase().startsWith(String(vendor).toLowerCase())) return String(model)
  return `${vendor} ${model}`
}
