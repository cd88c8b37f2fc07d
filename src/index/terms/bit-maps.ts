// Bit maps over streets. Each loop is a function of its own, so that it is compiled as one.
// Unchecked: hot, each loop goes over thousands of words for one keystroke.

/** The first word from `from` to `to` that has any street; `to` where none has. */
export function firstMarked(map: Uint32Array, from: number, to: number): number {
  let at = from
  while (at < to && map[at] === 0) at++
  return at
}

export function addMap(map: Uint32Array, other: Uint32Array, start: number): void {
  for (let i = 0; i < map.length; i++) map[i] |= other[start + i]
}

export function addList(map: Uint32Array, list: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const street = list[i]
    map[street >>> 5] |= 1 << (street & 31)
  }
}

/** Sets those of the bits from `from` up to `to` that another map has, from `at` on. */
export function copyBits(
  map: Uint32Array,
  at: number,
  other: Uint32Array,
  from: number,
  to: number,
) {
  for (let done = 0; from + done < to; ) {
    const [place, own] = [from + done, at + done]
    const count = Math.min(to - place, 32 - (own & 31), 32 - (place & 31))
    const bits = (other[place >>> 5] >>> (place & 31)) & (count === 32 ? -1 : (1 << count) - 1)
    map[own >>> 5] |= bits << (own & 31)
    done += count
  }
}

export function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function bitCount(map: Uint32Array): number {
  let count = 0
  for (let i = 0; i < map.length; i++) count += popCount(map[i])
  return count
}

export function setBits(map: Uint32Array, count: number): Uint32Array {
  const places = new Uint32Array(count)
  let at = 0
  for (let word = 0; at < count; word++) {
    for (let rest = map[word]; rest !== 0; rest &= rest - 1) {
      places[at++] = word * 32 + 31 - Math.clz32(rest & -rest)
    }
  }
  return places
}
