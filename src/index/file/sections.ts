// The table of sections: every section of an index file, the type of its values, and what they say.

import type { LayerInfo } from '../../address/area.ts'
import type { ChangeStep } from '../../address/change.ts'
import type { Product } from '../../address/product.ts'

/** What lists of releases show of each. */
export interface ReleaseInfo {
  /** For example `au-2026-11-15-a1b2c3`: also the file's name. */
  readonly release: string
  readonly product: Product
  /** The importer that made it: `sample`, `gnaf-core`, … */
  readonly source: string
  readonly attribution: string
  readonly addresses: number
  readonly createdAt: string
  /** Only of a release that change sets can be merged into. */
  readonly changes?: ReleaseChanges
}

export interface ReleaseChanges {
  /** The flags of the import that decide which addresses are taken, from change sets too. */
  readonly flags: readonly string[]
  /** Whether the records that its addresses were joined from are kept with it. */
  readonly hasRecords?: boolean
  /** The release that was imported whole, where sets were merged into it. */
  readonly since?: string
  /** A fingerprint of each set that was merged, in their order. */
  readonly sets: readonly string[]
  /** The latest date that a row of a set has, '' before the first. */
  readonly until: string
}

/** The fields are those of the product, in its own order. */
export type StoredPlace = readonly [
  id: string,
  addresses: number,
  latitude: number,
  longitude: number,
  ...fields: string[],
]

/** `narrow` is the narrowest of `u8`, `u16` and `u32` that holds all values; `number` is a single `u32`. */
export type ElementType = 'u8' | 'u16' | 'u32' | 'i32' | 'narrow' | 'number' | 'json'

/** A section, or a structure of several sections: `name.aliases` is `name.aliases.offset` and `name.aliases.values`. */
interface Section<Type, Json = never> {
  readonly type: Type
  readonly meaning: string
  /** Never there: it only carries the type of a JSON section's value. */
  readonly json?: Json
}

const u8 = kind('u8')
const u16 = kind('u16')
const u32 = kind('u32')
const i32 = kind('i32')
const narrow = kind('narrow')
const number = kind('number')
const lists = kind('lists')
const sparse = kind('sparse')
const trie = kind('trie')

function json<Value>(meaning: string): Section<'json', Value> {
  return { type: 'json', meaning }
}

const STRUCTURES = {
  lists: {
    offset: u32('Where the list of each item begins in the values, and where the last one ends.'),
    values: u32('All lists, one after the other.'),
  },
  sparse: {
    bits: u32('A bit for each record, 1 where it has a value.'),
    before: u32('How many records have a value before each 256 records.'),
    values: narrow('The values of the records that have one.'),
  },
  trie: {
    nodes: u32(
      'Four of each node, in breadth-first order, and one more: the letters that follow (a bit each from A, bit 26 for other characters, from bit 27 how many children come before those by letters); its first child; twice the first term at or below it, plus 1 where that ends there; its character.',
    ),
    count: number('How many terms there are.'),
    leftOut: u32(
      'A hash table of words of names and places with one letter left out, 0 where a slot is free: bits 0 and 1 say if a strong or a weak term is the word; 5 bits the letter, 26 for none; 5 its place; 20 the hash.',
    ),
  },
} as const satisfies Record<StructureType, object>

type StructureType = 'lists' | 'sparse' | 'trie'

function kind<Type extends ElementType | StructureType>(type: Type) {
  return (meaning: string): Section<Type> => ({ type, meaning })
}

