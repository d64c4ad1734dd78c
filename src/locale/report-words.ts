/** The program's own words in a report. Every one is in the catalogues under the context "report words". */
export const reportWords = [
  'Figure {number}',
  'Table {number}',
  'Section {number}',
  'Appendix {number}',
  '{label}: {caption}',
  'Contents',
  'Page {page} of {pages}',
  'Version {version}',
  'Data notes',
  'Warnings of the logs',
  'Runs not used',
  'Contact',
  'Editions',
  'Draft: the data contradicts marked sentences',
  'Data (CSV)',
  'Left out, since there are no measurements: {chapters}.',
  'Legal notice',
  'Demonstration with reconstructed data. Not a publication of the vendor.',
  'This document demonstrates benchpaper. Its logs are synthetic reconstructions; product and company names belong to their owners and serve only as names.',
  'The numbers of this report were computed from {count} log files ({formats}). The files and their SHA-256 checksums are in the archive that belongs to the report (evidence.zip).',
  'Repeated runs are merged by their mean.',
  'Repeated runs are merged by their median.',
  'Of repeated runs the lowest value counts.',
  'Of repeated runs the highest value counts.',
  'Runs behind each value: {range}.',
  'Performance counters are averaged over the samples recorded while the measured work was running; samples before and after it, and missing samples, are left out.',
  'Amounts and durations read off performance counters are added up over the same samples.',
  'Ratios and factors are computed from unrounded values, so they can differ in the last digit from ratios of the printed values.',
  'In file sizes and rates, 1 KB is 1000 bytes, 1 MB is 1000 KB and 1 GB is 1000 MB.',
  'all {group}',
  'all {group} except {members}',
  '(est.)',
  '(calc.)',
  'Limit {limit}',
  '{title}, dashed',
  'Time since the start (h:mm:ss)',
] as const

export type ReportWord = (typeof reportWords)[number]

/** Context of the words in a catalogue. */
export const wordsContext = 'report words'

/** Context of the names of log formats. */
export const formatsContext = 'log formats'
