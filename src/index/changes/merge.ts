// Writes one UK index of two: a release without the streets that change, and those streets as they are now.
// Unchecked: hot, goes over every street and record, and numbers come from the columns themselves.

import { lowerBoundBy } from '../../lib/lower-bound.ts'
import { Lists, writeLists } from '../columns/lists.ts'
import { Texts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { PIECE_RECORDS_MAX, SIDES } from '../geography/boxes.ts'
import { cutStreets, type Pieces, writePieces } from '../geography/boxes-writer.ts'
import type { PointSums } from '../geography/places-writer.ts'
import { POSTAL } from '../postal/postal-records.ts'
import { writePostalPlaces, writePostcodes } from '../postal/postal-writer.ts'
import { countUp } from '../rows/row-order.ts'
import { NONE, STEPS_PER_POINT_UNIT } from '../streets/records.ts'
import { LEFT_OUT } from '../terms/postings.ts'
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
  writeAllPostings,
  writeDictionary,
} from './merged-dictionary.ts'
import { type MergedPart, MergedStreets } from './merged-streets.ts'
import { type MergedTexts, mergeTexts } from './merged-terms.ts'

interface Merge {
  readonly writer: SectionWriter
  readonly streets: MergedStreets
  readonly texts: MergedTexts
}

/** The first part is the release, whose ways to write numbers and whose buckets the other one has as well. */
export async function writeMerged(writer: SectionWriter, parts: readonly MergedPart[]) {
  const [{ sections: base }, added] = parts
  const texts = mergeTexts(base, added?.sections)
  await writer.add('texts.offset', texts.offset)
  await writer.add('texts.bytes', texts.bytes)
  const streets = new MergedStreets(parts, texts)
  const postcodes = mergePostcodes(streets, texts)
  const dictionary = await writeDictionary(writer, streets)
  const merge = { writer, streets, texts }
  await writeStreetColumns(merge, postcodes)
  await writePartTexts(merge)
  const { nameFinals, kindFinals } = await writeNames(merge, dictionary)
  await writeAllPostings(writer, streets, dictionary, postcodes)
  await writeRecordColumns(merge, nameFinals, kindFinals)
  await writeGeography(merge, postcodes)
  return streets.records
}

async function writeStreetColumns({ writer, streets }: Merge, postcodes: MergedPostcodes) {
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
  await writer.add('street.postcode', postcodes.of)
}

/** What names and places say, and in other languages. */
async function writePartTexts({ writer, streets, texts }: Merge) {
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
          values[at * width + i] = texts.finals[part][own[source * width + i]]
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
  const reader = new Texts(texts)
  const count = texts.offset.length - 1
  const numbers = new Map(
    Array.from(new Set(all), (text) => [
      text,
      lowerBoundBy(0, count, (number) => reader.at(number) < text),
    ]),
  )
  const numbered = (lists: readonly (readonly string[])[]) =>
    lists.map((list) => list.map((text) => numbers.get(text) ?? 0))
  const same = countUp(count)
  await writeLists(writer, 'name.others', numbered(otherNames), same)
  await writeLists(writer, 'place.others', numbered(otherPlaces), same)
}

/** Names of buildings and organisations, and kinds of units: those of the first part, then what is new. */
async function writeNames({ writer, streets, texts }: Merge, terms: Dictionary) {
  const names = streets.parts.map(({ sections }, part) =>
    sections.get('names.text').map((text) => texts.finals[part][text]),
  )
  const kinds = streets.parts.map(({ sections }) => sections.get('kinds.texts'))
  const named = mergeNames(streets, terms, names, 'names.terms')
  const kinded = mergeNames(streets, terms, kinds, 'kinds.terms')
  await writer.add('names.text', Uint32Array.from(named.kept))
  await writer.add('kinds.texts', kinded.kept)
  for (const [name, { lists }] of [
    ['names.terms', named],
    ['kinds.terms', kinded],
  ] as const) {
    await writer.add(`${name}.offset`, lists.offset)
    await writer.add(`${name}.values`, lists.values)
  }
  return { nameFinals: named.finals, kindFinals: kinded.finals }
}