export const SHARED_SECTIONS = {
  release: json<ReleaseInfo>('What the release says of itself; only this has the build time.'),

  terms: trie('The dictionary: every written form of every word, sorted by kind and text.'),
  'terms.bit': u8('The bit of each term in the signatures of its streets, 32 for none.'),
  'postings.places': u32(
    'Two for each term, then for each bucket of premises, and one more: where its list begins, and how many postings come before it.',
  ),
  'postings.lists': u32(
    'The streets of each term by rank, except terms with more streets than a bit map has words.',
  ),
  'postings.signatures': u32(
    'For each street of a list, bits of all its terms: of the first letters of words, in `au` bits 0 to 28, with names of buildings and the like (29), kinds of units (30), lots (31); in the UK 0 to 30, with kinds of units (31).',
  ),
  'postings.maps': u32('For each other term in order, a bit map of all streets.'),
  'premises.buckets': number('How many buckets of premises follow the terms in the postings.'),

  'name.strong': lists('The terms of each name part that find its streets alone.'),
  'name.weak': lists('The terms of each name part that need a strong one: types and suffixes.'),
  'place.strong': lists('The terms of each place part that find its streets alone.'),
  'place.weak': lists('The terms of each place part that need a strong one: states, counties …'),
  'place.near': lists('The terms of the localities around each place part.'),
  'street.name': narrow('The name part of each street.'),
  'street.place': narrow('The place part of each street.'),
  'street.postcode': narrow(
    'The postcode of each street, one past the last for none; not in `au`.',
  ),
  'postcode.joined': u32('The term of each postcode without its space; empty in `au`.'),
  'postcode.spacedFrom': number('The term of the first postcode with its space; the rest follow.'),
  'names.terms': lists('The terms of each name of a building, site or organisation.'),
  'kinds.terms': lists('The terms of each kind of unit or level.'),
  'street.start': u32('The first record of each street, and one more.'),
  'street.flags': u8('If a record of the street has a name (1), a unit kind (2), only a lot (4).'),
  'street.span': u16('The widest range of house numbers on the street: `12-18` is 6.'),

  'number.templates': json<readonly string[]>('How numbers are written: `#`, `#A`, `G0#`.'),
  'record.number': u32('The house number: 20 bits of value and 12 of template, all ones for none.'),
  'record.last': sparse('The end of a range of house numbers, in the same form.'),
  'record.unit': sparse('The number of the unit, in the same form.'),
  'record.level': sparse('The number of the level, in the same form.'),
  'record.lot': sparse('The number of the lot, in the same form.'),
  'record.unitKind': sparse('The kind of the unit, by its number in `kinds.texts`.'),
  'record.levelKind': sparse('The kind of the level, by its number in `kinds.texts`.'),
  'record.flags': u8(
    'Unit or level (1), alias (2), retired (4), residential (8), primary (16), secondary (32), hidden (64), range (128).',
  ),
  'record.principal': sparse('For an alias, the record that it stands for.'),
  'street.latitude': i32('Latitude of the middle record of the street, in 1e-7 degrees.'),
  'street.longitude': i32('The same for the longitude.'),
  'record.latitude': i32('How far north of its street the record is, in 1e-8 degrees.'),
  'record.longitude': i32('How far east of its street the record is, in 1e-8 degrees.'),

  'boxes.record': u32('The first record of each piece of a street, pieces along a Hilbert curve.'),
  'boxes.street': u32('The street of each piece.'),
  'boxes.size': u8('How many records each piece has, at most 32.'),
  'boxes.bounds': i32('South, west, north, east: each piece, then each box of 16; 1e-7 degrees.'),
  places: json<readonly StoredPlace[]>(
    'Id, addresses, latitude, longitude and fields of each place, best known first.',
  ),
  placeTerms: trie('The dictionary of the names of places.'),
  'placeTerms.places': lists('The places of each term.'),

  'texts.offset': u32('Where each text begins in the bytes, and where the last one ends.'),
  'texts.bytes': u8('All distinct texts in UTF-8, sorted, the empty one first.'),
  'kinds.texts': json<readonly string[]>(
    'The text of each unit or level kind, the empty one first.',
  ),
  'names.text': u32('The text of each name of a building, site or organisation.'),
  'name.texts': u32('The texts of each name part, one for each field of the product.'),
  'place.texts': u32('The texts of each place part, one for each field of the product.'),
  'ids.order': u32('All records in the order of their ids.'),
} as const

