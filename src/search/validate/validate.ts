// Confirms a one-line address: exactly one that has every word, several candidates, or none.

import { RECORD } from '../../index/streets/records.ts'
import { tokensOf } from '../../index/words/fold.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { type Comparison, compare, ownLabel } from '../../judge/compare.ts'
import { differenceSet, logOdds } from '../../judge/differences.ts'
import { type AnyAddress, heldParts } from '../../judge/held-parts.ts'
import { mayBeNamedOtherwise } from '../../judge/judge.ts'
import type { PartMatch, PartName } from '../../judge/parts.ts'
import { withoutEmptyWords } from '../../lines/empty-words.ts'
import { textOf } from '../../lines/line.ts'
import { isNameWord, TypedWords } from '../../lines/typed-words.ts'
import type { AddressLayer } from '../address-layer.ts'
import type {
  AddressSearch,
  FittingAddresses,
  ValidateQuery,
  Validation,
} from '../address-search.ts'
import { requestFilter, type StreetFilter } from '../match/filter.ts'
import type { Answer } from '../match/top-answers.ts'
import { recordsOfWholeLine } from '../match/whole-line.ts'
import { type Reading, wantsUnit } from '../query/reading.ts'
import { EXACT, type Pass, PENALTY } from '../ranking.ts'
import { STEPS, Work } from '../work.ts'
import { Namesakes } from './namesakes.ts'

/** The most addresses that an ambiguous line is answered with. */
const CANDIDATES_MAX = 10
/** Rows looked at for each reading: enough to see that there are more than the candidates. */
const ROWS_MAX = 64
/** In log-odds: an address that is less likely than the best by this much is not meant. */
const CLOSE = 0.75

/** Words in the usual order, then in any, then misspelt; none of them with a number that is not the address's. */
const LOOSE: Pass = { ...EXACT, name: 'relaxed', loose: true }
const MISSPELT: Pass = { ...LOOSE, name: 'misspelt', edits: 1 }
const RELAXED: Pass = { ...LOOSE, relaxed: true }
const PASSES: readonly Pass[] = [EXACT, LOOSE, MISSPELT]

export function validation<Address extends AnyAddress>(
  layer: AddressLayer<Address>,
): Pick<AddressSearch<Address, unknown>, 'validate' | 'fitting' | 'hasPlaceWord'> {
  const hasPlaceWord = (word: string) => layer.places.hasWord(word)
  const fitting = (query: ValidateQuery, isPlaceWord: Asked['isPlaceWord']) => {
    const { line, residential, exceptIds, work = new Work() } = query
    const filter = requestFilter(layer, { residential, ...(exceptIds && { exceptIds }) }, work)
    if (filter?.allowsNothing === true) return { pass: INSIDE_RANGE, fits: [] }
    const asked = { filter, work, isPlaceWord }
    const found = fittingLine(layer, line, asked)
    if (found.fits.length > 0) return found
    const plain = withoutEmptyWords(textOf({ ...tokensOf(line), open: true }), layer.country)
    return plain === undefined ? found : fittingLine(layer, plain, asked)
  }
  const get = (id: string) => layer.address(layer.find(id))
  return {
    hasPlaceWord,
    fitting,
    validate: (query) => verdictOn(fitting(query, hasPlaceWord), query.strict, get),
  }
}

export function verdictOn<Address>(
  { pass, fits }: FittingAddresses,
  strict: boolean,
  get: (id: string) => Address | undefined,
): Validation<Address> {
  const ids = [...new Set(fits.map(({ id }) => id))]
  const [id = ''] = ids
  if (id === '') return { kind: 'none' }
  const isOne = !strict || (ids.length === 1 && fits.some(({ isDefinite }) => isDefinite))
  if (!isOne || pass === INSIDE_RANGE) return { kind: 'several', ids: ids.slice(0, CANDIDATES_MAX) }
  const address = get(id)
  return address === undefined ? { kind: 'none' } : { kind: 'one', id, address }
}

/** The pass of numbers that only lie inside a range: candidates, never the one answer. */
const INSIDE_RANGE = PASSES.length

/** Which addresses count, and what a line may name. */
interface Asked {
  readonly filter: StreetFilter | undefined
  readonly work: Work
  /** Whether a word is the name, or part of it, of any place at all. */
  isPlaceWord(word: string): boolean
}

