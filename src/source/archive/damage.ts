/** Trouble met while bytes stream out of a container. What came out before it can be used. */
import type { ProblemDetails, ProblemSink } from '../../problems.ts'
import type { Open } from '../source.ts'

export class Damage extends Error {
  readonly ruleId: string
  readonly details: ProblemDetails
  readonly severity: 'warning' | 'error'

  constructor(ruleId: string, message: string, details: ProblemDetails = {}, severity: 'warning' | 'error' = 'error') {
    super(message)
    this.name = 'Damage'
    this.ruleId = ruleId
    this.details = details
    this.severity = severity
  }

  report(sink: ProblemSink): void {
    sink[this.severity](this.ruleId, this.message, this.details)
  }
}

/**
 * The same bytes, but damage ends them quietly and becomes a problem, once however often they are read: a log format
 * then sees a short log instead of an exception.
 */
export function reporting(open: Open, sink: ProblemSink): Open {
  const reported = new Set<string>()
  return async function* () {
    try {
      yield* open()
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      if (!reported.has(error.message)) error.report(sink)
      reported.add(error.message)
    }
  }
}
