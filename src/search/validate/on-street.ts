// The addresses with the number of a line on the street that the words after it name, as they are held or misspelt.
//
// Most rows of a list are written like this. Then the postings tell at once what readings and passes would find.

import type { Country } from '../../countries/country.ts'
import { KIND, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { editsAllowed, regionForms } from '../../index/words/written-forms.ts'
import { replace } from '../../lines/line.ts'
import { isCountry, linePartsOf, lineShape, type Span } from '../../lines/line-shape.ts'
import { perCountry } from '../../lines/patterns.ts'
import { isNumbered, isNumeral, isRange } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { OnStreet, OnStreetQuery } from '../address-search.ts'
import type { AddressFinder } from '../match/address-finder.ts'
import { ALLOWS_ALL } from '../match/filter.ts'
import { numberOnStreets, shownFor } from '../match/number-on-streets.ts'
import { Requirement } from '../query/requirement.ts'
import { Work } from '../work.ts'

type Layer = Pick<AddressLayer, 'finder' | 'id' | 'compared' | 'country'>

/** More streets with the words, as all of Clayton for `CLAYTON RD, CLAYTON`, or more addresses take a whole search. */
const STREETS_MAX = 128
const ADDRESSES_MAX = 12
/** The street, its type and direction, the place, the state and the postcode have no more words. */
const WORDS_MAX = 16
/** With more words that are not known, the line is not about an address. */
const MISSPELT_MAX = 2

/** Undefined where the line is not written so, or where more must be looked at to tell which address it means. */
export function onStreet(layer: Layer, query: OnStreetQuery): OnStreet | undefined {
  const { exceptIds, isElsewhere = false, work = new Work() } = query
  const { index } = layer.finder
  const tokens = inShort(query, layer.country)
  const { words, gaps } = tokens
  const numberAt = numberIn(words, index.terms)
  const before = words[numberAt - 1] ?? ''
  const isLot = before === 'LOT'
  if (numberAt < 0 || (words.includes('LOT') && !isLot)) return undefined
  const wanted = requirementsOf(layer.finder, words, numberAt + 1, isElsewhere)
  if (wanted === undefined) return undefined
  const { requirements, isMisspelt } = wanted
  const streets = isElsewhere
    ? streetsElsewhere(layer, tokens, requirements, work)
    : streetsWith(layer, requirements, work)
  if (streets.length === 0 || streets.length > STREETS_MAX) return undefined
  const number = words[numberAt] ?? ''
  const hasLast = gaps[numberAt - 1] === '-' && isNumeral(before) && isRange(before, number)
  const written = hasLast ? { first: before, last: number } : { first: number, last: '' }
  const isLeftOut = (record: number) =>
    exceptIds?.has(layer.id(shownFor(layer.finder.index, record))) === true
  const numbers = numberOnStreets(index, written, isLeftOut)
  const atLast = numberOnStreets(index, { first: number, last: '' })
  const units = words.slice(0, numberAt)
  const found = streets.flatMap((street) =>
    isLot ? numbers.lotsOn(street) : numbers.recordsOn(street, units),
  )
  const hasNumber = found.length > 0
  const isOnlyForm = !numbers.hasOtherForms()
  // `3-14 KING ST` may be unit 3 at 14.
  const { unit } = index.records
  const isAtLast = (at: number) => atLast.recordsOn(at, [before]).some((row) => unit.has(row))
  const isTold = !isMisspelt && isOnlyForm && !(hasLast && streets.some(isAtLast))
  if (found.length > ADDRESSES_MAX || (!hasNumber && !isTold)) return undefined
  const records = hasNumber ? found : numbers.neighbourOn(streets[0] ?? 0)
  const addresses = records.map((record) => foundAs(layer, record))
  return { numberAt, hasNumber, isOnlyForm, isMisspelt, addresses }
}

function foundAs(layer: Layer, record: number): OnStreet['addresses'][number] {
  const shown = shownFor(layer.finder.index, record)
  const alias = shown === record ? undefined : layer.compared(record)
  return { id: layer.id(shown), item: layer.compared(shown), alias }
}

/** With the short name of its region, and without a country at the end: `NSW` for `NEW SOUTH WALES, AUSTRALIA`. */
function inShort({ words, gaps }: OnStreetQuery, country: Country): Tokens {
  const tokens = { words, gaps, open: false }
  const longWords = longWordsOf(country)
  const isLong = words.some((word) => longWords.has(word))
  const { region, tail = 0 } = (isLong ? linePartsOf(tokens, country) : undefined) ?? {}
  if (!isLong || tail === 0) return tokens
  const isAbroad = words.slice(tail).every((_, at) => isCountry(words, tail + at, country))
  const line = replace({ tokens, without: [] }, tail, isAbroad ? words.length - tail : 0, [])
  if (region === undefined) return line.tokens
  const { from, to } = region
  const [short = ''] = regionForms(country, words.slice(from, to).join(' '))
  return replace(line, from, to - from, [short]).tokens
}

/** Most lines have none of the words that names of a country and of its regions are made of. */
const longWordsOf = perCountry(({ words: { country, regions } }) => {
  const names = [...country, ...[...regions.keys()].filter((name) => name.includes(' '))]
  return new Set(names.flatMap((name) => name.split(' ')))
})

/** The last number before the words of the street; that of a postcode may follow them. -1 where there is none. */
function numberIn(words: readonly string[], { postcode }: Terms): number {
  const last = words.findLastIndex(isNumeral)
  const isCode = last > 2 && postcode.whole.test(words[last] ?? '')
  const at = isCode ? words.findLastIndex((word, i) => i < last && isNumeral(word)) : last
  const behind = words.length - at - (isCode ? 2 : 1)
  // `30 (UNIT 5) ORMOND RD`
  const isUnit = isNumbered(words[at - 1] ?? '') && isNumeral(words[at - 2] ?? '')
  return !isUnit && behind >= 2 && behind <= WORDS_MAX ? at : -1
}

/** Requires of a street every word from `from` on; undefined if one of them is like no known word. */
function requirementsOf(
  finder: AddressFinder,
  words: readonly string[],
  from: number,
  isElsewhere: boolean,
) {
  const { terms } = finder.index
  const requirements: Requirement[] = []
  let misspelt = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    const known = finder.wordOfStreet(word)
    // A place or a postcode that is not known is another; a slip in it was looked for before.
    if (!known.isEmpty || isElsewhere) {
      requirements.push(known)
      continue
    }
    misspelt += 1
    if (misspelt > MISSPELT_MAX || editsAllowed(word) === 0) return undefined
    const meant = [KIND.strong, KIND.weak].flatMap((kind) => terms.misspelt(kind, word, 1, false))
    if (meant.length === 0) return undefined
    requirements.push(new Requirement(meant))
  }
  // Where a word is not known anywhere, a street may have one that is alike.
  return { requirements, isMisspelt: misspelt > 0 }
}