/** What fits the line by the strictest pass by which anything does. */
function fittingLine(layer: AddressLayer, line: string, asked: Asked): FittingAddresses {
  // Nothing more will be typed: the last word of a line is as whole as the others.
  const { finder, id } = layer
  const typed = { ...tokensOf(line), open: false }
  const tokens = finder.apart(typed, asked.work)
  const own = recordsOfWholeLine(layer, tokens, asked)
  if (own.length > 0) {
    return { pass: 0, fits: own.map((row) => ({ id: id(row), odds: 0, isDefinite: true })) }
  }
  const readings = finder.readings(tokens, asked.work)
  const judge = new LineJudge(layer, tokens === typed ? line : textOf(tokens), asked)
  // A bare number is a unit only where nothing has it as its own: `2-8` is a range before it is 2/8.
  const isUnit = ({ isBareUnit }: Reading) => isBareUnit === true
  const [asUnits, asWritten] = [readings.filter(isUnit), readings.filter((one) => !isUnit(one))]
  for (const [at, pass] of PASSES.entries()) {
    for (const some of [asWritten, asUnits]) {
      const fits = judge.fitting(some, pass, () => true)
      if (fits.length > 0) return { pass: at, fits }
    }
  }
  const nearly = judge.fitting(readings, RELAXED, ({ penalty }) => NEARLY.has(penalty))
  return { pass: INSIDE_RANGE, fits: nearly.map((fit) => ({ ...fit, isDefinite: false })) }
}

/** What may differ in a candidate: the number lies inside its range, or a suite is held as a unit. */
const NEARLY: ReadonlySet<number> = new Set([PENALTY.insideRange, PENALTY.otherUnitKind])

/** An answer of the engine, and how it read the line. */
interface Read extends Answer {
  readonly reading: Reading
}

/** An address that has the words of the line, compared with it. */
interface Compared extends Read {
  readonly comparison: Comparison
  readonly odds: number
}

/** Compares a line with the addresses that the engine finds for it. */
class LineJudge {
  readonly #layer: AddressLayer
  readonly #asked: Asked
  readonly #typed: TypedWords
  readonly #namesakes: Namesakes
  /** By row: looser passes find again what stricter ones have found. */
  readonly #comparisons = new Map<number, readonly Comparison[]>()

  constructor(layer: AddressLayer, line: string, asked: Asked) {
    this.#layer = layer
    this.#asked = asked
    this.#typed = new TypedWords(line, layer.country)
    this.#namesakes = new Namesakes(layer, asked.work)
  }

