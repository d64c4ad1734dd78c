/** Writes synthetic SPECjbb2005 and SPECjbb2015 raw results in the grammar of the kits. */

export interface SpecjbbSheet {
  /** N, warehouses per JVM at which the peak is expected. */
  expectedPeak: number
  /** Operations per second at 1, 2, … warehouses, for each JVM; `null` leaves a point out. */
  curves: readonly (readonly (number | null)[])[]
  /** JVMs of the run, when not all of them are in `curves`. */
  instances?: number
  /** Over the defaults; keys without `config.` or `input.` prefix fail. */
  properties?: Record<string, string>
  /** Milliseconds since 1970 of the first point. */
  epochMs?: number
  /** Measured milliseconds of a point, 240 s and a bit by default. */
  elapsedMs?: (warehouses: number) => number
  /** Verdicts of the kit's checks. */
  checks?: Record<string, string>
}

const config: Record<string, string> = {
  'config.benchmark_version': 'SPECjbb2005 1.07',
  'config.benchmark_versionDate': 'March 15, 2006',
  'config.hw.MHz': '2930',
  'config.hw.hwThreads': '16',
  'config.hw.memory': '24576',
  'config.hw.model': 'Model One',
  'config.hw.nchips': '2',
  'config.hw.ncores': '8',
  'config.hw.ncoresperchip': '4',
  'config.hw.processor': 'Example X5570',
  'config.hw.vendor': 'Example Systems',
  'config.sw.JVM': 'Example JVM 6.0',
  'config.sw.OS': 'Example OS 2008',
  'config.sw.command_line': 'java -Xms12g -Xmx12g spec.jbb.JBBmain',
  'config.sw.procsAvailtoJava': '16',
  'config.sw.tuning': 'Large pages<UL><LI>one<LI>two</UL>',
  'config.test.date': 'Mar 30, 2009',
  'config.test.internalReference': 'http://intern.example/7',
  'config.test.specLicense': '22',
  'config.test.testedBy': 'Example Systems',
  'config.testx.testedByName': 'A Person',
}

const transactions = [
  ['new_order', 0.44],
  ['payment', 0.3],
  ['order_status', 0.03],
  ['delivery', 0.03],
  ['stock_level', 0.03],
] as const

/** The raw file of one JVM, `index` 0-based: what its own process writes. */
export function writeSpecjbbRaw(sheet: SpecjbbSheet, index = 0): string {
  const head = { ...config, ...inputs(sheet), ...sheet.properties }
  const lines = [...Object.entries(head), ...results(sheet, index)].map(([key, value]) => `${key}=${value}`)
  // What follows in real files names the user: it must not be read.
  return `${[...lines, 'user.name=someone', 'user.dir=/home/someone/spec'].join('\n')}\n`
}

/** The file into which the reporter joins all JVMs: `global.` and numbered keys, sorted. */
export function writeSpecjbbJoined(sheet: SpecjbbSheet): string {
  const head = Object.entries({ ...config, ...inputs(sheet), ...sheet.properties })
  const lines = head.map(([key, value]) => `global.${key}=${value}`)
  for (const index of sheet.curves.keys()) {
    for (const [key, value] of results(sheet, index)) lines.push(`${index + 1}.${key}=${value}`)
  }
  return `${lines.sort().join('\n')}\n`
}

function inputs(sheet: SpecjbbSheet): Record<string, string> {
  return {
    'input.deterministic_random_seed': 'false',
    'input.expected_peak_warehouse': String(sheet.expectedPeak),
    'input.jvm_instances': String(sheet.instances ?? sheet.curves.length),
    'input.measurement_seconds': '240',
    'input.orderlines_per_order': '10',
    'input.ramp_up_seconds': '30',
    'input.starting_number_warehouses': '1',
    'input.steady_state': 'true',
    'input.suite': 'SPECjbb',
    'input.wait_time_percent': '0',
    'input.warehouse_population': '30',
  }
}

