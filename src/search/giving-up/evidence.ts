// What a line names among other words: by a number, the name after it, and a place or postcode anywhere.

import { NONE, RECORD } from '../../index/streets/records.ts'
import { piecesOf, WORD_KINDS, wholeOf } from '../../index/terms/name-words.ts'
import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import {
  editsAllowed,
  fullNameWord,
  isFullStreetType,
  isStreetTypeWord,
} from '../../index/words/written-forms.ts'
import { type Comparison, compare } from '../../judge/compare.ts'
import { isDecisive, logOdds, START, WEIGHTS } from '../../judge/differences.ts'
import { heldParts } from '../../judge/held-parts.ts'
import type { PartName } from '../../judge/parts.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import { CUT_OFF_MIN, isCutOff, isOneTypo } from '../../lines/edit-distance.ts'
import { type Line, textOf } from '../../lines/line.ts'
import { isHighway } from '../../lines/line-shape.ts'
import { type TypedNumber, typedNumbers } from '../../lines/typed-numbers.ts'
import { TypedWords } from '../../lines/typed-words.ts'
import { hasDigit, isNumbered } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import { ALLOWS_ALL, allowsShown } from '../match/filter.ts'
import { numberOnStreets, shownFor } from '../match/number-on-streets.ts'
import type { Search } from '../match/street-collector.ts'
import { type Answer, ownAnswer } from '../match/top-answers.ts'
import { Requirement } from '../query/requirement.ts'
import { PENALTY } from '../ranking.ts'
import { STEPS, type Work } from '../work.ts'

/** A line has hardly more that may be the number of a house. */
const NUMBERS_MAX = 5
/** Streets of a name in the places of a line that are looked at. */
const STREETS_MAX = 400
/** Words of a line by which its place is looked for: a remark has some that are rarer. */
const PLACES_MAX = 8
/** Addresses that are compared with the line. */
const COMPARED_MAX = 12
/** What the penalty grows by where the odds are e times less: answers of several indexes are put in order by it. */
const ODDS_STEPS = 16
/** In log-odds: what is less likely is no answer. */
const ODDS_MIN = 1

/** The odds of an address that is not meant. */
export const NOT_MEANT = Number.NEGATIVE_INFINITY

interface Judged {
  readonly row: number
  readonly street: number
  readonly comparison: Comparison
  readonly odds: number
  /** Where the words stand that say nothing of it. */
  readonly ignored: string | undefined
}

/** What a line, in each of the ways to say it, is evidence for. */
export class Evidence {
  readonly #layer: AddressLayer
  readonly #lines: readonly { readonly line: Line; readonly typed: TypedWords }[]
  readonly #search: Search

