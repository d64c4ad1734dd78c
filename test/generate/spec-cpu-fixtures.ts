/** Writes test/fixtures/spec-cpu: `npx tsx test/generate/spec-cpu-fixtures.ts`. Same input, same bytes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { timesForScore, writeRsf, writeSpecCsv, writeSpecTxt, type SpecCpuSheet } from '../helpers/spec-cpu.ts'

const folder = join(import.meta.dirname, '../fixtures/spec-cpu')

/** CINT2006 rate, 16 copies, base 210 and peak 230, as published. */
const rate: SpecCpuSheet = {
  score: 'SPECint_rate_base2006',
  copies: 16,
  base: timesForScore('SPECint_rate_base2006', 210, 16),
  peak: timesForScore('SPECint_rate_base2006', 230, 16),
}
for (const [extension, write] of [
  ['rsf', writeRsf],
  ['csv', writeSpecCsv],
  ['txt', writeSpecTxt],
] as const) {
  writeFileSync(join(folder, `CINT2006.001.ref.${extension}`), write(rate))
}

const speed = timesForScore('SPECfp_base2006', 25, 1)
delete speed['481.wrf']
writeFileSync(
  join(folder, 'failed-benchmarks.rsf'),
  writeRsf({
    score: 'SPECfp_base2006',
    copies: 1,
    base: { ...speed, '410.bwaves': 'CE', '416.gamess': 'VE' },
    errors: ["'reportable' flag not set during run", 'Run of 410.bwaves base was not valid; status is CE'],
  }),
)

const twoRuns: SpecCpuSheet = {
  score: 'SPECrate2017_fp_base',
  copies: 32,
  base: timesForScore('SPECrate2017_fp_base', 120, 32, 2),
}
writeFileSync(join(folder, 'two-runs-2017.csv'), writeSpecCsv(twoRuns))
writeFileSync(join(folder, 'wrong-mean.csv'), writeSpecCsv({ ...twoRuns, means: { base: '125.5' } }))

writeFileSync(
  join(folder, 'template-text.rsf'),
  writeRsf({
    ...rate,
    description: {
      hw_vendor: 'System Vendor',
      hw_model: 'System Model Name',
      hw_cpu_mhz: '9999',
      hw_avail: 'Dec-9999',
      hw_nchips: 'could not determine',
      license_num: '0',
      tester: '(Optional, defaults to hw_vendor)',
    },
  }),
)

const intSpeed = timesForScore('SPECspeed2017_int_base', 9.5, 8, 1)
writeFileSync(
  join(folder, 'invalid-2017.txt'),
  writeSpecTxt({
    score: 'SPECspeed2017_int_base',
    copies: 8,
    base: { ...intSpeed, '602.gcc_s': 'CE' },
    errors: [
      "'reportable' flag not set during run",
      'Run of 602.gcc_s (base) was not valid; status is CE',
      'Unknown flags were used! See',
      '     https://www.spec.org/cpu2017/Docs/runcpu.html#flagsurl',
      'for information about how to get rid of this error.',
    ],
  }),
)
