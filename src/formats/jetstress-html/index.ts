/**
 * Reports of Microsoft Exchange Server Jetstress: `Performance_2012_3_20_14_17_8.html`, `Stress_….html`. Written when a test has ended; a
 * crash leaves none. One run a page: the rates and latencies of databases and logs under a number of threads.
 *
 *     <tr><td class="grid_row_header">Overall Test Result</td>
 *     <td>Pass</td></tr>
 *     <tr><td class="grid_row_header">Achieved Transactional I/O per Second</td>
 *     <td>625.33</td></tr>
 *
 * Rows are known by their labels, tables by their column heads, so that layout and order do not matter. Labels and limits
 * differ by version: `Achieved I/O per Second` and a table of drives in seconds until 2007, a table of database instances in
 * milliseconds since 2010. Numbers and dates have the format of the machine that ran the test.
 * Labels and their cells: ExchangeDsc (dsccommunity), `DSC_ExchJetstress.psm1`; thresholds: `JetstressConfig.xml` of 15.0.995.
 */
import { readHtml } from '../../source/html.ts'
import type { Format } from '../format.ts'
import { toRun } from './normalise.ts'
import { readPage, type JetstressPage } from './page.ts'

export const jetstressHtml: Format<JetstressPage> = {
  id: 'jetstress-html',
  title: 'Jetstress report (HTML)',
  about: {
    versions: '2004 (06), 2007 (08), 2010 (14), 2013 (15), from descriptions of their reports',
    reads:
      'Achieved and target I/O per second, rates and latencies of each database and log, threads, operation mix, processor time, verdict.',
    leaves:
      'Background maintenance, log replication, all I/O together, sizes of requests, other host counters, the test log but its thresholds.',
    quirks: [
      'Decimal comma or point is decided once for a page; a number that may be read in two ways is left out.',
      'Whether the month or the day comes first, the file name of the performance log tells.',
      'Limits are those of the version unless the test log prints others; maxima are not in the page and not checked.',
      'A page that says Pass while its numbers break a limit counts as failed.',
      'The RAID level is taken from the test description if that names exactly one.',
    ],
  },

  detect({ text, name }) {
    if (!/<(?:!doctype html|html|table|head)\b/i.test(text)) return false
    return /\bJetstress\b/i.test(text) || /^(?:Performance|Stress|DatabaseBackup|SoftRecovery)_\d{4}_\d/i.test(name)
  },

  async parse(source) {
    const page = readPage(await readHtml(source))
    if (page.tables.length === 0 && !page.fields.has('overall test result')) {
      source.problems.fail(
        'no-jetstress-result',
        'Unexpected page without test result and tables, expected a Jetstress report',
        {
          line: 1,
          hint: 'Jetstress writes its report when the test has ended; run the test again if this one is empty.',
        },
      )
    }
    return page
  },

  normalise(page, source) {
    return [toRun(page, source)]
  },
}
