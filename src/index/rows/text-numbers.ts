// Gives each distinct text, and each distinct pair of numbers, a number while rows stream in.

/** Texts by number in order of first use; number 0 is the empty text. */
export class TextNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])

  add(text: string): number {
    if (text === '') return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    const own = ownText(text)
    this.texts.push(own)
    this.#numbers.set(own, number)
    return number
  }

  /** For each number of first use its place in sorted order. The empty text stays 0. */
  sortedPlaces(): { readonly sorted: readonly string[]; readonly places: Uint32Array } {
    const order = this.texts.map((_, i) => i)
    const texts = this.texts
    order.sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0))
    const places = new Uint32Array(order.length)
    order.forEach((number, place) => {
      places[number] = place
    })
    return { sorted: order.map((number) => texts[number]), places }
  }
}

/** A text cut from a chunk of a file keeps the whole chunk in memory; this one has its letters alone. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** For a field that mostly has the text that it had in the row before. */
export class RecentText {
  readonly #texts: TextNumbers
  #text = ''
  #number = 0

  constructor(texts: TextNumbers) {
    this.#texts = texts
  }

  number(text: string): number {
    if (text === this.#text) return this.#number
    this.#text = text
    this.#number = this.#texts.add(text)
    return this.#number
  }
}

const SLOTS_FIRST = 1 << 10
const FILL_MAX = 0.6

/** Distinct pairs of numbers, numbered in order of first use. Open addressing: a Map takes three times as long. */
export class PairNumbers {
  readonly first: number[] = []
  readonly second: number[] = []
  /** One more than the number of the pair in each slot; 0 is a free one. */
  #slots = new Uint32Array(SLOTS_FIRST)

  get count(): number {
    return this.first.length
  }

  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second)
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1
    this.first.push(first)
    this.second.push(second)
    this.#slots[slot] = this.first.length
    if (this.first.length > this.#slots.length * FILL_MAX) this.#grow()
    return this.first.length - 1
  }

  #slotOf(first: number, second: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (;;) {
      const pair = slots[slot] - 1
      if (pair === -1 || (this.first[pair] === first && this.second[pair] === second)) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let pair = 0; pair < this.first.length; pair++) {
      this.#slots[this.#slotOf(this.first[pair], this.second[pair])] = pair + 1
    }
  }
}
