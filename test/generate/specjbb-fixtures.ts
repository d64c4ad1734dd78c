/** Writes test/fixtures/specjbb and specpower: `npx tsx test/generate/specjbb-fixtures.ts`. Same input, same bytes. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeSpecjbb2015Raw, writeSpecjbbJoined, writeSpecjbbRaw, type SpecjbbSheet } from '../helpers/specjbb.ts'
import { writeSpecpowerTxt } from '../helpers/specpower.ts'

function write(file: string, text: string): void {
  const path = join(import.meta.dirname, '../fixtures', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Two JVMs, peak expected at 4 warehouses each: 4 to 8 count. */
const two: SpecjbbSheet = {
  expectedPeak: 4,
  curves: [
    [20000, 40000, 60000, 80000, 79000, 78000, 77000, 76000],
    [21000, 41000, 61000, 81000, 80000, 79000, 78000, 77000],
  ],
}
write('specjbb/multi/SPECjbb.raw', writeSpecjbbJoined(two))
write('specjbb/multi/SPECjbb.001.raw', writeSpecjbbRaw(two, 0))
write('specjbb/multi/SPECjbb.002.raw', writeSpecjbbRaw(two, 1))

const single = [20000, 39000, 57000, 80000, 79000, 78000, 77000, 76000, 75000, 74000]
write('specjbb/single.raw', writeSpecjbbRaw({ expectedPeak: 4, curves: [single] }))
write(
  'specjbb/broken-rules.raw',
  writeSpecjbbRaw({
    expectedPeak: 4,
    curves: [[20000, null, 57000, 80000, 79000, 78000]],
    properties: { 'input.deterministic_random_seed': 'true' },
    checks: { '200_check': 'false', jbb_operation: 'true' },
    elapsedMs: (warehouses) => (warehouses === 5 ? 280000 : 240021),
  }),
)

write(
  'specjbb/composite-2015.raw',
  writeSpecjbb2015Raw({
    category: 'Composite',
    maxJops: '2730',
    criticalJops: '1628',
    // The five of the worked example: geometric mean 1627.87.
    slas: ['868', '1318', '1785', '2366', '2366'],
  }),
)
write(
  'specjbb/no-result-2015.raw',
  writeSpecjbb2015Raw({
    category: 'MultiJVM',
    maxJops: 'NaN',
    criticalJops: 'N/A',
    slas: ['NaN', 'NaN', '0', '0', '0'],
  }),
)

const levels: [number, number][] = [300, 270, 240, 210, 180, 150, 120, 90, 60, 30].map((ops, i) => [
  ops * 1000,
  276 - i * 12,
])
write('specpower/two-chips.txt', writeSpecpowerTxt({ levels: [...levels, [0, 157]] }))
write(
  'specpower/invalid-no-idle.txt',
  writeSpecpowerTxt({ levels, overall: '764', invalid: 'power analyzer settings changed', blanks: true }),
)
