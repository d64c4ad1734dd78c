/**
 * Written by Performance Monitor (data collector sets), logman, relog and typeperf of every Windows since XP; and by
 * spreadsheets that have saved such a log again. Documented nowhere but in files; field notes are in `docs/formats.md`.
 *
 *     "(PDH-CSV 4.0) (Tokyo Standard Time)(-540)","\\HOST\Memory\Available MBytes","\\HOST\Processor(_Total)\% Processor Time"
 *     "06/18/2022 13:04:04.354","1024"," "
 *     "06/18/2022 13:04:05.354","1020","22.249346788282785781"
 *
 * Quirks: numbers and dates are the same in every language, names of objects, counters and zones are not; the encoding is the
 * machine's ANSI code page; the zone is cut at its first letter that is not ASCII; the last column may be a
 * description; the first record has no rates; one offset for the whole log, so that summer time ends with a step back.
 */
import type { Format } from '../format.ts'
import { isHeader } from './header.ts'
import { normaliseLog } from './normalise.ts'
import { readLog, type PerfmonText } from './read-log.ts'

export const perfmonText: Format<PerfmonText> = {
  id: 'perfmon-text',
  title: 'Windows performance log (CSV, TSV)',
  about: {
    versions: 'PDH-CSV 4.0 and PDH-TSV 4.0 of Windows 7 to 11; English, French, German, Japanese, Russian, Spanish',
    reads: 'every counter as a series, machine, time zone, description of the collector set',
    leaves: 'text that typeperf prints after the last record',
    quirks: [
      'Names in other languages are mapped to English where they are known; the logged name stays with the series.',
      'Percentages become ratios, KBytes and MBytes bytes (binary), times seconds.',
      'A blank value is missing, never zero; rates have none in the first record.',
      'Instances are told apart by #n in the order of the moment, so svchost#3 is not one process over time.',
      'A step back by an hour is the end of summer time; the series go on in real time.',
      'The log does not give its offset from UTC where the zone has a name in other letters than ASCII.',
      'A log saved again by a spreadsheet is read with warnings about lost digits and seconds.',
    ],
  },
  detect: ({ text }) => isHeader(text),
  parse: readLog,
  normalise: normaliseLog,
}
