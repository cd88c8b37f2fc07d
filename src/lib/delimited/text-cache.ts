// Caches short ASCII texts that repeat (streets, suburbs, codes), so that equal ones are one string.
// Unchecked: it runs for every field of every row, and every slot is below the number of slots.

/** Traits of a text as bits. Most texts have none and need no cleaning. */
export const TRAIT_UNTIDY = 1
export const TRAIT_LOWER = 2
const TRAIT_HIGH = 4
export const TRAIT_CONTROL = 8

/** For a file of few texts; one of many gets the others, which take longer to make than a short list to read. */
const SLOTS_FIRST = 1 << 8
const SLOTS = 1 << 15
const LENGTH_MAX = 48
/** Columns beyond these share the memory of the first ones, which costs them only time. */
const COLUMNS = 64
const HEAD_LENGTH = 5
const TAIL_LENGTH = 3
const SPACE = 32

/** A hit creates no string. The bytes are stored too: comparing them is twice as fast as comparing a string. */
export class TextCache {
  /** The traits of the last text. */
  traits = 0
  #texts = new Array<string>(SLOTS_FIRST).fill('')
  #traits = new Uint8Array(SLOTS_FIRST)
  #lengths = new Uint8Array(SLOTS_FIRST)
  #bytes = new Uint8Array(SLOTS_FIRST * LENGTH_MAX)
  #filled = 0
  /** The slot of each column's last text: in an ordered file the next row mostly repeats it. */
  readonly #lastSlots = new Uint16Array(COLUMNS)

  /** The bytes must be ASCII: two bytes of UTF-8 could equal two characters of a cached text. */
  text(bytes: Buffer, start: number, end: number, column: number): string {
    const length = end - start
    if (length > LENGTH_MAX) return this.uncached(bytes, start, end)
    let slot = this.#lastSlots[column & (COLUMNS - 1)]
    if (!this.#isAt(slot, bytes, start, length)) {
      if (this.#filled === SLOTS_FIRST) this.#grow()
      slot = slotOf(bytes, start, end) & (this.#texts.length - 1)
      if (!this.#isAt(slot, bytes, start, length)) this.#fill(slot, bytes, start, end)
      this.#lastSlots[column & (COLUMNS - 1)] = slot
    }
    this.traits = this.#traits[slot]
    return this.#texts[slot]
  }

  uncached(bytes: Buffer, start: number, end: number): string {
    this.traits = traitsOf(bytes, start, end)
    return bytes.toString('latin1', start, end)
  }

  #isAt(slot: number, bytes: Buffer, start: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false
    const own = this.#bytes
    const from = slot * LENGTH_MAX
    // Texts of one kind mostly differ at their end.
    for (let at = length - 1; at >= 0; at -= 1) {
      if (own[from + at] !== bytes[start + at]) return false
    }
    return true
  }

  #grow(): void {
    this.#texts = new Array<string>(SLOTS).fill('')
    this.#traits = new Uint8Array(SLOTS)
    this.#lengths = new Uint8Array(SLOTS)
    this.#bytes = new Uint8Array(SLOTS * LENGTH_MAX)
  }

  #fill(slot: number, bytes: Buffer, start: number, end: number): void {
    this.#filled += 1
    this.#texts[slot] = this.uncached(bytes, start, end)
    this.#traits[slot] = this.traits
    this.#lengths[slot] = end - start
    const from = slot * LENGTH_MAX
    for (let at = start; at < end; at += 1) this.#bytes[from + at - start] = bytes[at]
  }
}

/** Eight bytes tell most texts apart; the comparison that follows looks at all of them. */
function slotOf(bytes: Buffer, start: number, end: number): number {
  let hash = end - start
  const headEnd = Math.min(end, start + HEAD_LENGTH)
  for (let at = start; at < headEnd; at += 1) hash = (Math.imul(hash, 31) + bytes[at]) | 0
  const tailStart = Math.max(headEnd, end - TAIL_LENGTH)
  for (let at = tailStart; at < end; at += 1) hash = (Math.imul(hash, 31) + bytes[at]) | 0
  return hash ^ (hash >>> 15)
}

/** Spaces are untidy at the ends and two in a row; other white space always is. */
export function traitsOf(bytes: Uint8Array, start: number, end: number): number {
  let traits = 0
  let isAfterSpace = true
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]
    // Nearly all: capitals, digits and signs.
    if (byte > SPACE && byte < 97) {
      isAfterSpace = false
      continue
    }
    const isSpace = byte === SPACE
    if (byte > 96) traits |= byte < 123 ? TRAIT_LOWER : byte > 127 ? TRAIT_HIGH : 0
    else if (isSpace) traits |= isAfterSpace ? TRAIT_UNTIDY : 0
    else if (byte < SPACE) traits |= byte >= 9 && byte <= 13 ? TRAIT_UNTIDY : TRAIT_CONTROL
    isAfterSpace = isSpace
  }
  return isAfterSpace && end > start ? traits | TRAIT_UNTIDY : traits
}
