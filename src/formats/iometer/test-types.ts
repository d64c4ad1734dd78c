/** The number that opens a preamble (`Galileo.rc`): how a series steps through workers, targets and queue depths. */
export const testTypes: readonly string[] = [
  'normal',
  'cycle targets',
  'cycle workers',
  'increment targets parallel',
  'increment targets serial',
  'cycle targets and workers',
  'cycle outstanding I/Os',
  'cycle outstanding I/Os and targets',
]
