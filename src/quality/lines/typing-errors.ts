// One slip of the fingers in one word: a neighbouring key, a letter doubled, dropped, or swapped with the next.

import type { SeededRandom } from '../../lib/seeded-random.ts'

export const LETTERS_MIN = 4
const TRIES_MAX = 8

const KEYBOARD = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const
const neighbours = new Map<string, readonly string[]>()
KEYBOARD.forEach((row, at) => {
  for (let i = 0; i < row.length; i += 1) {
    const below = KEYBOARD[at + 1] ?? ''
    const above = KEYBOARD[at - 1] ?? ''
    const near = [row[i - 1], row[i + 1], below[i - 1], below[i], above[i], above[i + 1]]
    neighbours.set(
      row[i],
      near.filter((key) => key !== undefined),
    )
  }
})

/** The text with one slip in one of its words of four letters or more; undefined if it has none. */
export function withTypingError(text: string, random: SeededRandom): string | undefined {
  const words = text.split(' ')
  const fit = words.flatMap((word, at) => (isLong(word) ? [at] : []))
  if (fit.length === 0) return undefined
  const at = random.pick(fit)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const slipped = slip(words[at], random)
    if (slipped !== words[at]) return words.with(at, slipped).join(' ')
  }
  return undefined
}

function isLong(word: string): boolean {
  return word.length >= LETTERS_MIN && /^[A-Z]+$/.test(word)
}

function slip(word: string, random: SeededRandom): string {
  const at = random.below(word.length)
  const before = word.slice(0, at)
  const after = word.slice(at + 1)
  switch (random.below(4)) {
    case 0:
      return before + random.pick(neighbours.get(word[at]) ?? [word[at]]) + after
    case 1:
      return before + word[at] + word[at] + after
    case 2:
      return before + after
    default:
      return before + (after[0] ?? '') + word[at] + after.slice(1)
  }
}

/** Whether one word can be the other with a single slip of any kind. */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.slice(1) === restB.slice(1)) return true
  if (restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
