// The streets of a release and of what replaces some of them, in the order that one build of all of them would give.
// Unchecked: hot, goes over every street, and streets are within the columns.

import { lowerBoundNear } from '../../lib/lower-bound.ts'
import { EMPTY_TEXT, Texts, textLists } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { POSTAL } from '../postal/postal-records.ts'
import { PostalTable } from '../postal/postal-table.ts'
import {
  houseNumberValue,
  NO_HOUSE_NUMBER,
  PostalStreets,
  townScores,
} from '../postal/postal-writer.ts'
import { wordsInName } from '../rows/final-order.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { NONE } from '../streets/records.ts'
import { renumber } from '../streets/streets-writer.ts'
import { codeOf, NumberCodes, numberValue } from '../words/number-code.ts'
import type { MergedTexts } from './merged-terms.ts'

/** An index of the two, and 1 for each of its streets that the other one replaces. */
export interface MergedPart {
  readonly sections: IndexSections
  readonly isReplaced: Uint8Array
}

export class MergedStreets {
  /** Has the names, places and whole streets, but no streets and no rows. */
  readonly table = new PostalTable()
  readonly streets = new PostalStreets(this.table)
  readonly parts: readonly MergedPart[]
  /** For each final street the number of its part, its number there, and its first record here; one more at the end. */
  readonly part: Uint8Array
  readonly own: Uint32Array
  readonly start: Uint32Array
  readonly names: ReturnType<typeof renumber>
  readonly places: ReturnType<typeof renumber>
  /** The number of its place in the table, by final street. */
  readonly placeOf: (street: number) => number
  /** By part and final name or place, which of the part's it is made of, or NONE. */
  readonly nameSources: readonly Uint32Array[]
  readonly placeSources: readonly Uint32Array[]
  readonly #runs = new GrowingU32()

  /** The texts are those of the parts, as they are numbered in the end. */
  constructor(parts: readonly MergedPart[], { offset, bytes, finals }: MergedTexts) {
    this.parts = parts
    const texts = new Texts({ offset, bytes })
    this.table.texts.readBy((text) => texts.at(text))
    const gathered = parts.map((part, at) => gatherStreets(this.table, part, finals[at]))
    const order = rankMerged(this.table, parts, gathered)
    const [{ whole: first }] = gathered
    this.part = new Uint8Array(order.length)
    this.own = new Uint32Array(order.length)
    this.start = new Uint32Array(order.length + 1)
    const wholes = new Uint32Array(order.length)
    const starts = parts.map(({ sections }) => sections.get('street.start'))
    for (let at = 0; at < order.length; at++) {
      const part = order[at] < first.length ? 0 : 1
      const own = order[at] - part * first.length
      this.part[at] = part
      this.own[at] = own
      this.start[at + 1] = this.start[at] + starts[part][own + 1] - starts[part][own]
      wholes[at] = gathered[part].whole[own]
    }
    this.placeOf = (street) => this.table.wholeStreets.secondOf(wholes[street])
    const { namesMax, placesMax } = this.streets
    this.names = renumber(wholes, namesMax, (whole) => this.streets.nameOfWhole(whole))
    this.places = renumber(wholes, placesMax, (whole) => this.table.wholeStreets.secondOf(whole))
    this.nameSources = this.#sources(this.names, 'street.name')
    this.placeSources = this.#sources(this.places, 'street.place')
    this.#gatherRuns(starts)
  }

  get count(): number {
    return this.own.length
  }

  get records(): number {
    return this.start[this.count]
  }

  /** Visits records that stay together: those from `from` up to `to` of a part come to `at` and after. */
  eachRun(visit: (part: number, from: number, to: number, at: number) => void): void {
    const runs = this.#runs.view()
    for (let i = 0; i < runs.length; i += 4) visit(runs[i], runs[i + 1], runs[i + 2], runs[i + 3])
  }