export const NATIONAL_SECTIONS = {
  'record.building': sparse('The name of the building, by its number in `names.text`.'),
  'record.site': sparse('The name of the site, by its number in `names.text`.'),
  'pid.prefixes': json<readonly string[]>('How ids begin, sorted: `GAVIC` of `GAVIC425325004`.'),
  'record.pidPrefix': narrow('How the id of each record begins.'),
  'record.pidNumber': u32('The number at the end of the id of each record, all ones for none.'),
  'record.primary': sparse('For a unit, the record of its building.'),
  'name.aliases': lists('The other names of each name part, each a text `name|type|suffix`.'),
  'place.names': lists('The name and the aliases of the locality of each place part, as texts.'),
  'record.overrides': sparse('A JSON text with the fields that the columns cannot give back.'),
  'details.bytes': u8(
    'Date, geocode type, mesh block, cleaning, parcel pattern and its numbers of each record, as varints.',
  ),
  'details.offset': u32('Where the details of every sixteenth record begin, and one more.'),
} as const

export const POSTAL_SECTIONS = {
  'record.organisation': sparse('The name of the organisation, by its number in `names.text`.'),
  'record.department': sparse('The name of the department, by its number in `names.text`.'),
  'record.poBox': sparse('The PO box, by its number in `names.text`.'),
  'record.subBuilding': sparse('The sub-building, by its number in `names.text`.'),
  'record.buildingName': sparse('The name of the building, by its number in `names.text`.'),
  'record.numberText': sparse('The building number as text, if `record.number` cannot give it.'),
  'record.idHigh': u32('The upper half of the 64-bit id of each record.'),
  'record.idLow': u32('The lower half of the 64-bit id of each record.'),
  'record.uprnLow': u32('The lower 32 bits of each UPRN, 0 for none; missing without UPRNs.'),
  'record.uprnHigh': narrow('The upper bits of the same number; missing with it.'),
  'name.others': lists('Names of each name part in another language; missing without any.'),
  'place.others': lists('The same for each place part.'),
  successors: u32(
    'Four of each id that the source says another one continues as, in the order of ids: its two halves, and those of its successor; missing without any.',
  ),
  'postcode.text': u32('The text of each postcode.'),
  'postcode.count': u32('How many addresses have the postcode.'),
  'postcode.street': u32('The best-known street that has the postcode.'),
  'postcode.latitude': i32('Mean latitude of the addresses of the postcode, in 1e-6 degrees.'),
  'postcode.longitude': i32('The same for the longitude.'),
} as const

/** What the ledger of a product's ids says of itself. */
interface LedgerHead {
  /** The release that has the current ids. */
  readonly release: string
  /** Every release that retired ids were last in. */
  readonly releases: readonly string[]
  /** How ids begin, sorted; an id is the number of its prefix and a number. None in the UK, where an id is 64 bits. */
  readonly prefixes: readonly string[]
  /** The steps whose changes are kept, oldest first. A ledger of an older version has none. */
  readonly steps?: readonly ChangeStep[]
}

/** Sections of an id ledger, which is a file of its own. Ids are two numbers each, and sorted. */
const LEDGER_SECTIONS = {
  ledger: json<LedgerHead>(
    'The release that has the current ids, those that retired ids were last in, how ids begin, and the steps of the change log.',
  ),
  'current.step': narrow('How far the first number of each current id is from the one before.'),
  'current.second': u32('The second number of each current id.'),
  'retired.first': narrow('The first number of each retired id, repeated for each successor.'),
  'retired.second': u32('The second number of the same id.'),
  'retired.last': narrow(
    'Twice the number of the last release that had the id, plus 1 if its successor is inferred.',
  ),
  'retired.successorFirst': sparse('The first number of the successor.'),
  'retired.successorSecond': sparse('The second number of the same successor.'),
} as const

/** Sections of one step of the change log, which is a file of its own. */
const CHANGES_SECTIONS = {
  'changes.prefixes': json<readonly string[]>('How ids begin, as in the ledger.'),
  'changes.rows': u32(
    'Three of each change, in the order of ids, and of the end: the two numbers of its id; its kind (0 added, 1 retired, 2 changed, 3 moved) and four times how many successors come before its own.',
  ),
  'changes.successors': u32(
    'Three of each successor: the two numbers of its id; 1 if it is inferred.',
  ),
} as const

