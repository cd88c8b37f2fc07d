// How many typing errors lie between two words: insertions, deletions, substitutions, swaps of neighbours.

import { editsAllowed } from '../../index/terms/terms.ts'

/** Whether one typing error, of those that the search allows, lies between what was typed and a word. */
export function isOneTypo(typed: string, word: string): boolean {
  if (editsAllowed(typed) === 0 || Math.abs(typed.length - word.length) > 1) return false
  // Of three letters only a left-out fourth is allowed.
  if (typed.length < LETTERS_MIN && word.length !== LETTERS_MIN) return false
  return editDistance(typed, word) <= 1
}

const LETTERS_MIN = 4

export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i)
  const at = (row: readonly number[], j: number) => row[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(substituted, at(last, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(beforeLast, j - 2) + 1)
      }
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}
