// The streets of the UK: the terms of each name part and place part, and their postcodes.

import { UK } from '../../countries/uk.ts'
import { StreetParts } from '../streets/streets-writer.ts'
import { nameForms, partTerms, type TermNumbers, wordForms } from '../terms/name-terms.ts'
import { foldedValue, wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { isFullStreetType, regionForms, streetTypeForms } from '../words/written-forms.ts'
import type { PostalTable } from './postal-table.ts'
import { houseNumber, unitOf } from './premise-numbers.ts'

/** A street here is the part of a whole street that has one postcode. */
export class PostalStreets extends StreetParts<string, PostalTable> {
  postcodeOf(street: number): string {
    return this.table.postcodeOf(street)
  }

  /** `Flat 3` and `12A` are only other ways to write a unit and a number. */
  isSearchedName(name: string): boolean {
    if (this.table.namesBeside.has(name)) return true
    return unitOf(name) === undefined && houseNumber(name) === undefined
  }

  nameTerms(terms: TermNumbers, name: number) {
    const own = this.table.names.textsOf(this.sharedName(name))
    const forms = [...own, ...this.otherNames(name)].map(formsOfStreet)
    return partTerms(
      terms,
      forms.flatMap(({ strong }) => strong),
      forms.flatMap(({ weak }) => weak),
    )
  }

  placeTerms(terms: TermNumbers, place: number) {
    const { county, district, country, ...own } = this.table.places.at(place)
    const named = [own.doubleDependentLocality, own.dependentLocality, own.townOrCity]
    const strong = [...named, ...this.otherPlaces(place)].flatMap(nameForms)
    const weak = [county, district, country].flatMap((name) => [
      ...regionForms(UK, foldedValue(name)),
      ...wordsOf(name),
    ])
    const always = ['UK', 'UNITED KINGDOM', 'GREAT BRITAIN', 'GB']
    return { ...partTerms(terms, strong, [...weak, ...always]), near: [] }
  }

  otherPlaces(place: number): readonly string[] {
    return this.table.placeOthers.of(place)
  }

  protected override othersOf(whole: number): readonly string[] {
    return this.table.streetOthers.of(whole)
  }
}

/** UK streets carry their type as their last word: `Station Road`, but `Broadway` and `The Avenue`. */
function formsOfStreet(street: string) {
  const words = wordsOf(street)
  const divided = wordsDividedByApostrophes(street)
  const last = words.at(-1) === 'ST' ? 'STREET' : (words.at(-1) ?? '')
  const isTyped = words.length > 1 && words[0] !== 'THE' && isFullStreetType(last)
  if (!isTyped) return { strong: wordForms(words, divided), weak: [] }
  return {
    strong: wordForms(words.slice(0, -1), divided?.slice(0, -1)),
    weak: streetTypeForms(last),
  }
}
