/** From virtual-user runs to runs. */
import { RunBuilder } from '../../model/builder.ts'
import type { Run } from '../../model/result.ts'
import type { Source } from '../../source/source.ts'
import { checkAggregate, printPrecision } from '../aggregate.ts'
import type { HammerReader, HammerRun, QuerySet } from './reader.ts'

const queriesInSet = 22

export function normaliseRuns({ version, runs }: HammerReader, source: Source): Run[] {
  return runs
    .filter(({ isBuild }) => !isBuild)
    .map((run, index) => {
      const builder = new RunBuilder(source, {
        benchmark: 'hammerdb',
        tool: 'HammerDB',
        toolVersion: version,
        index,
        line: run.line,
      })
      const isQueries = run.querySets.size > 0 || run.benchmark === 'TPROC-H'
      describe(builder, run, isQueries)
      judgeUsers(builder, run, source)
      if (isQueries) normaliseQueries(builder, run, source)
      else normaliseTransactions(builder, run, source)
      return builder.build()
    })
}

function describe(builder: RunBuilder, run: HammerRun, isQueries: boolean): void {
  builder
    .dimension('workload', isQueries ? 'TPROC-H' : 'TPROC-C')
    .setting('rampupMinutes', run.rampupMinutes)
    .setting('durationMinutes', run.durationMinutes)
  for (const [name, value] of run.settings) builder.setting(name, value)
  const database = run.result?.database ?? run.database
  if (database !== null) builder.dimension('database', database)
  const users = run.activeUsers ?? run.virtualUsers ?? (isQueries ? run.querySets.size : null)
  if (users !== null) builder.dimension('virtualUsers', users)
  const [warehouses, scale] = ['count_ware', 'scale_fact'].map((name) => Number(run.settings.get(name) ?? NaN))
  if (!isQueries && Number.isInteger(warehouses)) builder.dimension('warehouses', warehouses!)
  if (isQueries && Number.isFinite(scale)) builder.dimension('scaleFactor', scale!)
}

function judgeUsers(builder: RunBuilder, run: HammerRun, source: Source): void {
  for (const { user, line } of run.failedUsers) {
    builder.invalid(`Virtual user ${user} failed.`)
    source.problems.warning('job-failed', `Unexpected failure of virtual user ${user}, expected success`, {
      line,
      hint: 'Its error stands above in the log. Repair and run again.',
    })
  }
  if (run.activeUsers !== null && run.virtualUsers !== null && run.activeUsers !== run.virtualUsers) {
    builder.remark(`${run.virtualUsers} virtual users were asked for, ${run.activeUsers} were active.`)
  }
}

function normaliseTransactions(builder: RunBuilder, run: HammerRun, source: Source): void {
  const { result } = run
  if (!result || (result.nopm === null && result.tpm === null)) {
    builder.invalid('There is no TEST RESULT: the test failed, was stopped, or the log breaks off.')
    source.problems.warning('missing-result', 'Unexpected end of a test without TEST RESULT, expected NOPM and TPM', {
      line: result?.line ?? run.line,
      hint: 'Let the test run to its end, or copy the log again.',
    })
    return
  }
  const { nopm, tpm, line } = result
  if (nopm === null || tpm === null) {
    builder.invalid('The result line breaks off.')
    source.problems.error('truncated-results', 'Unexpected end of TEST RESULT, expected both NOPM and TPM', {
      line,
      hint: 'The log is cut off here. Copy it again.',
    })
  }
  if (nopm === 0 || tpm === 0) {
    builder.invalid('No transactions were counted: the virtual users ended before the test period did.')
    source.problems.warning('no-transactions', 'Unexpected result of 0, expected transactions', {
      line,
      hint: 'The users had finished their iterations, or could not reach the database. Raise total_iterations.',
    })
  } else if (run.earlyUsers > 0) {
    builder.invalid(`${run.earlyUsers} virtual users ended before the test period did.`)
  }
  builder.setting('scoreIs', 'NOPM: new orders per minute')
  builder.setting('transactionsAre', 'TPM / 60, counted by the database in its own way: compare NOPM between databases')
  builder.observe('score', nopm, '1', { line })
  builder.observe('newOrders', nopm === null ? null : nopm / 60, '1/s', { line })
  builder.observe('transactions', tpm === null ? null : tpm / 60, '1/s', { line })
}

function normaliseQueries(builder: RunBuilder, run: HammerRun, source: Source): void {
  const users = run.virtualUsers ?? run.querySets.size
  const finished = [...run.querySets.values()].filter((sets) => (sets.at(-1)?.seconds ?? null) !== null).length
  if (finished < users || finished === 0) {
    builder.invalid(`${finished} of ${users} virtual users completed their queries.`)
    source.problems.warning(
      'missing-result',
      'Unexpected end of a query test, expected completed query sets of all users',
      {
        line: run.line,
        actual: `${finished} users`,
        expected: `${users} users`,
        hint: 'Let the test run to its end, or copy the log again.',
      },
    )
  }
  builder.remark('TPROC-H is no audited TPC-H result.')
  for (const [virtualUser, sets] of run.querySets) {
    for (const set of sets) observeSet(builder, virtualUser, set, sets.length, source)
  }
}

function observeSet(builder: RunBuilder, virtualUser: number, set: QuerySet, sets: number, source: Source): void {
  const dimensions = { virtualUser, ...(sets > 1 && { querySet: set.number }) }
  const { seconds, geometricMean, queries } = set
  const distinct = new Set(queries.map(({ query }) => query)).size
  if (seconds && distinct < queriesInSet) {
    builder.invalid(`Virtual user ${virtualUser} has times of ${distinct} of ${queriesInSet} queries.`)
  }
  if (seconds) builder.observe('querySetTime', seconds.value, 's', { dimensions, line: seconds.line })
  if (geometricMean) {
    const { value, line } = geometricMean
    builder.observe('queryTimeGeometricMean', value, 's', { dimensions, line })
    const before = source.problems.count('aggregate-differs')
    checkMean(set, source)
    if (source.problems.count('aggregate-differs') > before) {
      builder.invalid(`The geometric mean of virtual user ${virtualUser} contradicts its query times.`)
    }
  }
  for (const { query, seconds, line } of queries) {
    builder.observe('queryTime', seconds, 's', { dimensions: { ...dimensions, query }, line })
  }
}

/** The mean is that of the last pass, over queries that returned rows: only all of them can be compared. */
function checkMean({ geometricMean, queries }: QuerySet, source: Source): void {
  if (!geometricMean || queries.length !== queriesInSet || queries.some(({ seconds }) => seconds <= 0)) return
  const logs = queries.reduce((sum, { seconds }) => sum + Math.log(seconds), 0)
  const recomputed = Math.exp(logs / queries.length)
  // Relative errors of the factors add up; times have up to three decimals, trailing zeros left out.
  const relative = queries.reduce((sum, { seconds }) => sum + 0.0005 / seconds, 0) / queries.length
  checkAggregate(source.problems, {
    name: 'geometric mean of query times',
    printed: geometricMean.value,
    recomputed,
    tolerance: printPrecision(geometricMean.text) + recomputed * relative,
    line: geometricMean.line,
  })
}
