/**
 * `values.json`: every number that a report shows in a table or chart, unrounded, with the logs behind it. From a figure in
 * the PDF it leads to files and lines; `results.json` has their checksums.
 */
import { showOrigin } from '../compose/prose.ts'
import type { ReportData } from '../compose/report-data.ts'

export function formatValues({ views }: ReportData): string {
  const lines = [...views.values()].flatMap((view) =>
    view.rows.flatMap((row, at) =>
      view.columns.map((column, index) => {
        const { value, style, repetitions, spread, status, origins } = view.cells[at]![index]!
        return JSON.stringify({
          view: view.id,
          row: row.keys,
          column: column.keys,
          value,
          unit: style.unit,
          repetitions,
          spread,
          status,
          origins: origins.map(showOrigin),
        })
      }),
    ),
  )
  return `[\n${lines.join(',\n')}\n]\n`
}