  constructor(layer: AddressLayer<unknown>, lines: readonly Line[], search: Search) {
    this.#layer = layer as AddressLayer
    this.#search = search
    this.#lines = lines.map((line) => {
      const typed = new TypedWords(textOf(line.tokens), layer.country)
      return { line, typed }
    })
  }

  /** The log-odds that the line means an address. */
  oddsOf(row: number): number {
    const { work } = this.#search
    const all = this.#lines.map(({ typed }) => judged(this.#layer, typed, row, NONE, work)?.odds)
    return Math.max(NOT_MEANT, ...all.filter((odds) => odds !== undefined))
  }

  /** What is named among other words, the likeliest first; none where nothing is likely enough. */
  named(): readonly { readonly odds: number; readonly answer: Answer }[] {
    const all = new Map<number, { readonly odds: number; readonly answer: Answer }>()
    for (const { line, typed } of this.#lines) {
      for (const number of houseNumbers(typed)) {
        if (this.#search.work.isSpent) break
        for (const found of namedBy(this.#layer, typed, number, this.#search)) {
          const { row, odds } = found
          const known = all.get(row)
          if (known !== undefined && known.odds >= odds) continue
          all.set(row, { odds, answer: answerOf(this.#layer, found, line) })
        }
      }
    }
    return [...all.values()].toSorted((a, b) => b.odds - a.odds).slice(0, this.#search.top)
  }
}

/** Those with a name after them. */
function houseNumbers(typed: TypedWords): readonly TypedNumber[] {
  typed.release()
  return typedNumbers(typed)
    .filter(({ role, from }) => role === 'bare' && !isHighway(typed.word(from - 1)))
    .filter(({ to, letter }) => isName(typed.word(letter === '' ? to : to + 1)))
    .slice(0, NUMBERS_MAX)
}

function isName(word: string): boolean {
  return /^[A-Z]{2,}$/.test(word) && !isNumbered(word)
}

/** The addresses of the number on streets that have the name after it, in places that the line names. */
function namedBy(
  layer: AddressLayer,
  typed: TypedWords,
  number: TypedNumber,
  search: Search,
): readonly Judged[] {
  const { finder } = layer
  const nameAt = nameBehind(typed, number)
  const streetsOf = (ranges: readonly TermRange[]) => finder.streetsMax([new Requirement(ranges)])
  // What follows the street comes first, the rarest of it: it says most about where the street is.
  const rarest = (at: number, end: number) =>
    placesIn(layer, typed, nameAt, [at, end], search.work)
      .map((ranges) => ({ ranges, streets: streetsOf(ranges) }))
      .toSorted((a, b) => a.streets - b.streets)
      .slice(0, PLACES_MAX)
  const places = [...rarest(nameAt + 1, typed.length), ...rarest(0, nameAt)]
  // `SANDHILL RD`: a word that is the name of a street may be another name misspelt.
  for (const name of namesFor(finder.index.terms, typed, nameAt, search.work)) {
    const found = new Map<number, Judged | undefined>()
    for (const { ranges } of places) {
      onStreetsWith(layer, typed, number, [name, ranges], search, found)
      const likely = LIKELY - typed.length * FREE_WORD
      if (found.values().some((each) => each !== undefined && each.odds >= likely)) break
    }
    const meant = [...found.values()].filter((each) => each !== undefined)
    if (meant.length > 0) return meant
  }
  return []
}

/** In log-odds: nothing differs but words around the address. */
const LIKELY = START.found + WEIGHTS['words ignored']

/** Those on streets that have everything that was asked for, each compared once. */
function onStreetsWith(
  layer: AddressLayer,
  typed: TypedWords,
  number: TypedNumber,
  wanted: readonly (readonly TermRange[])[],
  { filter = ALLOWS_ALL, work }: Search,
  found: Map<number, Judged | undefined>,
): void {
  const { finder } = layer
  const requirements = wanted.map((ranges) => new Requirement(ranges))
  const { text, last, letter } = number
  // `725 P VALE RD` of Pascoe Vale Road.
  const numbers = (letter === '' ? [text] : [text + letter, text]).map((first) =>
    numberOnStreets(finder.index, { first, last }),
  )
  const units = typed.words.filter((_, at) => at < number.from || at >= number.to)
  const isNamed = namedIn(layer, typed)
  const walked = { ...filter, requirements: [...requirements, ...filter.requirements] }
  for (const street of finder.streets(walked, work).take(STREETS_MAX)) {
    // A walk may give streets that lack what is required.
    const hasAll = wanted.every((ranges) => finder.index.streets.hasTermIn(street, ranges))
    work.spent += STEPS.street + STEPS.name
    if (!hasAll || !isNamed(street)) continue
    // Another number of the line may be that of a unit, or of nothing there.
    const rows = [units, []].flatMap((some) => numbers.flatMap((n) => n.recordsOn(street, some)))
    for (const row of new Set(rows)) {
      const shown = shownFor(finder.index, row)
      if (found.has(row) || !allowsShown(filter, shown, { row, street }, finder.index)) continue
      if (found.size >= COMPARED_MAX) return
      found.set(row, judged(layer, typed, row, street, work))
    }
  }
}

/** Whether the line has every word of the name of a street, as it is or misspelt: to compare the rest takes longer. */
function namedIn(layer: AddressLayer, typed: TypedWords): (street: number) => boolean {
  const words = typed.words.map(fullNameWord)
  const joined = words.join('')
  const { streets } = layer.finder.index
  const isSaid = (word: string) => words.some((each) => isLike(each, fullNameWord(word)))
  return oncePer(
    (street) => streets.nameOf(street),
    (street) => {
      const nameWords = layer.nameWords(street)
      // The type says little, and has many forms.
      return (
        joined.includes(nameWords.map(fullNameWord).join('')) ||
        nameWords.every((word, at) => (at > 0 && isFullStreetType(word)) || isSaid(word))
      )
    },
  )
}

function isLike(typed: string, word: string): boolean {
  const isInitial = typed.length === 1 && word.startsWith(typed)
  return typed === word || isInitial || isOneTypo(typed, word) || isCutOff(typed, word)
}

/** After the number and its letter; `THE` says nothing. */
function nameBehind(typed: TypedWords, { to, letter }: TypedNumber): number {
  const at = letter === '' ? to : to + 1
  return typed.word(at) === 'THE' && isName(typed.word(at + 1)) ? at + 1 : at
}

/** What the word after a number can stand for: as it is known or cut off where no type follows, then misspelt. */
function* namesFor(
  terms: Terms,
  typed: TypedWords,
  at: number,
  work: Work,
): Iterable<readonly TermRange[]> {
  const word = typed.word(at)
  const isWhole = word.length < CUT_OFF_MIN || isStreetTypeWord(typed.word(at + 1), false)
  const cutOff = isWhole ? undefined : terms.beginning(KIND.strong, word)
  const known = [...wholeOf(terms, word), ...(cutOff === undefined ? [] : [cutOff])]
  if (known.length > 0) yield known
  // `ART HUR ST`, `BRIDGERD`.
  const names = [word + typed.word(at + 1), ...piecesOf(terms, word, false).map(([name]) => name)]
  const divided = names.flatMap((name = '') => wholeOf(terms, name))
  if (divided.length > 0) yield divided
  const others = WORD_KINDS.flatMap((kind) => misspelt(terms, kind, word, work))
  if (others.length > 0) yield others
}

/** What may say where the street is: every word and every postcode but its name. */
function placesIn(
  { finder, country }: AddressLayer,
  typed: TypedWords,
  nameAt: number,
  [from, to]: readonly [number, number],
  work: Work,
): readonly (readonly TermRange[])[] {
  const { terms } = finder.index
  const { postcode } = country
  const rangesAt = (word: string, at: number): readonly TermRange[] => {
    if (at === nameAt) return []
    if (!hasDigit(word)) {
      const isOfPlace = word.length > 2 && !isStreetTypeWord(word, false)
      if (!isOfPlace) return []
      return [terms.whole(KIND.strong, word) ?? misspelt(terms, KIND.strong, word, work)].flat()
    }
    if (postcode.isNumber) return postcode.whole.test(word) ? wholeOf(terms, word) : []
    // The letters at the end of a postcode are the first to be wrong.
    const joined = postcode.whole.test(word) ? word : word + typed.word(at + 1)
    const sector = postcode.whole.test(joined) ? joined.replace(/(\d)[A-Z]{2}$/, ' $1') : ''
    const inSector = sector === '' ? undefined : terms.beginning(KIND.postcodeSpaced, sector)
    return inSector === undefined ? [] : [inSector]
  }
  return typed.words
    .slice(from, to)
    .map((word, at) => rangesAt(word, from + at))
    .filter((ranges) => ranges.length > 0)
}

/** As far as there are steps for it: an unknown word may be like many. */
function misspelt(terms: Terms, kind: TermKind, word: string, work: Work): readonly TermRange[] {
  if (editsAllowed(word) === 0 || work.isSpent) return []
  const before = terms.lettersTried
  const found = terms.misspelt(kind, word, 1, false, before + work.left / STEPS.lookUp)
  work.spent += (terms.lettersTried - before) * STEPS.lookUp
  return found
}

/** Undefined for one that is not meant. */
function judged(
  layer: AddressLayer,
  typed: TypedWords,
  row: number,
  street: number,
  work: Work,
): Judged | undefined {
  if (!work.affords(typed.length * STEPS.lineWord)) return undefined
  const comparison = compare(typed, heldParts(layer.compared(row)))
  const odds = logOdds(comparison.differences, false)
  const isMeant = odds >= ODDS_MIN && ![...comparison.differences].some(isDecisive)
  if (!isMeant) return undefined
  const used = typed.used()
  const free = used.flatMap((isUsed, at) => (isUsed ? [] : [at]))
  const ignored = whereIgnored(used, free)
  return { row, street, comparison, odds: odds - free.length * FREE_WORD, ignored }
}

/** In log-odds: of equals, that which more words of the line are of. */
const FREE_WORD = 0.005

/** By the words that the comparison has used, and the places of the others. */
function whereIgnored(used: readonly boolean[], free: readonly number[]): string | undefined {
  if (free.length === 0) return undefined
  const [first, last] = [used.indexOf(true), used.lastIndexOf(true)]
  if (free.every((at) => at < first)) return 'words before the number'
  return free.every((at) => at > last) ? 'words after the address' : 'words around the address'
}

function answerOf(
  { finder, country }: AddressLayer,
  { row, street, comparison, odds, ignored = 'words around the address' }: Judged,
  line: Line,
): Answer {
  const { records } = finder.index
  const names = comparison.parts
    .filter(({ state }) => state === 'ignored' || state === 'contradicted')
    .map(({ name, state }) => {
      if (name === 'building' || (name === 'number' && state === 'ignored')) return ignored
      const { place, region } = country.reading.partNames
      const names: Partial<Record<PartName, string | undefined>> = {
        place,
        state: region,
        unit: 'floor',
      }
      return names[name] ?? name
    })
  const without = [...new Set([...line.without, ...names])]
  const depth = records.is(row, RECORD.deep) ? 1 : 0
  const penalty = PENALTY.givenUp + Math.round(ODDS_STEPS * (START.found - odds))
  return { ...ownAnswer(row, street, depth, penalty), shown: shownFor(finder.index, row), without }
}
