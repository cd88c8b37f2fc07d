// Gives short ASCII texts that repeat (streets, suburbs, codes) as one shared string each.

/** What occurs in a text, as bits: most have none of it and need no second look. */
export const TRAIT_UNTIDY = 1
export const TRAIT_LOWER = 2
export const TRAIT_HIGH = 4
export const TRAIT_CONTROL = 8

const SLOTS = 1 << 15
const LENGTH_MAX = 48
const HEAD_LENGTH = 5
const TAIL_LENGTH = 3
const SPACE = 32

/**
 * Hot code: it runs for every field of every row. A hit makes no string at all, and since a cached
 * string stands on its own, nobody who keeps one keeps the file's whole chunk in memory with it.
 */
export class TextCache {
  /** Of the text that was given last. */
  traits = 0
  readonly #texts: string[] = new Array<string>(SLOTS).fill('')
  readonly #traits = new Uint8Array(SLOTS)

  /** The bytes must be ASCII: two bytes of UTF-8 could equal two characters of a cached text. */
  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start
    if (length > LENGTH_MAX) return this.uncached(bytes, start, end)
    const slot = slotOf(bytes, start, end)
    const cached = this.#texts[slot]
    if (cached.length === length && isSame(cached, bytes, start)) {
      this.traits = this.#traits[slot]
      return cached
    }
    const text = this.uncached(bytes, start, end)
    this.#texts[slot] = text
    this.#traits[slot] = this.traits
    return text
  }

  uncached(bytes: Buffer, start: number, end: number): string {
    this.traits = traitsOf(bytes, start, end)
    return bytes.toString('latin1', start, end)
  }
}

/** Eight bytes tell most texts apart; the comparison that follows looks at all of them. */
function slotOf(bytes: Buffer, start: number, end: number): number {
  let hash = end - start
  const headEnd = Math.min(end, start + HEAD_LENGTH)
  for (let at = start; at < headEnd; at += 1) hash = (Math.imul(hash, 31) + bytes[at]) | 0
  const tailStart = Math.max(headEnd, end - TAIL_LENGTH)
  for (let at = tailStart; at < end; at += 1) hash = (Math.imul(hash, 31) + bytes[at]) | 0
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

function isSame(text: string, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== bytes[start + at]) return false
  }
  return true
}

/** Spaces are untidy at the ends and two in a row; other white space always is. */
export function traitsOf(bytes: Uint8Array, start: number, end: number): number {
  let traits = 0
  let isAfterSpace = true
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]
    const isSpace = byte === SPACE
    if (byte > 96) traits |= byte < 123 ? TRAIT_LOWER : byte > 127 ? TRAIT_HIGH : 0
    else if (isSpace) traits |= isAfterSpace ? TRAIT_UNTIDY : 0
    else if (byte < SPACE) traits |= byte >= 9 && byte <= 13 ? TRAIT_UNTIDY : TRAIT_CONTROL
    isAfterSpace = isSpace
  }
  return isAfterSpace && end > start ? traits | TRAIT_UNTIDY : traits
}
