/**
 * Writes synthetic SPEC CPU results in the three renderings of SPEC's tools, from one sheet of run times. Reference
 * times, ratios and means follow SPEC's rules: ratio = copies × (reference ÷ time, to six decimals), of three runs the
 * median counts, the mean is geometric.
 */
import { suites, type Suite, type Tuning } from '../../src/formats/spec-cpu/suites.ts'

export interface SpecCpuSheet {
  /** Name of the base metric: `SPECint_rate_base2006`. */
  score: string
  /** Copies of a rate run, threads of a CPU2017 speed run. */
  copies: number
  /** Seconds of each run by benchmark; a string instead is a status: `CE`, `RE`, `VE`. Missing benchmarks are not run. */
  base: Record<string, readonly number[] | string>
  peak?: Record<string, readonly number[] | string>
  /** Reasons; any makes the result invalid. */
  errors?: readonly string[]
  /** Keys of the rsf (`hw_model`) over the defaults. */
  description?: Record<string, string>
  runNumber?: string
  /** Seconds since 1970. */
  epoch?: number
  size?: string
  version?: string
  /** Overrides the means printed. */
  means?: Partial<Record<Tuning, string>>
}

const defaults: Record<string, string> = {
  hw_avail: 'Mar-2009',
  hw_cpu_char: '',
  hw_cpu_mhz: '2930',
  hw_cpu_name: 'Example E5540',
  hw_disk: '1 x 73 GB SAS',
  hw_fpu: 'Integrated',
  hw_memory: '24 GB (12 x 2 GB PC3-10600R, 2 rank, ECC, running at 1066 MHz)',
  hw_model: 'Model One',
  hw_nchips: '2',
  hw_ncores: '8',
  hw_ncoresperchip: '4',
  hw_ncpuorder: '1,2 chips',
  hw_nthreadspercore: '2',
  hw_ocache: 'None',
  hw_other: 'None',
  hw_pcache: '32 KB I + 32 KB D on chip per core',
  hw_scache: '256 KB I+D on chip per core',
  hw_tcache: '8 MB I+D on chip per chip',
  hw_vendor: 'Example Systems',
  license_num: '22',
  sw_auto_parallel: 'No',
  sw_avail: 'Feb-2009',
  sw_base_ptrsize: '32-bit',
  sw_compiler: 'Example C++ 11.0 for Linux',
  sw_file: 'ext3',
  sw_os: 'Example Linux 10, Kernel 2.6.16',
  sw_other: 'None',
  sw_peak_ptrsize: '32/64-bit',
  sw_state: 'Run level 3 (multi-user)',
  test_date: 'Mar-2009',
  test_sponsor: 'Example Systems',
  tester: 'Example Systems',
}

interface Row {
  benchmark: string
  tuning: Tuning
  index: number
  time: number | null
  ratio: number | null
  selected: boolean
  status: string
}

/** Run times, three a benchmark, whose medians give `score` to within rounding of the ratios; half up, half down. */
export function timesForScore(score: string, value: number, copies: number, runs = 3): Record<string, number[]> {
  const { references, mode } = suiteOf(score)
  const times: Record<string, number[]> = {}
  const names = [...references.keys()]
  for (const [i, name] of names.entries()) {
    // Pairs of benchmarks are off by a factor and its inverse; the odd one is on the mean: the product stays 1.
    const exponent = i === names.length - 1 && names.length % 2 === 1 ? 0 : i % 2 === 0 ? 1 : -1
    const factor = (1.1 + 0.05 * (i >> 1)) ** exponent
    const median = ((mode === 'rate' ? copies : 1) * references.get(name)!) / (value * factor)
    times[name] = Array.from({ length: runs }, (_, run) => round6(median * (1 + 0.01 * (run - (runs >> 1)))))
  }
  return times
}

export function suiteOf(score: string): Suite {
  const suite = suites.find(({ scoreNames }) => scoreNames.base === score)
  if (!suite) throw new Error(`no suite has the base metric ${score}`)
  return suite
}

