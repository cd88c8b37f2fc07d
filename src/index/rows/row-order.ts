// Lists of row numbers: made, thinned out, and sorted by the values that their rows have.
// Unchecked: hot, each goes over all rows, and row numbers come from the columns themselves.

import { freeMemory } from './growing-arrays.ts'

export function countUp(count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  return order
}

/** The value of each of the rows, in their order. `Uint32Array.from` would make a plain array of them first. */
export function valuesOf(rows: Uint32Array, column: Uint32Array): Uint32Array {
  const values = new Uint32Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]]
  return values
}

/** Those of the numbers that are kept, in place. A typed array's own `filter` makes a plain array of them first. */
export function kept(numbers: Uint32Array, isKept: (number: number) => boolean): Uint32Array {
  let count = 0
  for (let i = 0; i < numbers.length; i++) if (isKept(numbers[i])) numbers[count++] = numbers[i]
  return numbers.subarray(0, count)
}

const DIGIT_BITS = 11
const DIGITS = 3
const DIGIT_VALUES = 1 << DIGIT_BITS

/** Radix sort by a key each. Equal keys keep their order, so sort by the lesser key first. `order` is used up. */
export function sortByKey(order: Uint32Array, keyOf: Uint32Array): Uint32Array {
  const counts = countDigits(order, keyOf)
  let from: Uint32Array = order
  let to: Uint32Array = new Uint32Array(order.length)
  for (let digit = 0; digit < DIGITS; digit++) {
    const shift = digit * DIGIT_BITS
    const starts = counts.subarray(digit * DIGIT_VALUES, (digit + 1) * DIGIT_VALUES)
    if (starts.includes(order.length)) continue
    let before = 0
    for (let i = 0; i < DIGIT_VALUES; i++) {
      const count = starts[i]
      starts[i] = before
      before += count
    }
    for (let i = 0; i < from.length; i++) {
      const row = from[i]
      to[starts[(keyOf[row] >>> shift) & (DIGIT_VALUES - 1)]++] = row
    }
    const swap = from
    from = to
    to = swap
  }
  freeMemory(to)
  return from
}

function countDigits(order: Uint32Array, keyOf: Uint32Array): Uint32Array {
  const counts = new Uint32Array(DIGITS * DIGIT_VALUES)
  for (let i = 0; i < order.length; i++) {
    const key = keyOf[order[i]]
    counts[key & (DIGIT_VALUES - 1)]++
    counts[DIGIT_VALUES + ((key >>> DIGIT_BITS) & (DIGIT_VALUES - 1))]++
    counts[2 * DIGIT_VALUES + (key >>> (2 * DIGIT_BITS))]++
  }
  return counts
}
