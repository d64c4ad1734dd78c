/**
 * Iometer's file of last updates (`instresults.csv`, 1.1.0 with "Record last update results to file"): the speed of each
 * worker over time. Written by `GalileoView.cpp` and `Worker.cpp` (`SaveResultsInstantaneous…`),
 * https://github.com/iometer-org/iometer.
 *
 *     'Results
 *     TimeStamp,'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,…
 *     2022-11-11 11:27:46:242,WORKER,Worker 1,,,,1,3389.8,0,3389.8,423.725,…
 *     2022-11-11 12:27:45:258,WORKER,Worker 1,128 KiB; 0% Read,,,1,3364.25,0,3364.25,420.531,…
 *     2022-11-11 12:27:45:258,ALL,All,128 KiB; 0% Read,1,1,1,3364.250468,…
 *
 * The first kind of row is an interval of one target, though it is called by its worker; the others are the whole test.
 */
import type { Format } from '../format.ts'
import { normaliseInst } from './normalise.ts'
import { parseInst, type InstTest } from './parse.ts'

const header = /^"?TimeStamp"?[,;\t]"?'Target Type/m

export const iometerInst: Format<InstTest[]> = {
  id: 'iometer-inst',
  title: 'Iometer results over time (inst CSV)',
  about: {
    versions: '1.1.0',
    reads: 'rates, response times and errors per interval, of each worker and of all; the rows of the whole test',
    leaves: 'latency bins, counters and raw ticks of single intervals',
    quirks: [
      'An interval has one row per target, all with the name of their worker: they are added.',
      'Stamps within an interval differ by milliseconds; the last one counts.',
      'The first and the last interval are shorter: `intervalDuration` is the weight of each.',
      'Rows of the whole test stand among the intervals; they become observations, not samples.',
      'Numbers have 6 digits and exponents like 1e+007.',
    ],
  },
  detect(head) {
    if (header.test(head.text)) return true
    // Many specifications push the header out of the beginning: then only the name tells.
    return /^inst/i.test(head.name) && head.text.startsWith("'Test Type") && !/^"?'Target Type/m.test(head.text)
  },
  parse: parseInst,
  normalise: normaliseInst,
}
