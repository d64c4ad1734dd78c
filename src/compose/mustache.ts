/**
 * `{{…}}` in Markdown: a node of its own, so that quotes, stars and underscores inside it are not Markdown and every
 * placeholder knows its line. The text between the braces stays as written; `placeholder.ts` evaluates it.
 */
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Literal } from 'mdast'
import type { Code, Construct, Effects, Extension, State, Tokenizer } from 'micromark-util-types'

/** A placeholder in the syntax tree. */
export interface Mustache extends Literal {
  type: 'mustache'
  /** What stands between the braces: `value "cpu" row="10M"`. */
  value: string
}

declare module 'mdast' {
  interface PhrasingContentMap {
    mustache: Mustache
  }
  interface RootContentMap {
    mustache: Mustache
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mustache: 'mustache'
    mustacheMarker: 'mustacheMarker'
    mustacheValue: 'mustacheValue'
  }
}

const open = 123
const close = 125

const tokenize: Tokenizer = function (effects: Effects, ok: State, nok: State): State {
  let depth = 0
  return start

  function start(code: Code): State | undefined {
    effects.enter('mustache')
    effects.enter('mustacheMarker')
    return marker(code)
  }

  function marker(code: Code): State | undefined {
    if (code !== open) return nok(code)
    effects.consume(code)
    depth++
    if (depth < 2) return marker
    effects.exit('mustacheMarker')
    return begin
  }

  function begin(code: Code): State | undefined {
    if (code === null || code < 0 || code === close) return nok(code)
    effects.enter('mustacheValue')
    effects.consume(code)
    return inside
  }

  function inside(code: Code): State | undefined {
    // Line ends (negative codes) do not occur inside: a placeholder stands on one line.
    if (code === null || (code < 0 && code !== -1 && code !== -2)) return nok(code)
    if (code !== close) {
      effects.consume(code)
      return inside
    }
    effects.exit('mustacheValue')
    effects.enter('mustacheMarker')
    effects.consume(code)
    return end
  }

  function end(code: Code): State | undefined {
    if (code !== close) return nok(code)
    effects.consume(code)
    effects.exit('mustacheMarker')
    effects.exit('mustache')
    return ok
  }
}

const construct: Construct = { name: 'mustache', tokenize }

/** For the parser of Markdown's grammar. */
export const mustacheSyntax: Extension = { text: { [open]: construct } }

/** For the builder of the tree. */
export const mustacheFromMarkdown: FromMarkdownExtension = {
  enter: {
    mustache(token) {
      this.enter({ type: 'mustache', value: '' }, token)
    },
  },
  exit: {
    mustacheValue(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'mustache') node.value = this.sliceSerialize(token).trim()
    },
    mustache(token) {
      this.exit(token)
    },
  },
}