export function writeRsf(sheet: SpecCpuSheet): string {
  const suite = suiteOf(sheet.score)
  const prefix = `spec.cpu${suite.generation}.`
  const lines: string[] = []
  const put = (key: string, value: string | number): void => void lines.push(`${prefix}${key}: ${value}`)
  for (const [key, value] of Object.entries({ ...defaults, ...sheet.description })) {
    // Long values are cut at a comma into numbered keys, as the tools do.
    const parts = value.length > 50 ? value.split(/(?<=,) /) : [value]
    if (parts.length === 1) put(key, value)
    else for (const [i, part] of parts.entries()) put(`${key}${String(i).padStart(3, '0')}`, part)
  }
  put('notes_000', " 'ulimit -s unlimited' was used")
  lines.push('# =============== do not edit below this point ===================')
  put('rawhash', '0123456789abcdef0123456789abcdef')
  put('base_copies', suite.mode === 'rate' ? sheet.copies : 1)
  put('basemean', mean(sheet, 'base'))
  put('cfidx000', '@eNrFUU1PgzAYvvMrmt4r0RgPZCzhy4kCbRwc9EIYK1iFdmlhif56')
  for (const [i, error] of (sheet.errors ?? []).entries()) put(`errors${String(i).padStart(3, '0')}`, error)
  put('invalid', sheet.errors?.length ? 1 : 0)
  put('lognum', sheet.runNumber ?? '001')
  put('metric', suite.generation === 2006 ? suite.id : suite.id.startsWith('int') ? 'CINT2017' : 'CFP2017')
  put('name', suite.generation === 2006 ? (suite.id === 'CINT2006' ? 'int' : 'fp') : suite.id)
  put('peakmean', mean(sheet, 'peak'))
  if (suite.generation === 2006) put('rate', suite.mode === 'rate' ? 1 : 0)
  else put('runmode', suite.mode)
  put('size', suite.generation === 2006 ? (sheet.size ?? 'ref') : `ref${suite.mode} (${sheet.size ?? 'ref'})`)
  put('suitever', sheet.version ?? (suite.generation === 2006 ? '1.1' : '1.1.5'))
  put('time', sheet.epoch ?? 1237000000)
  put('valid', sheet.errors?.length ? 'X' : 'S')
  for (const row of rowsOf(sheet)) putRow(put, row, suite, sheet.copies)
  return `${lines.join('\n')}\n`
}

function putRow(put: (key: string, value: string | number) => void, row: Row, suite: Suite, copies: number): void {
  const key = `results.${row.benchmark.replace('.', '_')}.${row.tuning}.${String(row.index).padStart(3, '0')}`
  const is2006 = suite.generation === 2006
  const fields: [string, string | number][] = [
    ['basepeak', 0],
    ['benchmark', row.benchmark],
    [is2006 ? 'clcopies' : 'copies', suite.mode === 'rate' ? copies : 1],
    ['iteration', row.time === null ? -1 : row.index],
    ['ratio', row.ratio ?? '--'],
    ['reference', suite.references.get(row.benchmark)!],
    ['reported_sec', row.time === null ? '--' : Math.floor(row.time)],
    ['reported_time', row.time ?? '--'],
    ['selected', row.selected ? 1 : 0],
    ...(is2006 ? [] : [['threads', suite.mode === 'speed' ? copies : 1] as [string, number]]),
    ['valid', row.status],
  ]
  for (const [field, value] of fields) put(`${key}.${field}`, value)
}