  /** The likeliest of the addresses that the engine finds, which have every word and number. */
  fitting(
    readings: readonly Reading[],
    pass: Pass,
    isWanted: (answer: Answer) => boolean,
  ): FittingAddresses['fits'] {
    const { filter, work } = this.#asked
    const search = { top: ROWS_MAX, filter, work }
    const found = readings
      .flatMap((reading) => {
        const answers = this.#layer.finder.find([reading], { ...search, passes: [pass] }).list()
        return answers.map((answer) => ({ ...answer, reading }))
      })
      .filter(isWanted)
      .flatMap((answer) => this.#compared(answer))
    return this.#leastUnsaid(likeliest(found)).map((each) => ({
      id: this.#layer.id(each.shown),
      odds: each.odds,
      isDefinite: this.#isDefinite(each),
    }))
  }

  #compared(answer: Read): readonly Compared[] {
    const { row } = answer
    if (!this.#comparisons.has(row)) {
      if (!this.#affordsOne()) return []
      this.#comparisons.set(row, this.#comparisonsWith(row))
    }
    const fitting = (this.#comparisons.get(row) ?? [])
      .filter((each) => !isElsewhere(each) && !this.#isOtherName(each, answer.street))
      .map((each) => ({ ...answer, comparison: each, odds: oddsOf(each, answer.reading) }))
      .toSorted((a, b) => b.odds - a.odds)
    return fitting.slice(0, 1)
  }

  /** By its own names and, if these do not fit, by each of its others. */
  #comparisonsWith(record: number): readonly Comparison[] {
    const held = heldParts(this.#layer.compared(record))
    const own = ownLabel(this.#typed, held) ?? compare(this.#typed, held)
    if (!mayBeNamedOtherwise(own.differences)) return [own]
    const others = this.#layer
      .underOtherNames(record)
      .flatMap((other) => (this.#affordsOne() ? compare(this.#typed, heldParts(other)) : []))
    return [own, ...others]
  }

  #affordsOne(): boolean {
    return this.#asked.work.affords(this.#typed.length * STEPS.lineWord)
  }

  /** A word that is right somewhere near is hardly a typing error for another. */
  #isOtherName({ differences, parts }: Comparison, street: number): boolean {
    return (
      (differences.has('street misspelt') &&
        misspelt(parts, 'street').some((word) => this.#namesakes.hasStreetWith(word, street))) ||
      (differences.has('place misspelt') &&
        misspelt(parts, 'place').some((word) => this.#asked.isPlaceWord(word)))
    )
  }

  #isDefinite({ row, street, comparison, reading }: Compared): boolean {
    const { differences, isStreetInPart, isPlaceInPart } = comparison
    const isUnit = this.#layer.finder.index.records.is(row, RECORD.deep) && !wantsUnit(reading)
    const isPartUnsaid = isUnit && !differences.isDisjointFrom(PART_UNSAID)
    if (isPartUnsaid || !isPlaceNamed(comparison)) return false
    const isStreetShort = isStreetInPart || !differences.isDisjointFrom(SHORT_STREET)
    const wordsAt = ({ from, to }: Comparison['street']) => this.#typed.words.slice(from, to)
    return !(
      (isStreetShort && this.#namesakes.hasStreet(wordsAt(comparison.street), street)) ||
      (isPlaceInPart && this.#namesakes.hasPlace(wordsAt(comparison.place), street))
    )
  }

  /** Among addresses with one number and unit, those whose parts the line leaves out least. */
  #leastUnsaid(all: readonly Compared[]): readonly Compared[] {
    const { records } = this.#layer.finder.index
    const premises = ({ row, street }: Compared) =>
      [street, records.number[row], records.last.at(row), records.unit.at(row)].join(' ')
    return [...Map.groupBy(all, premises).values()].flatMap((same) => {
      const least = Math.min(...same.map(({ comparison }) => comparison.unsaid))
      return same.filter(({ comparison }) => comparison.unsaid === least)
    })
  }
}

/** Only by what tells one address from another that has the same words; how the line was typed says nothing of that. */
function oddsOf({ differences }: Comparison, reading: Reading): number {
  const telling = differences.intersection(TELLING_APART)
  return logOdds(wantsUnit(reading) ? telling.difference(PART_UNSAID) : telling, false)
}

/** `HAGGERSTON RD` is also alike Haggerston Farm. */
const SHORT_STREET = differenceSet('direction unsaid', 'street misspelt twice', 'street alike')
const PART_UNSAID = differenceSet('unit unsaid', 'level unsaid')

const TELLING_APART = differenceSet(
  'other street',
  'other place',
  'place in part',
  'other part of the town',
  'other place and no postcode',
  'other place and postcode',
  'unit unsaid',
  'level unsaid',
  'building unsaid',
  'terrace left to its postcode',
  'direction unsaid',
  'unit written otherwise',
  'other kind of unit',
  'end of a range',
  'inside a range',
)

/** The best, and what is nearly as likely. */
export function likeliest<T extends { readonly odds: number }>(all: readonly T[]): readonly T[] {
  const best = Math.max(...all.map(({ odds }) => odds))
  return all.filter(({ odds }) => best - odds < CLOSE)
}

/**
 * The words are all of the address, but those next to its number are not the name of its street: `RICHMOND ST` is no
 * street of Richmond; or a type is left over, or a word that was typed twice is there once: `RICHMOND ST, RICHMOND`
 * is not in Melbourne.
 */
function isElsewhere(comparison: Comparison): boolean {
  const { differences, parts, isStreetInPart, isStreetLonger, isPlaceInPart } = comparison
  if (isStreetLonger || differences.has('other street type')) return true
  const [street, place] = [partOf(parts, 'street'), partOf(parts, 'place')]
  const isOtherPlace = place.state === 'contradicted' && !isPlaceInPart
  // Some words of a name are enough if all others are of the address, too.
  const isStreet = isStreetInPart && !isOtherPlace && !differences.has('words ignored')
  if (differences.has('other street') && !isStreet) return true
  const others = isOtherPlace ? place.typed.split(' ') : []
  const ignored = parts.filter(({ state }) => state === 'ignored')
  const left = [...others, ...ignored.flatMap(({ typed }) => typed.split(' '))]
  const words = street.typed.split(' ')
  const isTwice = isOtherPlace && others.some((word) => words.includes(word))
  return isTwice || left.some((word) => isStreetTypeWord(word, false))
}

/** By its whole name, or by the whole postcode. */
function isPlaceNamed({ parts }: Comparison): boolean {
  const place = partOf(parts, 'place')
  if (place.state === 'confirmed' || place.state === 'corrected') return true
  const postcode = partOf(parts, 'postcode')
  return postcode.state === 'confirmed' && postcode.typed.length >= postcode.held.length - 1
}

/** The typed words of a part that are not of its name. */
function misspelt(parts: readonly PartMatch[], name: PartName): readonly string[] {
  const { typed, held } = partOf(parts, name)
  const right = held.split(' ')
  return typed.split(' ').filter((word) => !right.some((each) => isNameWord(word, each)))
}

function partOf(parts: readonly PartMatch[], wanted: PartName): PartMatch {
  return parts.find(({ name }) => name === wanted) ?? NO_PART
}

const NO_PART: PartMatch = { name: 'street', state: 'inferred', typed: '', held: '' }
