// A typed line as words, with some left out or replaced.

import type { Tokens } from '../index/words/fold.ts'

/** A line with something left out or put in other words. */
export interface Line {
  readonly tokens: Tokens
  /** What was given up, in the words that callers see. */
  readonly without: readonly string[]
  /** It says something else than was typed: no building stands for a unit of it. */
  readonly isGuess?: boolean
}

/** The words and what stands between them: `UNIT 3/12 KING ST`; a space at the end says that the last is whole. */
export function textOf({ words, gaps, open }: Tokens): string {
  const text = words.map((word, i) => `${word}${gaps[i] ?? ' '}`).join('')
  return open ? text.slice(0, -1) : text
}

/** The line without the words from `from` up to, but not including, `to`. */
export function leaveOut(line: Line, from: number, to: number, what: string): Line {
  return { ...replace(line, from, to - from, []), without: [...new Set([...line.without, what])] }
}

export function replace(line: Line, at: number, count: number, instead: readonly string[]): Line {
  const { words, gaps, open } = line.tokens
  const isEnd = at + count === words.length
  const lastGap = gaps[at + count - 1] ?? ' '
  const gapsInstead = instead.map((_, i) => (i === instead.length - 1 ? lastGap : ' '))
  return {
    ...line,
    tokens: {
      words: words.toSpliced(at, count, ...instead),
      gaps: gaps.toSpliced(at, count, ...gapsInstead),
      open: open && !(isEnd && instead.length === 0),
    },
  }
}
