// One slip of the fingers in one word: a neighbouring key, a letter doubled, dropped, or swapped with the next.

import type { SeededRandom } from '../../../dev/seeded-random.ts'

export const LETTERS_MIN = 4
const TRIES_MAX = 8

const KEYBOARD = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM']
const NEIGHBOURS: ReadonlyMap<string, readonly string[]> = new Map(
  KEYBOARD.flatMap((row, at) => {
    const below = KEYBOARD[at + 1] ?? ''
    const above = KEYBOARD[at - 1] ?? ''
    return Array.from(row, (key, i) => {
      const near = [row[i - 1], row[i + 1], below[i - 1], below[i], above[i], above[i + 1]]
      return [key, near.filter((other) => other !== undefined)] as const
    })
  }),
)

/** The text with one slip in one of its words of four letters or more; undefined if it has none. */
export function withTypingError(text: string, random: SeededRandom): string | undefined {
  const words = text.split(' ')
  const long = words.flatMap((word, at) => (isLong(word) ? [{ word, at }] : []))
  if (long.length === 0) return undefined
  const { word, at } = random.pick(long)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const slipped = slip(word, random)
    if (slipped !== word) return words.with(at, slipped).join(' ')
  }
  return undefined
}

function isLong(word: string): boolean {
  return word.length >= LETTERS_MIN && /^[A-Z]+$/.test(word)
}

function slip(word: string, random: SeededRandom): string {
  const at = random.below(word.length)
  const before = word.slice(0, at)
  const letter = word.charAt(at)
  const after = word.slice(at + 1)
  switch (random.below(4)) {
    case 0:
      return before + random.pick(NEIGHBOURS.get(letter) ?? [letter]) + after
    case 1:
      return before + letter + letter + after
    case 2:
      return before + after
    default:
      return before + after.charAt(0) + letter + after.slice(1)
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
