/**
 * Iometer result files (`results.csv`), written by the Windows GUI of Iometer 2001.07.19 to 1.1.0 and by its Qt rewrite.
 * Grammar from the writer's source: https://github.com/iometer-org/iometer (`GalileoView.cpp`, `Manager.cpp`,
 * `Worker.cpp`: `SaveResults`).
 *
 *     'Test Type,Test Description
 *     6,SQL Server workload
 *     'Version
 *     2008.06.18
 *     'Time Stamp
 *     2010-07-26 09:28:04:211
 *     'Access specifications … 'End access specifications
 *     'Results
 *     'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,Read IOps,…
 *     ALL,All,8k 0% Read,1,1,1,1196.489673,0.000000,…
 *     MANAGER,JUDE1OLD,8k 0% Read,,1,1,1196.489673,…
 *     'Time Stamp
 *     2010-07-26 09:29:04:245
 *
 * ANSI code page of the host, commas without quoting, decimal points in every locale. Files are appended to: many
 * series, versions and years in one. What the quirks are and how they are met is in `about` below.
 */
import type { Format } from '../format.ts'
import { readTables } from '../iometer/reader.ts'
import { at } from '../iometer/columns.ts'
import { shortenRow } from '../iometer/row.ts'
import { BlockCollector } from './block.ts'
import { checkBlock } from './checks.ts'
import { findFacts } from './facts.ts'
import { normaliseTests } from './normalise.ts'
import { reportReusedNames } from './spec-names.ts'
import type { JudgedBlock } from './validity.ts'

export const iometerCsv: Format<JudgedBlock[]> = {
  id: 'iometer-csv',
  title: 'Iometer results (CSV)',
  about: {
    versions: '2004.07.30, 2006.07.27, 2008.06.18, 2010.02.07, 1.1.0-rc1, 1.1.0 and its interim builds, the Qt rewrite',
    reads: 'every test of every series: totals, managers, processors, workers, targets, latency bins, specifications',
    leaves: 'raw maxima of transactions and connections; bins and raw ticks of targets, which repeat their worker',
    quirks: [
      'Columns are found by header text: versions do not tell layouts apart.',
      'MBps is 2^20 bytes per second in every version, whatever its header says.',
      'PROCESSOR rows of 1.1.0-rc1 sit three columns too far left; they are moved.',
      'Names hold commas and quotes, which mean nothing; numbers are counted from the right.',
      'Totals of network tests count both ends; scope "all" counts the servers only, scope "bothEnds" is as printed.',
      'A blank specification name in ALL is looked up in the WORKER rows, then in the specification block.',
      'The file holds the end of a test only; its start is computed from the run time.',
      'Stopped and aborted tests are found by their run time.',
      'A file saved by a spreadsheet is read, with an error, since counters have been rounded.',
    ],
  },
  detect(head) {
    return (
      /^"?'(?:Test Type"?[,;\t]"?Test Description|Iometer Output File|Target Type"?[,;\t])/m.test(head.text) ||
      /^'Access specifications$/m.test(head.text.replaceAll('\r', ''))
    )
  },
  async parse(source) {
    const { problems } = source
    const tests: JudgedBlock[] = []
    let isResaved = false
    const collector = new BlockCollector(problems, (block) => {
      const facts = findFacts(block)
      checkBlock(block, facts, isResaved, problems)
      // The load is the last of the columns that a brief test needs.
      if (block.isBrief && block.all) shortenRow(block.all, at.cpu)
      tests.push({ block, facts })
    })
    await readTables(source, {
      table(start) {
        isResaved = start.isResaved
        if (start.layout.stamp !== -1) {
          problems.fail('inst-file', 'Unexpected column TimeStamp, expected a file of whole tests', {
            line: start.line,
            hint: 'This is an "inst" file of intervals: name it inst…csv or read it with --as iometer-inst.',
          })
        }
        collector.table(start)
      },
      row: (row) => {
        collector.row(row)
      },
      end: (end) => {
        collector.end(end)
      },
    })
    reportReusedNames(tests, problems)
    return tests
  },
  normalise: normaliseTests,
}