function results(sheet: SpecjbbSheet, index: number): [string, string][] {
  const lines: [string, string][] = []
  const checks = sheet.checks ?? { '200_check': 'true', jbb_operation: 'true', '999_checkit': 'true' }
  for (const [name, verdict] of Object.entries(checks)) lines.push([`result.validity.${name}`, verdict])
  let start = (sheet.epochMs ?? 1238400000000) + index * 7
  let test = 0
  for (const [i, throughput] of sheet.curves[index]!.entries()) {
    if (throughput === null) continue
    const warehouses = i + 1
    const elapsed = sheet.elapsedMs?.(warehouses) ?? (warehouses < sheet.expectedPeak ? 30018 : 240021)
    const prefix = `result.test${++test}.`
    const total = Math.round((throughput * elapsed) / 1000)
    const counts = transactions.map(([name, part]) => [name, Math.floor(total * part)] as const)
    const rest = total - counts.reduce((sum, [, count]) => sum + count, 0)
    lines.push(
      [`${prefix}warehouses`, String(warehouses)],
      [`${prefix}start_time_milliseconds`, String(start)],
      [`${prefix}end_time_milliseconds`, String(start + elapsed)],
      [`${prefix}elapsed_milliseconds`, String(elapsed)],
      ...counts.map(([name, count]): [string, string] => [`${prefix}company.${name}.count`, String(count)]),
      [`${prefix}company.new_order.averagetime`, '4.1608146E-4'],
      [`${prefix}company.cust_report.count`, String(rest)],
      [`${prefix}company.score`, String(total / (elapsed / 1000))],
      [`${prefix}company.heapsize`, '12288.0'],
      [`${prefix}company.heapused`, String(1000 + warehouses)],
    )
    start += elapsed + 2000
  }
  return lines
}

export interface Specjbb2015Sheet {
  category: string
  /** As the file prints them: numbers, or `NaN` and `N/A`. */
  maxJops: string
  criticalJops: string
  /** jOPS at the five limits of response time, 10, 25, 50, 75, 100 ms. */
  slas: readonly string[]
  compliant?: string
  properties?: Record<string, string>
}

export function writeSpecjbb2015Raw(sheet: Specjbb2015Sheet): string {
  const limits = [10000, 25000, 50000, 75000, 100000]
  const values: Record<string, string> = {
    'jbb2015.test.specLicense': '22',
    'jbb2015.test.date': 'Mar 30, 2016',
    'jbb2015.test.testedBy': 'Example Systems',
    'jbb2015.test.testSponsor': 'Example Systems',
    'jbb2015.test.aggregate.SUT.totalChips': '2',
    'jbb2015.test.aggregate.SUT.totalCores': '24',
    'jbb2015.product.SUT.hw.system.hw_1.vendor': 'Example Systems',
    'jbb2015.product.SUT.hw.system.hw_1.model': 'Model Two',
    'jbb2015.product.SUT.hw.system.hw_1.cpuName': 'Example E5-2690 v3',
    'jbb2015.product.SUT.hw.system.hw_1.notes': 'None',
    'jbb2015.product.SUT.sw.jvm.jvm_1.name': 'Example JVM 8',
    ...sheet.properties,
  }
  return [
    '# SPECjbb2015 raw result',
    ...Object.entries(values).map(([key, value]) => `${key}=${value}`),
    `jbb2015.result.data = H4sIAAAAAAAAA${'NQYAHxMAEA'.repeat(400)}`,
    `jbb2015.result.compliant = ${sheet.compliant ?? ''}`,
    `jbb2015.result.compliant.reason = ${sheet.compliant === 'NC' ? 'withdrawn' : ''}`,
    'jbb2015.benchmark.version = 1.0',
    `jbb2015.result.category = ${sheet.category}`,
    'jbb2015.result.group.count = 1',
    `jbb2015.result.metric.max-jOPS = ${sheet.maxJops}`,
    `jbb2015.result.metric.critical-jOPS = ${sheet.criticalJops}`,
    ...sheet.slas.map((value, i) => `jbb2015.result.SLA-${limits[i]!}-jOPS = ${value}`),
    '',
  ].join('\n')
}
