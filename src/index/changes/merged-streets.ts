// The streets of a release and of what replaces some of them, in the order that one build of all of them would give.
// Unchecked: hot, goes over every street and every house number, and streets are within the columns.

import { EMPTY_TEXT, Texts, textLists } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { POSTAL } from '../postal/postal-records.ts'
import { PostalTable } from '../postal/postal-table.ts'
import {
  houseNumberValue,
  NO_HOUSE_NUMBER,
  PostalStreets,
  rankingOf,
} from '../postal/postal-writer.ts'
import { rankStreets } from '../rows/final-order.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { NONE } from '../streets/records.ts'
import { renumber } from '../streets/streets-writer.ts'
import { codeOf, NumberCodes, numberValue } from '../words/number-code.ts'

/** An index of the two, and 1 for each of its streets that the other one replaces. */
export interface MergedPart {
  readonly sections: IndexSections
  readonly isReplaced: Uint8Array
}

export class MergedStreets {
  /** Has the streets, but no rows. */
  readonly table = new PostalTable()
  readonly streets = new PostalStreets(this.table)
  readonly parts: readonly MergedPart[]
  /** Streets of the table, best known first. */
  readonly order: Uint32Array
  /** For each final street the number of its part, its number there, and its first record here; one more at the end. */
  readonly part: Uint8Array
  readonly own: Uint32Array
  readonly start: Uint32Array
  readonly names: ReturnType<typeof renumber>
  readonly places: ReturnType<typeof renumber>
  /** By part and final name or place, which of the part's it is made of, or NONE. */
  readonly nameSources: readonly Uint32Array[]
  readonly placeSources: readonly Uint32Array[]

  /** `finals` has for each part the number of each of its texts among all that are sorted. */
  constructor(
    parts: readonly MergedPart[],
    sorted: readonly string[],
    finals: readonly Uint32Array[],
  ) {
    this.parts = parts
    this.table.texts.fill(sorted)
    const gathered = { part: new GrowingU32(), own: new GrowingU32() }
    const counted = { addresses: new GrowingU32(), lowest: new GrowingU32() }
    for (const [at, part] of parts.entries()) {
      const start = part.sections.get('street.start')
      const lowestOn = lowestNumbers(part.sections)
      const add = this.#adder(part.sections, finals[at])
      for (let street = 0; street < start.length - 1; street++) {
        if (part.isReplaced[street] === 1) continue
        if (add(street) !== gathered.own.length) throw new Error('A street is in both indexes.')
        gathered.part.push(at)
        gathered.own.push(street)
        counted.addresses.push(start[street + 1] - start[street])
        counted.lowest.push(lowestOn(start[street], start[street + 1]))
      }
    }
    const addresses = counted.addresses.view()
    const ranking = rankingOf(this.table, addresses, counted.lowest.view())
    this.order = rankStreets(this.table, addresses, ranking)
    this.part = Uint8Array.from(this.order, (street) => gathered.part.at(street))
    this.own = Uint32Array.from(this.order, (street) => gathered.own.at(street))
    this.start = new Uint32Array(this.order.length + 1)
    this.order.forEach((street, at) => {
      this.start[at + 1] = this.start[at] + addresses[street]
    })
    this.names = renumber(this.order, (street) => this.streets.nameOf(street))
    this.places = renumber(this.order, (street) => this.streets.placeOf(street))
    this.nameSources = this.#sources(this.names, 'street.name')
    this.placeSources = this.#sources(this.places, 'street.place')
  }

  get count(): number {
    return this.order.length
  }

  get records(): number {
    return this.start[this.count]
  }

  /** Visits records that stay together: those from `from` up to `to` of a part come to `at` and behind. */
  eachRun(visit: (part: number, from: number, to: number, at: number) => void): void {
    const starts = this.parts.map(({ sections }) => sections.get('street.start'))
    let run = { part: 0, from: 0, to: 0, at: 0 }
    for (let street = 0; street < this.count; street++) {
      const part = this.part[street]
      const from = starts[part][this.own[street]]
      const to = starts[part][this.own[street] + 1]
      if (part === run.part && from === run.to) run.to = to
      else {
        if (run.to > run.from) visit(run.part, run.from, run.to, run.at)
        run = { part, from, to, at: this.start[street] }
      }
    }
    if (run.to > run.from) visit(run.part, run.from, run.to, run.at)
  }

  /** Gives each street of an index its number in the table. */
  #adder(sections: IndexSections, finalOf: Uint32Array): (street: number) => number {
    const { table } = this
    const texts = new Texts(sections)
    const names = finalNumbers(sections.get('name.texts'), finalOf, POSTAL.nameFields.length)
    const places = finalNumbers(sections.get('place.texts'), finalOf, POSTAL.placeFields.length)
    const otherNames = textLists(sections, texts, 'name.others')
    const otherPlaces = textLists(sections, texts, 'place.others')
    const [nameOf, placeOf] = [sections.get('street.name'), sections.get('street.place')]
    const [postcodeOf, postcodes] = [sections.get('street.postcode'), sections.get('postcode.text')]
    const numberOfName = once((name) => table.names.addNumbers(names(name)))
    const numberOfPlace = once((part) => {
      const place = table.places.addNumbers(places(part))
      const { doubleDependentLocality, dependentLocality, townOrCity } = table.places.at(place)
      const own = [doubleDependentLocality, dependentLocality, townOrCity]
      table.placeOthers.add(place, otherPlaces(part), own)
      return place
    })
    return (street) => {
      const name = numberOfName(nameOf[street])
      const whole = table.wholeStreets.add(name, numberOfPlace(placeOf[street]))
      const others = otherNames(nameOf[street])
      if (others.length > 0) table.streetOthers.add(whole, others, table.names.textsOf(name))
      const postcode = postcodeOf[street] ?? postcodes.length
      return table.streets.add(
        whole,
        postcode < postcodes.length ? finalOf[postcodes[postcode]] : EMPTY_TEXT,
      )
    }
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

/** The final numbers of the texts of a part that has so many. */
function finalNumbers(texts: Uint32Array, finalOf: Uint32Array, width: number) {
  const numbers = new Uint32Array(width)
  return (part: number): Uint32Array => {
    for (let at = 0; at < width; at++) numbers[at] = finalOf[texts[part * width + at]]
    return numbers
  }
}

/** Remembers what it gave for each number. */
function once(give: (item: number) => number): (item: number) => number {
  const known: number[] = []
  return (item) => (known[item] ??= give(item))
}

/** The lowest house number of the records from `from` up to `to`. */
function lowestNumbers(sections: IndexSections): (from: number, to: number) => number {
  const numbers = sections.get('record.number')
  const codes = new NumberCodes(sections.get('number.templates'))
  return (from, to) => {
    let lowest = NO_HOUSE_NUMBER
    for (let record = from; record < to; record++) {
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