/** Sections of a layer of areas, which is a file of its own. Areas are numbered from 1; 0 is none. */
const LAYER_SECTIONS = {
  layer: json<LayerInfo>('What the layer says of itself, and the release that it is joined with.'),
  'area.code': u32('The code of each area, by its number among the texts.'),
  'area.name': u32('The name of each area, by its number among the texts.'),
  'key.prefixes': json<readonly string[]>(
    'How the ids that are keys begin, in order of first use.',
  ),
  'key.bytes': u8('The keys in order: how far each is behind the one before, as varints.'),
  'key.area': narrow('The area of each key.'),
  'polygon.points': i32('Longitude and latitude of each corner, in 1e-7 degrees.'),
  'polygon.rings': u32('The first corner of each ring, and one more.'),
  'polygon.feature': u32('The feature of each ring, in order.'),
  'feature.area': narrow('The area of each feature.'),
  'joined.street': narrow(
    'The area of all addresses of each street, one past the last where they are in several.',
  ),
  'joined.mixed': u32('The streets whose addresses are in several, in order.'),
  'joined.start': u32('Where the records of each of them begin in `joined.record`.'),
  'joined.record': narrow('The area of each record of these streets.'),
  'area.addresses': u32('How many addresses each area has.'),
  'area.byCode': u32('The areas in the order of their codes in capitals.'),
  'area.byName': u32('The areas that have a name, in the order of their folded names.'),
  'area.streets': lists('The streets that have addresses in each area.'),
} as const

const SECTIONS = {
  ...SHARED_SECTIONS,
  ...NATIONAL_SECTIONS,
  ...POSTAL_SECTIONS,
  ...LEDGER_SECTIONS,
  ...CHANGES_SECTIONS,
  ...LAYER_SECTIONS,
} as const

/** All types below are made from it: reading or writing an unknown or wrongly typed section does not compile. */
type Table = typeof SECTIONS
type Parts = typeof STRUCTURES

/** The names in the table that have one of the types. */
type NamesOf<Type> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never
}[keyof Table]

export type ListsName = NamesOf<'lists'>
export type SparseName = NamesOf<'sparse'>
export type TrieName = NamesOf<'trie'>
export type JsonName = NamesOf<'json'>

/** A sparse column of the records by its own name: `last` is `record.last`. */
export type RecordColumn = ColumnOf<SparseName>
type ColumnOf<Name> = Name extends `record.${infer Column}` ? Column : never

/** The type of each section of a structure, by its name: `record.last.bits` is `u32`. */
type PartTypes<Type extends StructureType> = {
  [Part in keyof Parts[Type] & string as `${NamesOf<Type>}.${Part}`]: TypeOf<Parts[Type][Part]>
}
type TypeOf<Section> = Section extends { readonly type: infer Type } ? Type : never

type SectionTypes = { [Name in NamesOf<ElementType>]: Table[Name]['type'] } & PartTypes<'lists'> &
  PartTypes<'sparse'> &
  PartTypes<'trie'>

export type SectionName = keyof SectionTypes

export type NarrowArray = Uint8Array | Uint16Array | Uint32Array

interface ValueOf {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  i32: Int32Array
  narrow: NarrowArray
  number: number
}

export type SectionValue<Name extends SectionName> = Name extends JsonName
  ? NonNullable<Table[Name]['json']>
  : ValueOf[Exclude<SectionTypes[Name], 'json'>]

/** What writing a section takes: as what is read, but for narrow values, which the writer makes narrow. */
export type SectionInput<Name extends SectionName> = SectionTypes[Name] extends 'narrow'
  ? Uint32Array
  : SectionValue<Name>

/** Every section of a table by its whole name, those of structures too. */
export function sectionTypes(
  table: Readonly<Record<string, Section<ElementType | StructureType, unknown>>>,
): Map<string, ElementType> {
  const types = new Map<string, ElementType>()
  for (const [name, { type }] of Object.entries(table)) {
    const parts = type in STRUCTURES ? STRUCTURES[type as StructureType] : undefined
    if (parts === undefined) types.set(name, type as ElementType)
    for (const [part, own] of Object.entries(parts ?? {})) types.set(`${name}.${part}`, own.type)
  }
  return types
}

const TYPES: ReadonlyMap<string, ElementType> = sectionTypes(SECTIONS)

export function typeOfSection(name: SectionName): ElementType {
  const type = TYPES.get(name)
  if (type === undefined) throw new Error(`No section is called ${name}.`)
  return type
}
