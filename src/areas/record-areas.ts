// In which area each record of a release is: by its keys, or by its point. Records are asked for in order.
// Unchecked: hot, goes over every record of a release, and rows come from the columns themselves.

import { countryOf, isNational } from '../countries/country.ts'
import { Texts } from '../index/columns/texts.ts'
import type { IndexSections } from '../index/file/index-sections.ts'
import { Details } from '../index/national/details.ts'
import { nationalLayout } from '../index/national/national-records.ts'
import { readOverrides } from '../index/national/overrides.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { type KeyAreas, type KeyKind, keyReader } from './keys.ts'
import type { PolygonIndex } from './polygons/polygon-index.ts'
import { unitsOf } from './polygons/polygons.ts'

export type AreaOfRecord = (record: number, street: number) => number

/** What the functions below read of an index. */
const SECTIONS =
  /^(release|street\.(start|place|postcode|latitude|longitude)|place\.texts|postcode\.text|texts\..+|details\..+|pid\.prefixes|record\.(pidPrefix|pidNumber|idHigh|idLow|uprnLow|uprnHigh|latitude|longitude)|record\.overrides\..+)$/

export function isJoinedSection(name: string): boolean {
  return SECTIONS.test(name)
}

export function areasByKey(sections: IndexSections, kind: KeyKind, keys: KeyAreas): AreaOfRecord {
  const { product } = sections.get('release')
  switch (kind) {
    case 'postcode': {
      const texts = areasOfTexts(sections, kind, keys)
      const textOf = postcodeTexts(sections)
      return (_, street) => texts(textOf(street))
    }
    case 'uprn': {
      const [low, high] = [sections.find('record.uprnLow'), sections.find('record.uprnHigh')]
      if (low === undefined || high === undefined) throw lacks(product, 'UPRNs')
      return (record) =>
        low[record] + high[record] === 0 ? 0 : keys.areaOf(high[record], low[record])
    }
    case 'mesh-block': {
      if (!isNational(product)) throw lacks(product, 'mesh blocks')
      const details = new Details(sections, new Texts(sections), countryOf(product))
      const texts = areasOfTexts(sections, kind, keys)
      const textOf = details.inOrder('mbCode')
      if (textOf(0) === -1) throw lacks(product, 'mesh blocks')
      return (record) => texts(textOf(record))
    }
    case 'id':
      return areasOfIds(sections, keys)
  }
}

function lacks(product: string, what: string): OperatorError {
  return new OperatorError(
    `The addresses of ${product} have no ${what}; join the layer by another key.`,
  )
}

/** The number of the text that is the postcode of a street. */
function postcodeTexts(sections: IndexSections): (street: number) => number {
  const { product } = sections.get('release')
  if (isNational(product)) {
    const { placeFields } = nationalLayout(countryOf(product))
    const [places, texts] = [sections.get('street.place'), sections.get('place.texts')]
    const at = placeFields.indexOf('postcode')
    return (street) => texts[places[street] * placeFields.length + at]
  }
  const [postcodes, texts] = [sections.get('street.postcode'), sections.get('postcode.text')]
  return (street) => texts[postcodes[street]] ?? 0
}

/** Each text is read once: many records share it. */
function areasOfTexts(sections: IndexSections, kind: KeyKind, keys: KeyAreas) {
  const texts = new Texts(sections)
  const read = keyReader(kind, sections.get('release').product, keys)
  const known = new Map<number, number>()
  return (text: number): number => {
    const before = known.get(text)
    if (before !== undefined) return before
    const key = read(texts.at(text))
    const area = key === undefined ? 0 : keys.areaOf(key.high, key.low)
    known.set(text, area)
    return area
  }
}

function areasOfIds(sections: IndexSections, keys: KeyAreas): AreaOfRecord {
  const high = sections.find('record.idHigh')
  if (high !== undefined) {
    const low = sections.get('record.idLow')
    return (record) => keys.areaOf(high[record], low[record])
  }
  const [prefix, number] = [sections.get('record.pidPrefix'), sections.get('record.pidNumber')]
  const places = sections.get('pid.prefixes').map((text) => keys.prefixes.indexOf(text))
  return (record) =>
    places[prefix[record]] === -1 ? 0 : keys.areaOf(places[prefix[record]], number[record])
}

/** Points of streets are in ten-millionths of a degree, as polygons are; those of records in tenths of that. */
export function areasByPoint(sections: IndexSections, polygons: PolygonIndex): AreaOfRecord {
  const { product } = sections.get('release')
  const [south, west] = [sections.get('street.latitude'), sections.get('street.longitude')]
  const [north, east] = [sections.get('record.latitude'), sections.get('record.longitude')]
  const near: AreaOfRecord = (record, street) =>
    polygons.areaAt(
      west[street] + Math.round(east[record] / 10),
      south[street] + Math.round(north[record] / 10),
    )
  if (!isNational(product)) return near
  // A record far from its street has its point among the fields that no column gives back.
  const overrides = readOverrides(sections, new Texts(sections))
  return (record, street) => {
    const own = overrides.has(record) ? overrides.of(record) : undefined
    const { longitude, latitude } = own ?? {}
    if (longitude === undefined || latitude === undefined) return near(record, street)
    return polygons.areaAt(unitsOf(longitude), unitsOf(latitude))
  }
}
