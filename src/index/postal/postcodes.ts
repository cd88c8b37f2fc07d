// The postcodes of a UK index: their texts, and the middle of the addresses that have them.

import type { Point } from '../../address/geo.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'

/** The middle of a postcode is kept in millionths of a degree: ten centimetres. */
export const CENTRE_UNITS = 1e6

export class Postcodes {
  readonly #texts: Texts
  readonly #text: Uint32Array
  readonly #street: Uint32Array
  readonly #latitude: Int32Array
  readonly #longitude: Int32Array

  constructor(sections: IndexSections, texts: Texts) {
    this.#texts = texts
    this.#text = sections.get('postcode.text')
    this.#street = sections.get('postcode.street')
    this.#latitude = sections.get('postcode.latitude')
    this.#longitude = sections.get('postcode.longitude')
  }

  /** '' for a number past the last, which a street without a postcode has. */
  text(postcode: number): string {
    const text = this.#text[postcode]
    return text === undefined ? '' : this.#texts.at(text)
  }

  /** The best-known street that has the postcode. */
  street(postcode: number): number {
    return elementAt(this.#street, postcode)
  }

  centre(postcode: number): Point {
    return {
      latitude: elementAt(this.#latitude, postcode) / CENTRE_UNITS,
      longitude: elementAt(this.#longitude, postcode) / CENTRE_UNITS,
    }
  }
}
