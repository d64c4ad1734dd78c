/** Whether a run passed: by what the page says and by its numbers. The worse of the two counts. */
import type { RunBuilder } from '../../model/builder.ts'
import { beyondLimit } from '../../model/beyond-limit.ts'
import type { Source } from '../../source/source.ts'
import type { Limits } from './limits.ts'
import type { Measurement } from './measurements.ts'
import type { Field } from './page.ts'

export interface Evidence {
  /** The field `Overall Test Result`. */
  result: Field | null
  limits: Limits | null
  measurements: readonly Measurement[]
  /** False when rows are missing: what they hold may break a limit. */
  isWhole: boolean
  achieved: number | null
  target: number | null
}

export function judge(builder: RunBuilder, evidence: Evidence, source: Source): void {
  const latencies = brokenLimits(evidence)
  const broken = [...latencies, ...missedTarget(evidence)]
  if (latencies.length > 0 && evidence.isWhole) builder.setting(beyondLimit, true)
  const { result } = evidence
  const printed = result === null ? null : verdictOf(result.text)
  if (result && printed === null) {
    source.problems.warning('unknown-word', 'Unexpected overall test result, expected Pass or Fail', {
      line: result.line,
      actual: result.text.slice(0, 60),
      expected: 'Pass or Fail',
      hint: 'The verdict was left open. The page may be of another version or language.',
    })
  }
  if (printed === 'pass' && evidence.isWhole) builder.valid()
  for (const reason of broken) builder.invalid(reason)
  if (printed === 'fail' && broken.length === 0) {
    builder.invalid('Jetstress reports that the test failed, for a reason that is not in its tables')
  }
  if (result && printed === 'pass' && broken.length > 0) {
    source.problems.error('verdict-differs', `Unexpected overall result Pass, expected Fail: ${broken[0]!}`, {
      line: result.line,
      actual: result.text,
      expected: 'Fail',
      hint: 'The run was taken as failed. Limits in JetstressConfig.xml may have been raised, or the page edited.',
    })
  }
}

function verdictOf(text: string): 'pass' | 'fail' | null {
  if (/^pass(?:ed)?\b/i.test(text)) return 'pass'
  return /^fail(?:ed|ure)?\b/i.test(text) ? 'fail' : null
}

function brokenLimits({ limits, measurements }: Evidence): string[] {
  if (!limits) return []
  return measurements.flatMap(({ instance, volume, operation, time }) => {
    const limit =
      volume === 'log'
        ? operation === 'write'
          ? limits.logWrite
          : null
        : operation === 'read'
          ? limits.databaseRead
          : limits.databaseWrite
    // Exactly on the limit has passed.
    if (limit === null || time === null || time.value <= limit) return []
    return [`average ${operation} latency of the ${volume} ${instance} is ${ms(time.value)} ms, limit ${ms(limit)} ms`]
  })
}

function missedTarget({ achieved, target }: Evidence): string[] {
  if (achieved === null || target === null || achieved >= target) return []
  return [`achieved ${achieved} transactional I/Os per second, target ${target}`]
}

function ms(seconds: number): string {
  return String(Number((seconds * 1000).toPrecision(6)))
}