/** Names and their terms, each once, and for each part the final number of each of its names. */
function mergeNames<Name extends string | number>(
  { parts }: MergedStreets,
  { finals: terms }: Dictionary,
  names: readonly ArrayLike<Name>[],
  section: 'names.terms' | 'kinds.terms',
) {
  const kept: Name[] = []
  const lists = parts.map(({ sections }) => new Lists(sections, section))
  const values = new Uint32Array(lists.reduce((sum, own) => sum + own.values.length, 0))
  const offset = new Uint32Array(lists.reduce((sum, own) => sum + own.count, 1))
  const added = new Set(Array.from(names[1] ?? []))
  const known = new Map<Name, number>()
  let end = 0
  const finals = lists.map((own, part) => {
    const finalOf = terms[part]
    const numbers = new Uint32Array(names[part].length)
    for (let name = 0; name < numbers.length; name++) {
      const start = end
      for (let at = own.offset[name]; at < own.offset[name + 1]; at++) {
        const term = finalOf[own.values[at]]
        if (term !== LEFT_OUT) values[end++] = term
      }
      const text = names[part][name]
      const isAdded = added.has(text)
      const before = isAdded ? known.get(text) : undefined
      // A name that looks like a number is searched only together with another one, which a new address may be.
      if (before !== undefined && offset[before + 1] - offset[before] >= end - start) {
        numbers[name] = before
        end = start
        continue
      }
      numbers[name] = kept.push(text) - 1
      if (isAdded) known.set(text, numbers[name])
      offset[kept.length] = end
    }
    return numbers
  })
  return {
    kept,
    lists: { offset: offset.subarray(0, kept.length + 1), values: values.subarray(0, end) },
    finals,
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
    (part) => {
      const finalOf = finals[part]
      return finalOf.every((final, own) => final === own) ? undefined : (value) => finalOf[value]
    }
  await writer.add('number.templates', templates)
  const renumbered = parts.map((_, part) => renumbering(part))
  const numbers = mergedColumn(streets, 'record.number', new Uint32Array(records))
  streets.eachRun((part, from, to, at) => {
    const finalOf = renumbered[part]
    if (finalOf === undefined) return
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
  await writeSparseColumn(writer, streets, 'numberText', by(texts.finals))
  // No UK address is another name of another.
  await writeSparseColumn(writer, streets, 'principal', () => undefined)
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
  await writePieces(writer, mergedPieces(streets))
  const reader = new Texts(texts)
  const placed = {
    start: streets.start,
    placeOf: streets.placeOf,
    postcodeOf: postcodes.of,
    postcodes: postcodes.texts.length,
    postcode: (number: number) => reader.at(postcodes.texts[number]),
    sums: mergedSums(streets),
  }
  await writePostalPlaces(writer, streets.table, placed)
  await writePostcodes(writer, placed)
  await writer.add('postcode.text', postcodes.texts)
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

function mergedSums({ parts, part, own, count }: MergedStreets): PointSums {
  const columns = parts.map(({ sections }) => ({
    start: sections.get('street.start'),
    points: [sections.get('street.latitude'), sections.get('street.longitude')],
    steps: [sections.get('record.latitude'), sections.get('record.longitude')],
  }))
  const [latitude, longitude] = [new Float64Array(count), new Float64Array(count)]
  for (let street = 0; street < count; street++) {
    const { start, points, steps } = columns[part[street]]
    const at = own[street]
    const [from, to] = [start[at], start[at + 1]]
    const perUnit = (to - from) * STEPS_PER_POINT_UNIT
    latitude[street] = points[0][at] * perUnit + sumOf(steps[0], from, to)
    longitude[street] = points[1][at] * perUnit + sumOf(steps[1], from, to)
  }
  return { latitude, longitude }
}

function sumOf(values: Int32Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += values[at]
  return sum
}