  #gatherRuns(starts: readonly Uint32Array[]): void {
    let run = { part: 0, from: 0, to: 0, at: 0 }
    const add = () => {
      if (run.to === run.from) return
      for (const value of [run.part, run.from, run.to, run.at]) this.#runs.push(value)
    }
    for (let street = 0; street < this.count; street++) {
      const part = this.part[street]
      const from = starts[part][this.own[street]]
      const to = starts[part][this.own[street] + 1]
      if (part === run.part && from === run.to) run.to = to
      else {
        add()
        run = { part, from, to, at: this.start[street] }
      }
    }
    add()
  }

  #sources(final: ReturnType<typeof renumber>, section: 'street.name' | 'street.place') {
    const columns = this.parts.map(({ sections }) => sections.get(section))
    const sources = columns.map(() => new Uint32Array(final.values.length).fill(NONE))
    for (let street = 0; street < this.count; street++) {
      const part = this.part[street]
      sources[part][final.of[street]] = columns[part][this.own[street]]
    }
    return sources
  }
}

/** What is gathered for each street of a part. */
interface GatheredStreets {
  /** The number of its whole street in the table. */
  readonly whole: Uint32Array
  /** The final number of the text of its postcode. */
  readonly postcode: Uint32Array
}

function gatherStreets(
  table: PostalTable,
  { sections, isReplaced }: MergedPart,
  finalOf: Uint32Array,
): GatheredStreets {
  const texts = new Texts(sections)
  const numbersOf = (section: 'name.texts' | 'place.texts', width: number) => {
    const all = sections.get(section).map((text) => finalOf[text])
    const fields = section === 'name.texts' ? table.names : table.places
    const numbers = new Uint32Array(all.length / width)
    for (let at = 0; at < numbers.length; at++) {
      numbers[at] = fields.addNumbers(all.subarray(at * width, (at + 1) * width))
    }
    return numbers
  }
  const names = numbersOf('name.texts', POSTAL.nameFields.length)
  const places = numbersOf('place.texts', POSTAL.placeFields.length)
  const otherNames = textLists(sections, texts, 'name.others')
  const otherPlaces = textLists(sections, texts, 'place.others')
  const hasOthers = sections.find('name.others.offset') !== undefined
  const [nameOf, placeOf] = [sections.get('street.name'), sections.get('street.place')]
  const [postcodeOf, postcodes] = [sections.get('street.postcode'), sections.get('postcode.text')]
  const whole = new Uint32Array(isReplaced.length)
  const postcode = new Uint32Array(isReplaced.length).fill(EMPTY_TEXT)
  const isPlaceKnown = new Uint8Array(places.length)
  for (let street = 0; street < whole.length; street++) {
    const [name, place] = [names[nameOf[street]], places[placeOf[street]]]
    const isSame =
      street > 0 && nameOf[street] === nameOf[street - 1] && placeOf[street] === placeOf[street - 1]
    whole[street] = isSame ? whole[street - 1] : table.wholeStreets.add(name, place)
    const own = postcodeOf[street] ?? postcodes.length
    if (own < postcodes.length) postcode[street] = finalOf[postcodes[own]]
    if (!hasOthers || isReplaced[street] === 1) continue
    const others = otherNames(nameOf[street])
    if (others.length > 0) table.streetOthers.add(whole[street], others, table.names.textsOf(name))
    if (isPlaceKnown[placeOf[street]] === 1) continue
    isPlaceKnown[placeOf[street]] = 1
    const { doubleDependentLocality, dependentLocality, townOrCity } = table.places.at(place)
    const localities = [doubleDependentLocality, dependentLocality, townOrCity]
    table.placeOthers.add(place, otherPlaces(placeOf[street]), localities)
  }
  return { whole, postcode }
}

/** Streets that stay, best known first; those of the second part have numbers after all those of the first. */
function rankMerged(
  table: PostalTable,
  parts: readonly MergedPart[],
  gathered: readonly GatheredStreets[],
): Uint32Array {
  const [first, second] = gathered
  const base = first.whole.length
  const scores = [true, false].map((isBefore) => scoresOf(table, parts, gathered, isBefore))
  const [before, after] = scores
  const stable = new Uint32Array(base)
  const moved = new GrowingU32()
  let count = 0
  for (let street = 0; street < base; street++) {
    if (parts[0].isReplaced[street] === 1) continue
    const whole = first.whole[street]
    if (before[whole] === after[whole]) stable[count++] = street
    else moved.push(street)
  }
  for (let street = 0; street < (second?.whole.length ?? 0); street++) moved.push(base + street)
  const compare = streetComparison(table, parts, gathered, after)
  const others = moved.view().sort(compare)
  const order = new Uint32Array(count + others.length)
  let from = 0
  for (let i = 0; i < others.length; i++) {
    const other = others[i]
    const to = lowerBoundNear(from, count, (at) => compare(stable[at], other) < 0)
    if (to < count && compare(stable[to], other) === 0) {
      throw new Error('A street is in both indexes.')
    }
    order.set(stable.subarray(from, to), from + i)
    order[to + i] = other
    from = to
  }
  order.set(stable.subarray(from, count), from + others.length)
  return order
}

