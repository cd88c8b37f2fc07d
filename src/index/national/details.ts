// What look-ups show but never search: date, geocode type, mesh block, what import changed, the parcel.

import type { NationalRow } from '../../address/national.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { Texts } from '../columns/texts.ts'
import { VarintReader } from '../columns/varint.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { numbersIn, parcelText } from './parcels.ts'

/** Records between two known beginnings in the stream. */
export const DETAILS_STEP = 16
/** A record begins with texts by their numbers. The last is the pattern of its parcel, and its numbers follow. */
export const DETAIL_TEXTS = 5
const PATTERNS_KEPT_MAX = 10_000

export type DetailFields = Pick<
  NationalRow,
  'dateCreated' | 'geocodeType' | 'mbCode' | 'cleaningProvenance' | 'legalParcelId'
>

export class Details {
  readonly #texts: Texts
  readonly #bytes: Uint8Array
  readonly #offset: Uint32Array
  /** How many numbers follow a pattern. There are few patterns. */
  readonly #numbersIn = new Map<number, number>()

  constructor(sections: IndexSections, texts: Texts) {
    this.#texts = texts
    this.#bytes = sections.get('details.bytes')
    this.#offset = sections.get('details.offset')
  }

  /** Reads on from the nearest known beginning: at most 15 records lie between. */
  of(record: number): DetailFields {
    const start = elementAt(this.#offset, Math.floor(record / DETAILS_STEP))
    const reader = new VarintReader(this.#bytes, start)
    for (let skip = record % DETAILS_STEP; skip > 0; skip--) this.#skipRecord(reader)
    const text = () => this.#texts.at(reader.next())
    const [dateCreated, geocodeType, mbCode, cleaning] = [text(), text(), text(), text()]
    const legalParcelId = parcelText(text(), () => reader.next())
    const cleaningProvenance =
      cleaning === '' ? {} : (JSON.parse(cleaning) as DetailFields['cleaningProvenance'])
    return { dateCreated, geocodeType, mbCode, cleaningProvenance, legalParcelId }
  }

  #skipRecord(reader: VarintReader): void {
    for (let text = 1; text < DETAIL_TEXTS; text++) reader.next()
    for (let numbers = this.#numbersAfter(reader.next()); numbers > 0; numbers--) reader.next()
  }

  #numbersAfter(pattern: number): number {
    const known = this.#numbersIn.get(pattern)
    if (known !== undefined) return known
    const numbers = numbersIn(this.#texts.at(pattern))
    if (this.#numbersIn.size < PATTERNS_KEPT_MAX) this.#numbersIn.set(pattern, numbers)
    return numbers
  }
}
