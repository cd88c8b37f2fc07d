// Finds the regular expressions in a source file: its literals, and the calls that make one of a text.

interface FoundRegex {
  /** With its slashes and flags; of a call, the call up to its closing parenthesis. */
  readonly text: string
  readonly isLiteral: boolean
}

const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)+/y
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const WORD = /[\w$#\p{L}]+/uy
/** Always with `new`: the linter holds that. */
const CALL = /new RegExp\([^\n]*\)/y
const CALL_NAME = 'new RegExp'
/** Words behind which no value has ended, so that a slash begins an expression. */
const BEFORE_VALUE = new Set(
  'return typeof case in of do else void delete throw await yield'.split(' '),
)

export function regexesIn(source: string): FoundRegex[] {
  const found: FoundRegex[] = []
  /** For each open brace, whether it belongs to a template, which goes on behind its end. */
  const braces: boolean[] = []
  let isAfterValue = false
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0]
    at += text?.length ?? 0
    return text
  }
  /** Passes the text of a template, up to its end or to the braces of a value. */
  const passTemplate = () => {
    while (at < source.length && source[at] !== '`' && !source.startsWith('${', at)) {
      at += source[at] === '\\' ? 2 : 1
    }
    const isEnd = source[at] === '`'
    at += isEnd ? 1 : 2
    if (!isEnd) braces.push(true)
    isAfterValue = isEnd
  }
  while (at < source.length) {
    if (take(SKIPPED) !== undefined) continue
    if (take(STRING) !== undefined) {
      isAfterValue = true
      continue
    }
    const literal = isAfterValue ? undefined : take(REGEX)
    if (literal !== undefined) {
      found.push({ text: literal, isLiteral: true })
      isAfterValue = true
      continue
    }
    const from = at
    const call = take(CALL)
    if (call !== undefined) found.push({ text: call, isLiteral: false })
    at = call === undefined ? from : from + CALL_NAME.length
    if (call !== undefined) continue
    const word = take(WORD)
    if (word !== undefined) {
      isAfterValue = !BEFORE_VALUE.has(word)
      continue
    }
    const sign = source[at] ?? ''
    at += 1
    if (sign === '{') braces.push(false)
    if (sign === '`' || (sign === '}' && braces.pop() === true)) passTemplate()
    else isAfterValue = sign === ')' || sign === ']' || sign === '}'
  }
  return found
}
