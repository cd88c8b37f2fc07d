// Writes one UK index of two: a release without the streets that change, and those streets as they are now.
// Unchecked: hot, goes over every street and record, and numbers come from the columns themselves.

import { Lists, PackedLists, writeLists } from '../columns/lists.ts'
import { Texts, writeSortedTexts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { PIECE_RECORDS_MAX, SIDES } from '../geography/boxes.ts'
import { cutStreets, type Pieces, writePieces } from '../geography/boxes-writer.ts'
import type { AddPoints } from '../geography/places-writer.ts'
import { POSTAL } from '../postal/postal-records.ts'
import { writePostalPlaces, writePostcodes } from '../postal/postal-writer.ts'
import { countUp } from '../rows/row-order.ts'
import { degrees, NONE } from '../streets/records.ts'
import {
  mergedColumn,
  mergedIdOrder,
  type Renumbering,
  renumberedNumbers,
  writeColumn,
  writeSparseColumn,
} from './merged-columns.ts'
import {
  type Dictionary,
  type Finals,
  type MergedPostcodes,
  mergePostcodes,
  writeDictionary,
  writeMergedPostings,
} from './merged-dictionary.ts'
import { type MergedPart, MergedStreets } from './merged-streets.ts'
import { LEFT_OUT, mergeTexts } from './merged-terms.ts'

interface Merge {
  readonly writer: SectionWriter
  readonly streets: MergedStreets
  /** For each part the final number of each of its texts. */
  readonly texts: Finals
}

/** The first part is the release, whose ways to write numbers and whose buckets the other one has as well. */
export async function writeMerged(writer: SectionWriter, parts: readonly MergedPart[]) {
  const { sorted: texts, finals } = mergeTexts(parts.map(({ sections }) => textsOf(sections)))
  await writeSortedTexts(writer, texts)
  const streets = new MergedStreets(parts, texts, finals)
  const postcodes = mergePostcodes(streets)
  const dictionary = await writeDictionary(writer, streets)
  const merge = { writer, streets, texts: finals }
  await writeStreetColumns(merge, postcodes)
  await writePartTexts(merge, texts)
  const { nameFinals, kindFinals } = await writeNames(merge, dictionary)
  await writeMergedPostings(writer, streets, dictionary, postcodes)
  await writeRecordColumns(merge, nameFinals, kindFinals)
  await writeGeography(merge, postcodes)
  return streets.records
}

function textsOf(sections: IndexSections): readonly string[] {
  const texts = new Texts(sections)
  return Array.from({ length: sections.get('texts.offset').length - 1 }, (_, at) => texts.at(at))
}

async function writeStreetColumns({ writer, streets }: Merge, { sorted, finals }: MergedPostcodes) {
  const { parts, part, own, count } = streets
  const column = <Values extends { [at: number]: number }>(
    values: Values,
    name: 'street.flags' | 'street.span' | 'street.latitude' | 'street.longitude',
  ) => {
    const columns = parts.map(({ sections }) => sections.get(name))
    for (let street = 0; street < count; street++) {
      values[street] = columns[part[street]][own[street]]
    }
    return values
  }
  await writer.add('street.start', streets.start)
  await writer.add('street.name', streets.names.of)
  await writer.add('street.place', streets.places.of)
  await writer.add('street.flags', column(new Uint8Array(count), 'street.flags'))
  await writer.add('street.span', column(new Uint16Array(count), 'street.span'))
  await writer.add('street.latitude', column(new Int32Array(count), 'street.latitude'))
  await writer.add('street.longitude', column(new Int32Array(count), 'street.longitude'))
  const postcodes = new Uint32Array(sorted.length === 0 ? 0 : count).fill(sorted.length)
  const columns = parts.map(({ sections }) => sections.get('street.postcode'))
  for (let street = 0; street < postcodes.length; street++) {
    const final = finals[part[street]][columns[part[street]][own[street]]]
    if (final !== undefined) postcodes[street] = final
  }
  await writer.add('street.postcode', postcodes)
}

/** What names and places say, and in other languages. */
async function writePartTexts({ writer, streets, texts }: Merge, sorted: readonly string[]) {
  const { parts, names, places, streets: named } = streets
  const write = async (
    section: 'name.texts' | 'place.texts',
    width: number,
    sources: readonly Uint32Array[],
  ) => {
    const values = new Uint32Array(width * sources[0].length)
    parts.forEach(({ sections }, part) => {
      const own = sections.get(section)
      sources[part].forEach((source, at) => {
        if (source === NONE) return
        for (let i = 0; i < width; i++)
          values[at * width + i] = texts[part][own[source * width + i]]
      })
    })
    await writer.add(section, values)
  }
  await write('name.texts', POSTAL.nameFields.length, streets.nameSources)
  await write('place.texts', POSTAL.placeFields.length, streets.placeSources)
  if (parts.every(({ sections }) => sections.find('name.others.offset') === undefined)) return
  const otherNames = names.values.map((name) => named.otherNames(name))
  const otherPlaces = places.values.map((place) => named.otherPlaces(place))
  const all = [...otherNames, ...otherPlaces].flat()
  if (all.length === 0) return
  const numbers = numbersOf(new Set(all), sorted)
  const numbered = (lists: readonly (readonly string[])[]) =>
    lists.map((list) => list.map((text) => numbers.get(text) ?? 0))
  const same = countUp(sorted.length)
  await writeLists(writer, 'name.others', numbered(otherNames), same)
  await writeLists(writer, 'place.others', numbered(otherPlaces), same)
}

function numbersOf(wanted: ReadonlySet<string>, sorted: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>()
  sorted.forEach((text, number) => {
    if (wanted.has(text)) numbers.set(text, number)
  })
  return numbers
}

/** Names of buildings and organisations, and kinds of units: those of the first part, then what is new. */
async function writeNames(
  { writer, streets, texts }: Merge,
  { finals: terms, sorted }: Dictionary,
) {
  const [names, kinds] = [new NamedLists<number>(), new NamedLists<string>()]
  const finals = streets.parts.map(({ sections }, part) => {
    const finalOf = terms[part]
    const listOf = (lists: Lists, item: number) => {
      const list: number[] = []
      for (const term of lists.of(item)) if (finalOf[term] !== LEFT_OUT) list.push(finalOf[term])
      return list
    }
    const nameLists = new Lists(sections, 'names.terms')
    const kindLists = new Lists(sections, 'kinds.terms')
    return {
      names: sections
        .get('names.text')
        .map((text, name) => names.add(texts[part][text], listOf(nameLists, name))),
      kinds: Uint32Array.from(sections.get('kinds.texts'), (text, kind) =>
        kinds.add(text, listOf(kindLists, kind)),
      ),
    }
  })
  await writer.add('names.text', Uint32Array.from(names.names))
  await writer.add('kinds.texts', kinds.names)
  const same = countUp(sorted.length)
  await writeLists(writer, 'names.terms', names.lists, same)
  await writeLists(writer, 'kinds.terms', kinds.lists, same)
  return {
    nameFinals: finals.map((final) => final.names),
    kindFinals: finals.map((final) => final.kinds),
  }
}

/** Names and their terms, each once. */
class NamedLists<Name> {
  readonly names: Name[] = []
  readonly lists = new PackedLists()
  readonly #known = new Map<Name, { readonly number: number; readonly terms: number }>()

  add(name: Name, terms: readonly number[]): number {
    const known = this.#known.get(name)
    // A name that looks like a number is searched only beside another one, which a new address may be.
    if (known !== undefined && known.terms >= terms.length) return known.number
    const number = this.names.push(name) - 1
    this.lists.push(terms)
    this.#known.set(name, { number, terms: terms.length })
    return number
  }
}

const NUMBERS = ['last', 'unit', 'level', 'lot'] as const
const KINDS = ['unitKind', 'levelKind'] as const

async function writeRecordColumns(
  { writer, streets, texts }: Merge,
  nameFinals: Finals,
  kindFinals: Finals,
): Promise<void> {
  const { parts, records } = streets
  const templates = parts[parts.length - 1].sections.get('number.templates')
  const renumbering = renumberedNumbers(streets, templates)
  const by =
    (finals: Finals): Renumbering =>
    (part) =>
    (value) =>
      finals[part][value]
  await writer.add('number.templates', templates)
  const numbers = mergedColumn(streets, 'record.number', new Uint32Array(records))
  streets.eachRun((part, from, to, at) => {
    const finalOf = renumbering(part)
    for (let record = at; record < at + to - from; record++) {
      numbers[record] = finalOf(numbers[record])
    }
  })
  await writer.add('record.number', numbers)
  for (const name of NUMBERS) await writeSparseColumn(writer, streets, name, renumbering)
  for (const name of KINDS) await writeSparseColumn(writer, streets, name, by(kindFinals))
  for (const name of POSTAL.columns) {
    await writeSparseColumn(writer, streets, name, by(nameFinals))
  }
  await writeSparseColumn(writer, streets, 'numberText', by(texts))
  // No UK address is another name of another.
  await writeSparseColumn(writer, streets, 'principal', () => (record) => record)
  await writeColumn(writer, streets, 'record.flags', new Uint8Array(records))
  await writeColumn(writer, streets, 'record.latitude', new Int32Array(records))
  await writeColumn(writer, streets, 'record.longitude', new Int32Array(records))
  if (parts.some(({ sections }) => sections.find('record.uprnLow') !== undefined)) {
    await writeColumn(writer, streets, 'record.uprnLow', new Uint32Array(records))
    await writeColumn(writer, streets, 'record.uprnHigh', new Uint32Array(records))
  }
  const high = mergedColumn(streets, 'record.idHigh', new Uint32Array(records))
  const low = mergedColumn(streets, 'record.idLow', new Uint32Array(records))
  await writer.add('record.idHigh', high)
  await writer.add('record.idLow', low)
  await writer.add('ids.order', mergedIdOrder(streets, high, low))
}

/** Places and postcodes are made as in any build, boxes of the pieces that the parts have. */
async function writeGeography(
  { writer, streets, texts }: Merge,
  postcodes: MergedPostcodes,
): Promise<void> {
  const { table, parts, start, order } = streets
  await writePieces(writer, mergedPieces(streets))
  const rows = new Uint32Array()
  const build = {
    writer,
    table,
    order: {
      streets: order,
      streetStart: start,
      rows,
      recordOf: rows,
      packed: rows,
      templates: [],
    },
  }
  const addPoints = mergedPoints(streets)
  await writePostalPlaces(build, streets.streets, addPoints)
  await writePostcodes(build, postcodes.sorted, addPoints)
  const postcodeTexts = new Uint32Array(postcodes.sorted.length)
  parts.forEach(({ sections }, at) => {
    const text = sections.get('postcode.text')
    postcodes.finals[at].forEach((final, postcode) => {
      if (final !== LEFT_OUT) postcodeTexts[final] = texts[at][text[postcode]]
    })
  })
  await writer.add('postcode.text', postcodeTexts)
}

/** A street is cut alike in each index, so its pieces keep their bounds. */
function mergedPieces({ parts, part, own, start }: MergedStreets): Pieces {
  const pieces = cutStreets(start)
  const sources = parts.map(({ sections }) => {
    const starts = sections.get('street.start')
    const [record, street] = [sections.get('boxes.record'), sections.get('boxes.street')]
    const firsts = firstPieces(starts)
    const places = new Uint32Array(record.length)
    for (let at = 0; at < record.length; at++) {
      const cut = (record[at] - starts[street[at]]) / PIECE_RECORDS_MAX
      places[firsts[street[at]] + cut] = at
    }
    return { firsts, places, bounds: sections.get('boxes.bounds') }
  })
  for (let piece = 0; piece < pieces.record.length; piece++) {
    const street = pieces.street[piece]
    const { firsts, places, bounds } = sources[part[street]]
    const cut = (pieces.record[piece] - start[street]) / PIECE_RECORDS_MAX
    const from = places[firsts[own[street]] + cut] * SIDES
    for (let side = 0; side < SIDES; side++) {
      pieces.bounds[piece * SIDES + side] = bounds[from + side]
    }
  }
  return pieces
}

/** How many pieces the streets before each have. */
function firstPieces(starts: Uint32Array): Uint32Array {
  const firsts = new Uint32Array(starts.length)
  for (let street = 0; street + 1 < starts.length; street++) {
    const pieces = Math.ceil((starts[street + 1] - starts[street]) / PIECE_RECORDS_MAX)
    firsts[street + 1] = firsts[street] + pieces
  }
  return firsts
}

function mergedPoints({ parts, part, own }: MergedStreets): AddPoints {
  const columns = parts.map(({ sections }) => ({
    start: sections.get('street.start'),
    points: [sections.get('street.latitude'), sections.get('street.longitude')],
    steps: [sections.get('record.latitude'), sections.get('record.longitude')],
  }))
  return (street, sum) => {
    const { start, points, steps } = columns[part[street]]
    const from = own[street]
    for (let record = start[from]; record < start[from + 1]; record++) {
      sum.latitude += degrees(points[0][from], steps[0][record])
      sum.longitude += degrees(points[1][from], steps[1][record])
    }
  }
}
