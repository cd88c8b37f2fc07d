// Gives each distinct text, and each distinct pair of numbers, a number while rows stream in.

/** Texts by number in order of first use; number 0 is the empty text. */
export class TextBook {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])

  add(text: string): number {
    if (text === '') return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    // A text cut from a chunk of a file would keep the whole chunk in memory: take the letters alone.
    const own = Buffer.from(text, 'utf8').toString('utf8')
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

/** Distinct combinations of two numbers below 2^26 each. */
export class PairBook {
  readonly first: number[] = []
  readonly second: number[] = []
  readonly #numbers = new Map<number, number>()

  get count(): number {
    return this.first.length
  }

  add(first: number, second: number): number {
    const key = first * 0x4000000 + second
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.first.length
    this.#numbers.set(key, number)
    this.first.push(first)
    this.second.push(second)
    return number
  }
}

/** The sections of all texts: their bytes one after the other, and where each begins. */
export function textSections(sorted: readonly string[]): {
  readonly offset: Uint32Array
  readonly bytes: Uint8Array
} {
  const offset = new Uint32Array(sorted.length + 1)
  let total = 0
  sorted.forEach((text, i) => {
    total += Buffer.byteLength(text, 'utf8')
    offset[i + 1] = total
  })
  const bytes = Buffer.alloc(total)
  sorted.forEach((text, i) => {
    bytes.write(text, offset[i], 'utf8')
  })
  return { offset, bytes }
}