export function writeSpecCsv(sheet: SpecCpuSheet): string {
  const suite = suiteOf(sheet.score)
  const isValid = !sheet.errors?.length
  const estimated = isValid ? '' : 'Est. '
  const first = suite.mode === 'rate' ? '# Copies' : suite.generation === 2006 ? 'Ref Time' : '# Threads'
  const ratio = suite.mode === 'rate' ? 'Rate' : 'Ratio'
  const columns = ['Base', 'Peak'].flatMap((tuning) => [
    `${tuning} ${first}`,
    `${estimated}${tuning} Run Time`,
    `${estimated}${tuning} ${ratio}`,
    `${tuning} Selected`,
    `${tuning} Status`,
  ])
  const header = ['Benchmark', ...columns, 'Description'].map(quote).join(',')
  const rows = rowsOf(sheet)
  const size = sheet.size ?? 'ref'
  const sizeText = suite.generation === 2006 ? size : `ref${suite.mode}(${size})`
  const full: string[] = []
  const selected: string[] = []
  for (const benchmark of suite.references.keys()) {
    const own = rows.filter((row) => row.benchmark === benchmark)
    const cells = (row: Row | undefined): string[] => csvCells(row, suite, sheet.copies)
    for (const index of new Set(own.map((row) => row.index))) {
      const of = (tuning: Tuning): Row | undefined => own.find((row) => row.tuning === tuning && row.index === index)
      const line = [benchmark, ...cells(of('base')), ...cells(of('peak')), `"${sizeText} iteration #${index + 1}"`]
      full.push(line.join(','))
    }
    const of = (tuning: Tuning): Row | undefined => own.find((row) => row.tuning === tuning && row.selected)
    selected.push([benchmark, ...cells(of('base')), ...cells(of('peak')), '"SelectedIteration"'].join(','))
  }
  const text = { ...defaults, ...sheet.description }
  const value = (label: string, key: string): string => `${quote(label)},${quote(text[key] ?? '')}`
  const [base, peak] = [mean(sheet, 'base'), mean(sheet, 'peak')]
  const lines = [
    `valid,${isValid ? 1 : 0}`,
    '',
    ...(suite.generation === 2017 ? [quote(titleOf(suite)), ''] : []),
    '"Full Results Table"',
    '',
    header,
    ...full,
    '',
    '"Selected Results Table"',
    '',
    header,
    ...selected,
    '',
    `${suite.scoreNames.base},${quote(base)},,${quote(base)}`,
    `${suite.scoreNames.peak},${quote(peak)},,,,,,,${quote(peak)}`,
    '',
    `"Run number:",${sheet.runNumber ?? '001'}`,
    '',
    ...topLabels.map(([label, key]) => value(label.replace('2006', String(suite.generation)), key)),
    '',
    'HARDWARE',
    '',
    ...labelsOf(suite).hardware.map(([label, key]) => value(label, key)),
    '',
    'SOFTWARE',
    '',
    ...labelsOf(suite).software.map(([label, key]) => value(label, key)),
    '',
    '"Platform Notes"',
    '" -----------------------"',
    '',
    ...(isValid ? [] : ['ERRORS', '', ...frameOf(sheet, 78).map((line) => (/^#+$/.test(line) ? line : quote(line)))]),
    '----------------',
    '"For questions about","this result, please","contact the tester.",',
    `"Tested with SPEC CPU${suite.generation} ","v${sheet.version ?? '1.1'}.  Report","generated on ","Fri Jul 25 00:11:13 2014"`,
    ...(suite.generation === 2017 ? [`"Result run on","${isoUtc(sheet.epoch ?? 1237000000)}+0000."`] : []),
  ]
  return `${lines.join('\n')}\n`
}

export function writeSpecTxt(sheet: SpecCpuSheet): string {
  const suite = suiteOf(sheet.score)
  const text = { ...defaults, ...sheet.description }
  const rows = rowsOf(sheet)
  const is2006 = suite.generation === 2006
  const nameWidth = is2006 ? 14 : 15
  const full: string[] = []
  const selected: string[] = []
  for (const benchmark of suite.references.keys()) {
    const own = rows.filter((row) => row.benchmark === benchmark)
    const line = (base: Row | undefined, peak: Row | undefined): string =>
      `${benchmark.padEnd(nameWidth)} ${txtCells(base, suite, sheet.copies)}${txtCells(peak, suite, sheet.copies)}`
    for (const index of new Set([0, ...own.map((row) => row.index)])) {
      const of = (tuning: Tuning): Row | undefined => own.find((row) => row.tuning === tuning && row.index === index)
      full.push(line(of('base'), of('peak')))
    }
    const of = (tuning: Tuning): Row | undefined => own.find((row) => row.tuning === tuning && row.selected)
    selected.push(line(of('base'), of('peak')))
  }
  const isValid = !sheet.errors?.length
  const label = (name: string, key: string): string => `${name.padStart(20)}: ${text[key] ?? ''}`
  const est = isValid ? ' ' : ' Est. '
  const score = (tuning: Tuning): string => {
    const printed = mean(sheet, tuning)
    const shown = /^\d/.test(printed) ? three(Number(printed)) : printed
    const name = suite.scoreNames[tuning].replace(is2006 ? /^(SPEC(?:int|fp))/ : /^(SPEC(?:rate|speed))/, '$1(R)')
    return `${est}${name}`.padEnd(tuning === 'base' ? 36 : 70) + shown
  }
  const licence = `CPU${suite.generation} License${is2006 ? ' #' : ': '}${text.license_num!}`
  const lines = [
    ...(isValid ? [] : frameOf(sheet, 78)),
    `                           ${is2006 ? `SPEC(R) ${suite.id} Summary` : titleOf(suite).replace('CPU2017', 'CPU(R)2017')}`,
    `                      ${text.hw_vendor!}`,
    `                      ${text.hw_model!}`,
    '',
    `${licence}     Test date: ${text.test_date!}     Hardware availability: ${text.hw_avail!}`,
    `Test sponsor: ${text.test_sponsor!}        Software availability: ${text.sw_avail!}`,
    `Tested by:    ${text.tester!}`,
    '',
    ...(isValid ? [] : ['                                  Estimated                       Estimated']),
    '                Base     Base       Base        Peak     Peak       Peak',
    `Benchmarks      ${is2006 && suite.mode === 'speed' ? 'Ref.  ' : suite.mode === 'rate' ? 'Copies' : 'Threads'} Run Time     ${suite.mode === 'rate' ? 'Rate ' : 'Ratio'}`,
    `${'-'.repeat(nameWidth)} -------  ---------  ---------    -------  ---------  ---------`,
    ...full,
    '='.repeat(78),
    ...selected,
    score('base'),
    score('peak'),
    '',
    '                                   HARDWARE',
    '                                   --------',
    ...labelsOf(suite).hardware.map(([name, key]) => label(name, key)),
    '',
    '                                   SOFTWARE',
    '                                   --------',
    ...labelsOf(suite).software.map(([name, key]) => label(name, key)),
    '',
    '                                Platform Notes',
    '                                --------------',
    '-----------------------------------------------------------------------------',
    'For questions about this result, please contact the tester.',
    is2006
      ? `Tested with SPEC CPU2006 v${sheet.version ?? '1.1'}.`
      : `Tested with SPEC CPU(R)2017 v${sheet.version ?? '1.1.5'} on ${isoUtc(sheet.epoch ?? 1237000000)}+0000.`,
  ]
  return `${lines.join('\n')}\n`
}

const topLabels = [
  ['Hardware Vendor:', 'hw_vendor'],
  ['Hardware Model:', 'hw_model'],
  ['Date tested:', 'test_date'],
  ['CPU2006 License:', 'license_num'],
  ['Test sponsor:', 'test_sponsor'],
  ['Tested by:', 'tester'],
  ['Hardware avail:', 'hw_avail'],
  ['Software avail:', 'sw_avail'],
] as const

function labelsOf(suite: Suite): Record<'hardware' | 'software', (readonly [string, string])[]> {
  if (suite.generation === 2017) {
    return {
      hardware: [
        ['CPU Name', 'hw_cpu_name'],
        ['Cache L1', 'hw_pcache'],
        ['L2', 'hw_scache'],
        ['L3', 'hw_tcache'],
        ['Other', 'hw_ocache'],
        ['Memory', 'hw_memory'],
        ['Storage', 'hw_disk'],
        ['Other', 'hw_other'],
      ],
      software: [
        ['OS', 'sw_os'],
        ['Compiler', 'sw_compiler'],
        ['File System', 'sw_file'],
        ['Other', 'sw_other'],
      ],
    }
  }
  return {
    hardware: [
      ['CPU Name', 'hw_cpu_name'],
      ['CPU MHz', 'hw_cpu_mhz'],
      ['CPU(s) orderable', 'hw_ncpuorder'],
      ['Primary Cache', 'hw_pcache'],
      ['Secondary Cache', 'hw_scache'],
      ['L3 Cache', 'hw_tcache'],
      ['Memory', 'hw_memory'],
      ['Disk Subsystem', 'hw_disk'],
      ['Other Hardware', 'hw_other'],
    ],
    software: [
      ['Operating System', 'sw_os'],
      ['Compiler', 'sw_compiler'],
      ['File System', 'sw_file'],
      ['System State', 'sw_state'],
    ],
  }
}

function rowsOf(sheet: SpecCpuSheet): Row[] {
  const suite = suiteOf(sheet.score)
  const rows: Row[] = []
  for (const benchmark of suite.references.keys()) {
    for (const tuning of ['base', 'peak'] as const) {
      const times = sheet[tuning]?.[benchmark]
      if (times === undefined) continue
      if (typeof times === 'string') {
        rows.push({ benchmark, tuning, index: 0, time: null, ratio: null, selected: false, status: times })
        continue
      }
      const median = [...times].sort((a, b) => a - b)[times.length >> 1]
      for (const [index, time] of times.entries()) {
        const ratio = ratioOf(suite, benchmark, time, sheet.copies)
        rows.push({ benchmark, tuning, index, time, ratio, selected: time === median, status: 'S' })
      }
    }
  }
  return rows
}

function ratioOf(suite: Suite, benchmark: string, time: number, copies: number): number {
  return round6(round6(suite.references.get(benchmark)! / time) * (suite.mode === 'rate' ? copies : 1))
}

function mean(sheet: SpecCpuSheet, tuning: Tuning): string {
  const printed = sheet.means?.[tuning]
  if (printed !== undefined) return printed
  const rows = rowsOf(sheet).filter((row) => row.tuning === tuning)
  if (rows.length === 0) return 'Not Run'
  const ratios = rows.filter(({ selected }) => selected).map(({ ratio }) => ratio!)
  if (ratios.length < suiteOf(sheet.score).references.size) return '--'
  return String(round6(ratios.reduce((product, ratio) => product * ratio ** (1 / ratios.length), 1)))
}

function csvCells(row: Row | undefined, suite: Suite, copies: number): string[] {
  if (!row) return ['', '', '', '', '']
  const first = suite.generation === 2006 && suite.mode === 'speed' ? suite.references.get(row.benchmark)! : copies
  return [`${first}`, `${row.time ?? '--'}`, `${row.ratio ?? '--'}`, row.selected ? '1' : '0', row.status]
}

function txtCells(row: Row | undefined, suite: Suite, copies: number): string {
  if (!row) return 'NR'.padStart(31).padEnd(33)
  const first = suite.generation === 2006 && suite.mode === 'speed' ? suite.references.get(row.benchmark)! : copies
  const time = row.time === null ? '--' : row.time >= 100 ? String(Math.round(row.time)) : three(row.time)
  const ratio = row.ratio === null ? '' : three(row.ratio)
  const mark = row.selected ? '*' : row.status
  return `${`${first}`.padStart(7)}  ${time.padStart(9)}  ${ratio.padStart(9)} ${mark.padEnd(3)}`
}

/** Three significant digits; whole numbers above. */
function three(value: number): string {
  return value >= 1000 ? String(Math.round(value / 10) * 10) : value.toPrecision(3)
}

function frameOf(sheet: SpecCpuSheet, width: number): string[] {
  const bar = '#'.repeat(width)
  const line = (text: string): string => `# ${text.padEnd(width - 4)} #`
  const banner = line('  INVALID RUN -- INVALID RUN -- INVALID RUN -- INVALID RUN')
  return [bar, banner, line(''), ...(sheet.errors ?? []).map(line), line(''), banner, bar]
}

function titleOf({ id }: Suite): string {
  const [area, mode] = id.startsWith('int') ? ['Integer', id.slice(3)] : ['Floating Point', id.slice(2)]
  return `SPEC CPU2017 ${area} ${mode === 'rate' ? 'Rate' : 'Speed'} Result`
}

function quote(text: string): string {
  return /[ ,"#]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function isoUtc(epoch: number): string {
  return new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