/** The score of each whole street, before the change or after it: see `rankingOf`. */
function scoresOf(
  table: PostalTable,
  parts: readonly MergedPart[],
  gathered: readonly GatheredStreets[],
  isBefore: boolean,
): Float64Array {
  const { wholeStreets } = table
  const inWhole = new Uint32Array(wholeStreets.count)
  for (const [part, { sections, isReplaced }] of parts.entries()) {
    if (isBefore && part > 0) break
    const start = sections.get('street.start')
    const { whole } = gathered[part]
    for (let street = 0; street < whole.length; street++) {
      if (!isBefore && isReplaced[street] === 1) continue
      inWhole[whole[street]] += start[street + 1] - start[street]
    }
  }
  const inTown = townScores(table, inWhole)
  const scores = new Float64Array(inWhole.length)
  for (let whole = 0; whole < scores.length; whole++) {
    scores[whole] = inWhole[whole] * inTown[wholeStreets.secondOf(whole)]
  }
  return scores
}

/** As `rankStreets` compares them. */
function streetComparison(
  { names, places, wholeStreets }: PostalTable,
  parts: readonly MergedPart[],
  [first, second]: readonly GatheredStreets[],
  scores: Float64Array,
) {
  const base = first.whole.length
  const words = new Array<number | undefined>(names.count)
  const wordsOf = (name: number) => (words[name] ??= wordsInName(names.textsOf(name)))
  const nameTexts = new Array<string>(names.count)
  const placeTexts = new Array<string>(places.count)
  const compareNames = (a: number, b: number) => {
    if (a === b) return 0
    nameTexts[a] ??= `${names.textsOf(a).join('|')}|`
    nameTexts[b] ??= `${names.textsOf(b).join('|')}|`
    return nameTexts[a] < nameTexts[b] ? -1 : 1
  }
  const comparePlaces = (a: number, b: number) => {
    if (a === b) return 0
    placeTexts[a] ??= `${places.textsOf(a).join('|')}|`
    placeTexts[b] ??= `${places.textsOf(b).join('|')}|`
    return placeTexts[a] < placeTexts[b] ? -1 : 1
  }
  const lowestOn = parts.map(({ sections }) => lowestNumbers(sections))
  const lowest = (street: number) =>
    street < base ? lowestOn[0](street) : lowestOn[1](street - base)
  const postcode = (street: number) =>
    street < base ? first.postcode[street] : second.postcode[street - base]
  return (a: number, b: number): number => {
    const one = a < base ? first.whole[a] : second.whole[a - base]
    const other = b < base ? first.whole[b] : second.whole[b - base]
    if (one === other) return lowest(a) - lowest(b) || postcode(a) - postcode(b)
    const [name, otherName] = [wholeStreets.firstOf(one), wholeStreets.firstOf(other)]
    return (
      wordsOf(name) - wordsOf(otherName) ||
      scores[other] - scores[one] ||
      compareNames(name, otherName) ||
      comparePlaces(wholeStreets.secondOf(one), wholeStreets.secondOf(other))
    )
  }
}

/** The lowest house number on each street. */
function lowestNumbers(sections: IndexSections): (street: number) => number {
  const start = sections.get('street.start')
  const numbers = sections.get('record.number')
  const codes = new NumberCodes(sections.get('number.templates'))
  return (street) => {
    let lowest = NO_HOUSE_NUMBER
    for (let record = start[street]; record < start[street + 1]; record++) {
      const packed = numbers[record]
      const value =
        codes.digitsFirst[codeOf(packed)] === 1
          ? numberValue(packed)
          : houseNumberValue(codes.text(packed))
      if (value < lowest) lowest = value
    }
    return lowest
  }
}