/** Those without the place or the postcode of the line; none where some have the one, and some the other. */
function streetsElsewhere(
  layer: Layer,
  tokens: Tokens,
  requirements: readonly Requirement[],
  work: Work,
): readonly number[] {
  const shape = lineShape(tokens, layer.country)
  const first = tokens.words.length - requirements.length
  if (!shape?.hasType || !shape.postcode || shape.numbers?.number !== first - 1) return []
  const { streetEnd, placeTo, postcode } = shape
  const without = (some: typeof requirements, { from, to }: Span) =>
    streetsWith(layer, some.toSpliced(from - first, to - from), work)
  const there = without(requirements, { from: streetEnd, to: placeTo })
  // `37 EAST AVE, LIGHTSVIEW 5085` may be on East Parkway there.
  const typeless = requirements.toSpliced(postcode.from - first, 1)
  const here = without(typeless, { from: streetEnd - 1, to: streetEnd })
  return there.length > 0 && here.length > 0 ? [] : [...there, ...here]
}

function streetsWith(
  { finder }: Layer,
  requirements: readonly Requirement[],
  work: Work,
): readonly number[] {
  // A walk may give streets that lack what is required.
  const allowsStreet = (street: number) =>
    requirements.every(({ ranges }) => finder.index.streets.hasTermIn(street, ranges))
  const filter = { ...ALLOWS_ALL, requirements, allowsStreet }
  return [...finder.streets(filter, work).take(STREETS_MAX + 1)]
}
