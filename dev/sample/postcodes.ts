// Hands out the postcodes of one district to the houses of its sample streets.

import { INCODE_LETTERS } from '../../src/address/postcode.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { SampleDistrict } from './places-uk.ts'

export class PostcodeBook {
  readonly #outcode: string
  readonly #taken = new Set<string>()
  readonly #lastOfSector = new Map<string, number>()

  constructor(district: SampleDistrict) {
    this.#outcode = district.outcode
  }

  /** The next free one of a sector, in the order in which they would have been given out. */
  next(sector: string): string {
    const last = this.#lastOfSector.get(sector) ?? -1
    const at = last + 1
    if (at >= INCODE_LETTERS.length ** 2) throw new Error(`Sector ${sector} has no postcode left.`)
    this.#lastOfSector.set(sector, at)
    const letters =
      INCODE_LETTERS.charAt(Math.floor(at / INCODE_LETTERS.length)) +
      INCODE_LETTERS.charAt(at % INCODE_LETTERS.length)
    const incode = sector + letters
    if (this.#taken.has(incode)) return this.next(sector)
    return `${this.#outcode} ${incode}`
  }

  /** One that must exist, kept from being handed out again. */
  reserve(incode: string): string {
    this.#taken.add(incode)
    return `${this.#outcode} ${incode}`
  }
}

/** Hands out one postcode for a stretch of a street, and a new one when the stretch is full. */
export class StreetPostcodes {
  readonly #book: PostcodeBook
  readonly #random: SeededRandom
  readonly #sector: string
  #postcode: string
  #room: number

  constructor(book: PostcodeBook, random: SeededRandom, sector: string, first: string) {
    this.#book = book
    this.#random = random
    this.#sector = sector
    this.#postcode = first === '' ? book.next(sector) : first
    this.#room = random.between(9, 30)
  }

  /** For the next `count` delivery points, which stay together unless they are very many. */
  take(count: number): string {
    if (this.#room <= 0) {
      this.#postcode = this.#book.next(this.#sector)
      this.#room = this.#random.between(9, 30)
    }
    this.#room -= count
    return this.#postcode
  }

  /** A postcode of its own, as large users and blocks of flats have. */
  own(): string {
    return this.#book.next(this.#sector)
  }
}
