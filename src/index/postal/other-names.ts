// Names in another language by which streets and places of the UK are found as well: Welsh ones beside English ones.

import { Lists } from '../columns/lists.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { foldedValue } from '../words/fold.ts'

/** More of one street or place are no names, but a mistake in the data. */
const OTHER_NAMES_MAX = 8
const NONE: readonly string[] = []

/** Gathers them, by the number of the street or place. */
export class OtherNames {
  readonly #of = new Map<number, readonly string[]>()

  /** Names that it goes by anyway are left out. */
  add(item: number, names: readonly string[], own: readonly string[]): void {
    const known = this.of(item)
    const folded = new Set([...own, ...known].map(foldedValue))
    const others = names.filter((name) => name !== '' && !folded.has(foldedValue(name)))
    if (others.length === 0) return
    this.#of.set(item, [...known, ...others].slice(0, OTHER_NAMES_MAX))
  }

  of(item: number): readonly string[] {
    return this.#of.get(item) ?? NONE
  }
}

/** Reads them; none where the data has none. */
export class OtherNameTexts {
  readonly #texts: Texts
  readonly #lists: Lists | undefined

  constructor(sections: IndexSections, texts: Texts, name: 'name.others' | 'place.others') {
    this.#texts = texts
    const has = sections.find(`${name}.offset`) !== undefined
    this.#lists = has ? new Lists(sections, name) : undefined
  }

  of(part: number): readonly string[] {
    if (this.#lists === undefined) return NONE
    return Array.from(this.#lists.of(part), (text) => this.#texts.at(text))
  }
}
