/** Writes a synthetic SPECpower_ssj2008 text report. */

export interface SpecpowerSheet {
  /** ssj_ops and watts at 100, 90 … 10 %, then active idle. */
  levels: readonly (readonly [ops: number, watts: number])[]
  /** Overrides the overall figure printed. */
  overall?: string
  invalid?: string
  labels?: Record<string, string>
  /** Columns parted by blanks, not bars. */
  blanks?: boolean
}

export function writeSpecpowerTxt(sheet: SpecpowerSheet): string {
  const labels: Record<string, string> = {
    'Test Sponsor': 'Example Systems',
    'SPEC License #': '22',
    'Tested By': 'Example Systems',
    'Test Date': 'Mar 30, 2009',
    'Hardware Availability': 'Apr-2009',
    Publication: 'Apr 15, 2009',
    ...sheet.labels,
  }
  const bar = sheet.blanks === true ? '  ' : ' | '
  const rows = sheet.levels.map(([ops, watts], i) => {
    const target = 100 - 10 * i
    const ratio = grouped(Math.round(ops / watts))
    if (target === 0) return ['Active Idle', '0', grouped(watts), '0'].join(bar)
    return [`${target}%`, `${(target - 0.3).toFixed(1)}%`, grouped(ops), grouped(watts), ratio].join(bar)
  })
  const sum = (index: 0 | 1): number => sheet.levels.reduce((total, level) => total + level[index], 0)
  const overall = sheet.overall ?? grouped(Math.round(sum(0) / sum(1)))
  return [
    '                              SPECpower_ssj2008',
    ...(sheet.invalid === undefined ? [] : [`*** INVALID: ${sheet.invalid} ***`]),
    ...Object.entries(labels).map(([label, value]) => `${label}: | ${value}`),
    '',
    'Benchmark Results Summary',
    '=========================',
    'Performance | Power | Performance to Power Ratio',
    ...rows,
    `sum of ssj_ops / sum of power = | ${overall}`,
    '',
    'System Under Test',
    'Hardware Vendor: | Example Systems',
    'Model: | Model One',
    'CPU: | Example X5570',
    'CPU Frequency (MHz): | 2,930',
    'Memory Amount (GB): | 8',
    '100% | 99.0% | 1 | 1 | 1',
    '',
  ].join('\n')
}

function grouped(value: number): string {
  const [whole = '', part] = String(value).split('.')
  const text = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return part === undefined ? text : `${text}.${part}`
}
