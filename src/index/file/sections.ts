// The table of sections: every section of an index file, the type of its values, and what they say.

import type { ReleaseInfo } from './release-info.ts'
import {
  type ElementType,
  i32,
  json,
  lists,
  narrow,
  number,
  type Section,
  type StructureType,
  sparse,
  trie,
  u8,
  u16,
  u32,
} from './section-kinds.ts'
import type { StoredPlace } from './stored-place.ts'

/** Sections of both products. */
export const SHARED_SECTIONS = {
  release: json<ReleaseInfo>(
    'What the release says of itself; the only section with the time of the build.',
  ),

  terms: trie('The dictionary: every written form of every word, sorted by kind and text.'),
  'terms.bit': u8('The bit of each term in the signatures of its streets, 32 for none.'),
  'postings.places': u32(
    'Two of each term, after them of each bucket of premises, and one more: where its list begins, and how many postings come before it.',
  ),
  'postings.lists': u32(
    'The streets of each term by rank, but of those with more streets than a bit map has words.',
  ),
  'postings.signatures': u32(
    'For each street of a list bits of all its terms: of the first letters of words, in `au` bits 0 to 28, with names of buildings and the like (29), kinds of units (30), lots (31); in the UK 0 to 30, with kinds of units (31).',
  ),
  'postings.maps': u32('For each other term in order a bit map over all streets.'),
  'premises.buckets': number('How many buckets of premises follow the terms in the postings.'),

  'name.strong': lists('The terms of each name part that find its streets alone.'),
  'name.weak': lists(
    'The terms of each name part that count only beside a strong one: types and suffixes.',
  ),
  'place.strong': lists('The terms of each place part that find its streets alone.'),
  'place.weak': lists(
    'The terms of each place part that count only beside a strong one: states, counties, countries.',
  ),
  'place.near': lists('The terms of the localities around each place part.'),
  'street.name': narrow('The name part of each street.'),
  'street.place': narrow('The place part of each street.'),
  'street.postcode': narrow(
    'The postcode of each street, one past the last for none; empty in `au`.',
  ),
  'postcode.joined': u32('The term of each postcode without its space; empty in `au`.'),
  'postcode.spacedFrom': number(
    'The term of the first postcode with its space; the others follow it.',
  ),
  'names.terms': lists('The terms of each name of a building, site or organisation.'),
  'kinds.terms': lists('The terms of each kind of unit or level.'),
  'street.start': u32('The first record of each street, and one more.'),
  'street.flags': u8(
    'Whether any record of the street has a name (1), a kind of unit (2), a lot for a number (4).',
  ),
  'street.span': u16('The widest range of house numbers on the street: `12-18` is 6.'),

  'number.templates': json<readonly string[]>(
    'How numbers are written, `#` for the digits: `#`, `#A`, `G0#`.',
  ),
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
  'record.principal': sparse('For an alias the record that it stands for.'),
  'street.latitude': i32(
    'Where the middle record of the street is, in ten-millionths of a degree.',
  ),
  'street.longitude': i32('The same for the longitude.'),
  'record.latitude': i32(
    'How far north of its street the record is, in hundred-millionths of a degree.',
  ),
  'record.longitude': i32(
    'How far east of its street the record is, in hundred-millionths of a degree.',
  ),

  'boxes.record': u32(
    'The first record of each piece of a street, pieces in the order of a Hilbert curve.',
  ),
  'boxes.street': u32('The street of each piece.'),
  'boxes.size': u8('How many records each piece has, at most 32.'),
  'boxes.bounds': i32(
    'South, west, north, east of each piece, then of each box of 16, in ten-millionths of a degree.',
  ),
  places: json<readonly StoredPlace[]>(
    'Id, addresses, latitude, longitude and fields of each place, best known first.',
  ),
  placeTerms: trie('The dictionary of the names of places.'),
  'placeTerms.places': lists('The places of each term.'),

  'texts.offset': u32('Where each text begins in the bytes, and where the last one ends.'),
  'texts.bytes': u8('All distinct texts in UTF-8, sorted, the empty one first.'),
  'kinds.texts': json<readonly string[]>(
    'The text of each kind of unit or level, the empty one first.',
  ),
  'names.text': u32('The text of each name of a building, site or organisation.'),
  'name.texts': u32('The texts of each name part, as many as the product has fields for it.'),
  'place.texts': u32('The texts of each place part, as many as the product has fields for it.'),
  'ids.order': u32('All records in the order of their ids.'),
} as const

/** Sections of Australian addresses. */
export const NATIONAL_SECTIONS = {
  'record.building': sparse('The name of the building, by its number in `names.text`.'),
  'record.site': sparse('The name of the site, by its number in `names.text`.'),
  'pid.prefixes': json<readonly string[]>(
    'The beginnings of ids, sorted: `GAVIC` of `GAVIC425325004`.',
  ),
  'record.pidPrefix': narrow('The beginning of the id of each record.'),
  'record.pidNumber': u32('The number at the end of the id of each record, all ones for none.'),
  'record.primary': sparse('For a unit the record of its building.'),
  'name.aliases': lists('The other names of each name part, each a text `name|type|suffix`.'),
  'place.names': lists('The name and the aliases of the locality of each place part, as texts.'),
  'record.overrides': sparse('A JSON text with the fields that the columns cannot give back.'),
  'details.bytes': u8(
    'Date, geocode type, mesh block, cleaning, parcel pattern and its numbers of each record, as varints.',
  ),
  'details.offset': u32('Where the details of every sixteenth record begin, and one more.'),
} as const

/** Sections of UK addresses. */
export const POSTAL_SECTIONS = {
  'record.organisation': sparse('The name of the organisation, by its number in `names.text`.'),
  'record.department': sparse('The name of the department, by its number in `names.text`.'),
  'record.poBox': sparse('The PO box, by its number in `names.text`.'),
  'record.subBuilding': sparse('The sub-building, by its number in `names.text`.'),
  'record.buildingName': sparse('The name of the building, by its number in `names.text`.'),
  'record.numberText': sparse(
    'The text of the building number where `record.number` cannot give it back.',
  ),
  'record.idHigh': u32('The upper half of the 64-bit id of each record.'),
  'record.idLow': u32('The lower half of the 64-bit id of each record.'),
  'record.uprnLow': u32(
    'The lower 32 bits of the UPRN of each record, 0 for none; missing where the data has no UPRN.',
  ),
  'record.uprnHigh': narrow('The upper bits of the same number; missing with it.'),
  'name.others': lists(
    'The names of each name part in another language, as texts; missing where the data has none.',
  ),
  'place.others': lists('The same for each place part.'),
  'postcode.text': u32('The text of each postcode.'),
  'postcode.count': u32('How many addresses have the postcode.'),
  'postcode.street': u32('The best-known street that has the postcode.'),
  'postcode.latitude': i32(
    'The mean latitude of the addresses of the postcode, in millionths of a degree.',
  ),
  'postcode.longitude': i32(
    'The mean longitude of the addresses of the postcode, in millionths of a degree.',
  ),
} as const

type AnySection = Section<ElementType | StructureType, unknown>

export const SECTIONS = {
  ...SHARED_SECTIONS,
  ...NATIONAL_SECTIONS,
  ...POSTAL_SECTIONS,
} as const satisfies Readonly<Record<string, AnySection>>
