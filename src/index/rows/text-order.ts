// Puts texts that were numbered in order of first use into sorted order.

export interface SortedTexts {
  readonly sorted: readonly string[]
  /** For each number of first use its place in sorted order. */
  readonly places: Uint32Array
}

/** `numbers` has the number of each text, from 0 without a gap. */
export function sortTexts(numbers: ReadonlyMap<string, number>): SortedTexts {
  const sorted = [...numbers.keys()].sort()
  const places = new Uint32Array(sorted.length)
  sorted.forEach((text, place) => {
    const number = numbers.get(text)
    if (number !== undefined) places[number] = place
  })
  return { sorted, places }
}
