/**
 * The suites of SPEC CPU2006 and CPU2017: their benchmarks, reference times and the names of their metrics.
 * Reference times are those of SPEC's reference machines as result files print them (CPU2006 rsf `reference`, CPU2017
 * `ratio × time ÷ copies`), in seconds.
 */

export type Tuning = 'base' | 'peak'
export type Mode = 'speed' | 'rate'

export interface Suite {
  /** `CINT2006`, `CFP2006`, `intrate`, `fprate`, `intspeed`, `fpspeed`. */
  id: string
  generation: 2006 | 2017
  mode: Mode
  /** Reference seconds by benchmark: `400.perlbench` → 9770. */
  references: ReadonlyMap<string, number>
  /** What SPEC calls the geometric mean: `SPECint_rate_base2006`. */
  scoreNames: Record<Tuning, string>
  /** Valid runs of each benchmark that a reportable result needs. */
  minimumRuns: number
}

const cint2006 =
  '400.perlbench 9770 401.bzip2 9650 403.gcc 8050 429.mcf 9120 445.gobmk 10490 456.hmmer 9330 458.sjeng 12100 ' +
  '462.libquantum 20720 464.h264ref 22130 471.omnetpp 6250 473.astar 7020 483.xalancbmk 6900'

const cfp2006 =
  '410.bwaves 13590 416.gamess 19580 433.milc 9180 434.zeusmp 9100 435.gromacs 7140 436.cactusADM 11950 ' +
  '437.leslie3d 9400 444.namd 8020 447.dealII 11440 450.soplex 8340 453.povray 5320 454.calculix 8250 ' +
  '459.GemsFDTD 10610 465.tonto 9840 470.lbm 13740 481.wrf 11170 482.sphinx3 19490'

const intrate2017 =
  '500.perlbench_r 1592 502.gcc_r 1416 505.mcf_r 1616 520.omnetpp_r 1312 523.xalancbmk_r 1056 525.x264_r 1751 ' +
  '531.deepsjeng_r 1146 541.leela_r 1656 548.exchange2_r 2620 557.xz_r 1080'

const fprate2017 =
  '503.bwaves_r 10028 507.cactuBSSN_r 1266 508.namd_r 950 510.parest_r 2616 511.povray_r 2335 519.lbm_r 1054 ' +
  '521.wrf_r 2240 526.blender_r 1523 527.cam4_r 1749 538.imagick_r 2487 544.nab_r 1683 549.fotonik3d_r 3897 ' +
  '554.roms_r 1589'

const intspeed2017 =
  '600.perlbench_s 1775 602.gcc_s 3982 605.mcf_s 4721 620.omnetpp_s 1631 623.xalancbmk_s 1417 625.x264_s 1764 ' +
  '631.deepsjeng_s 1433 641.leela_s 1706 648.exchange2_s 2940 657.xz_s 6182'

const fpspeed2017 =
  '603.bwaves_s 58998 607.cactuBSSN_s 16670 619.lbm_s 5238 621.wrf_s 13226 627.cam4_s 8863 628.pop2_s 11873 ' +
  '638.imagick_s 14426 644.nab_s 17472 649.fotonik3d_s 9116 654.roms_s 15745'

export const suites: readonly Suite[] = [
  suite('CINT2006', 2006, 'speed', cint2006, 'SPECint_base2006', 'SPECint2006'),
  suite('CINT2006', 2006, 'rate', cint2006, 'SPECint_rate_base2006', 'SPECint_rate2006'),
  suite('CFP2006', 2006, 'speed', cfp2006, 'SPECfp_base2006', 'SPECfp2006'),
  suite('CFP2006', 2006, 'rate', cfp2006, 'SPECfp_rate_base2006', 'SPECfp_rate2006'),
  suite('intrate', 2017, 'rate', intrate2017, 'SPECrate2017_int_base', 'SPECrate2017_int_peak'),
  suite('fprate', 2017, 'rate', fprate2017, 'SPECrate2017_fp_base', 'SPECrate2017_fp_peak'),
  suite('intspeed', 2017, 'speed', intspeed2017, 'SPECspeed2017_int_base', 'SPECspeed2017_int_peak'),
  suite('fpspeed', 2017, 'speed', fpspeed2017, 'SPECspeed2017_fp_base', 'SPECspeed2017_fp_peak'),
]

/** The suite that has both the benchmark and the mode; CPU2017 names differ by mode, CPU2006 names do not. */
export function findSuite(benchmark: string, mode: Mode | null): Suite | null {
  const found = suites.filter(({ references }) => references.has(benchmark))
  return found.find((suite) => suite.mode === mode) ?? (found.length === 1 ? found[0]! : null)
}

/** The suite and tuning of a metric's name: `SPECint_rate_base2006`, also `SPECint(R)_rate_base2006`. */
export function findScore(name: string): { suite: Suite; tuning: Tuning } | null {
  const plain = name.replace('(R)', '')
  for (const suite of suites) {
    if (suite.scoreNames.base === plain) return { suite, tuning: 'base' }
    if (suite.scoreNames.peak === plain) return { suite, tuning: 'peak' }
  }
  return null
}

function suite(id: string, generation: 2006 | 2017, mode: Mode, list: string, base: string, peak: string): Suite {
  const words = list.split(' ')
  const references = new Map<string, number>()
  for (let i = 0; i < words.length; i += 2) references.set(words[i]!, Number(words[i + 1]))
  return { id, generation, mode, references, scoreNames: { base, peak }, minimumRuns: generation === 2006 ? 3 : 2 }
}
