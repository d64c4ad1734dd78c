/** Puts placeholders into words and checks claims. What is wrong leads to the line of the sentence in the template. */
import type { PhrasingContent, Root } from 'mdast'
import type { TextDirective } from 'mdast-util-directive'
import { toString } from 'mdast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { ExpressionError, holds, type Reading, type Scope } from '../analyse/expression.ts'
import type { Origin } from '../model/result.ts'
import type { ProblemSink } from '../problems.ts'
import { placeOf } from './numbering.ts'
import { evaluatePlaceholder, PlaceholderError, type Evaluator } from './placeholder.ts'

export interface ProseContext {
  evaluator: Evaluator
  scope: Scope
  problems: ProblemSink
  /** A draft marks sentences whose claim is broken; otherwise they stop the report. */
  draft: boolean
}

/** Changes `tree`: no placeholder and no claim is left in it. */
export function writeProse(tree: Root, context: ProseContext): void {
  visit(tree, 'mustache', (node, index, parent) => {
    if (!parent || index === undefined) return undefined
    const replacement = renderPlaceholder(node.value, placeOf(node), context)
    parent.children.splice(index, 1, replacement)
    return [SKIP, index + 1]
  })
  visit(tree, 'textDirective', (node, index, parent) => {
    if (!parent || index === undefined) return undefined
    const children = node.name === 'claim' ? checkClaim(node, context) : node.children
    parent.children.splice(index, 1, ...children)
    return [SKIP, index]
  })
}

function renderPlaceholder(
  text: string,
  place: { line: number | undefined; column: number | undefined },
  { evaluator, problems }: ProseContext,
): PhrasingContent {
  try {
    const rendered = evaluatePlaceholder(text, evaluator)
    return typeof rendered === 'string' ? { type: 'text', value: rendered } : rendered
  } catch (error) {
    if (!(error instanceof PlaceholderError)) throw error
    problems.error('placeholder', `Unexpected placeholder {{${text}}}: ${error.message}`, {
      ...place,
      hint: 'See docs/report-language.md for the helpers and names.',
    })
    return { type: 'text', value: `{{${text}}}` }
  }
}

function checkClaim(node: TextDirective, { scope, problems, draft }: ProseContext): PhrasingContent[] {
  const condition = node.attributes?.if
  if (!condition) {
    problems.error(
      'claim-without-condition',
      'Unexpected claim without a condition, expected one, such as {if="min(read.speedup) > 2"}',
      {
        ...placeOf(node),
        hint: 'In a translation the condition must be kept as in the English text.',
      },
    )
    return node.children
  }
  try {
    const verdict = holds(condition, scope)
    if (verdict.holds) return node.children
    problems.error('broken-claim', `Unexpected data for "${toString(node)}": ${condition} does not hold`, {
      ...placeOf(node),
      actual: describe(verdict.readings),
      expected: condition,
      hint: `The data: ${describe(verdict.readings)}. The logs: ${logsOf(verdict.readings)}. Change the sentence, or check the logs.`,
    })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    problems.error('claim-condition', `Unexpected condition ${condition} of "${toString(node)}": ${error.message}`, {
      ...placeOf(node),
      hint: 'See docs/report-language.md for conditions.',
    })
  }
  return draft
    ? [
        {
          type: 'strong',
          children: node.children,
          data: { hName: 'mark', hProperties: { className: ['broken-claim'] } },
        },
      ]
    : node.children
}

/** A value that two parts of a condition read is told once. */
function distinctReadings(readings: Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [reading.name, reading])).values()]
}

function describe(readings: Reading[]): string {
  return distinctReadings(readings)
    .map(
      ({
        name,
        value,
        cell: {
          style: { unit },
        },
      }) => `${name} = ${Number(value.toPrecision(6))}${unit === '' ? '' : ` ${unit}`}`,
    )
    .join(', ')
}

/** The logs behind the values, each once; a long list is cut. */
function logsOf(readings: Reading[]): string {
  const places = new Set(readings.flatMap(({ cell }) => cell.origins).map(showOrigin))
  const shown = [...places].slice(0, 6).join(', ')
  return places.size > 6 ? `${shown} and ${places.size - 6} more` : shown
}

export function showOrigin({ path, member, line, byte }: Origin): string {
  const file = member === null ? path : `${path}/${member}`
  return line !== null ? `${file}:${line}` : byte !== null ? `${file}:byte ${byte}` : file
}
