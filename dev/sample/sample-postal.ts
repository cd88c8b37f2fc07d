// Sample data of product `uk`: made-up addresses in real towns, the same ones at every start.

import type { Point } from '../../src/address/geo.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../src/address/postal.ts'
import { UK } from '../../src/countries/uk.ts'
import type { PostalSource } from '../../src/index/rows/row-source.ts'
import { MULBERRY32, SeededRandom } from '../seeded-random.ts'
import { longTailed } from './long-tailed.ts'
import { randomEstate, randomStreet } from './names-uk.ts'
import { SAMPLE_DISTRICTS, type SampleDistrict } from './places-uk.ts'
import { estateUnits, type Premises, poBox, premisesOn } from './postal-premises.ts'
import { PostcodeBook, StreetPostcodes } from './postcodes.ts'
import { gridTurn, pointOnStreet, type StreetLine, streetLine } from './street-line.ts'
import { knownStreets } from './streets-uk.ts'

/** Buildings overrun what is planned for their street, so that 20,000 come of it. */
const ADDRESSES_WANTED = 17_000
const FRONTAGE_METRES = 11

/** About 20,000 addresses in England, Scotland, Wales and Northern Ireland. */
export function samplePostalSource(): PostalSource {
  return {
    product: UK.product,
    format: 'sample',
    attribution:
      'Made-up sample data: towns and postcode districts are real, ' +
      'addresses and organisations are not. Import a UK file to look up real addresses.',
    rows: sampleRows,
  }
}

function* sampleRows(): Generator<PostalRow> {
  const sizes = SAMPLE_DISTRICTS.reduce((sum, district) => sum + district.size, 0)
  const random = new SeededRandom(0x0b05, MULBERRY32)
  let sourceKey = 10_000_000
  for (const district of SAMPLE_DISTRICTS) {
    const wanted = Math.round((ADDRESSES_WANTED * district.size) / sizes)
    for (const row of districtRows(random, district, wanted)) {
      // Keys of delivery points have eight digits and gaps.
      sourceKey += random.between(1, 400)
      yield { ...row, sourceKey: String(sourceKey) }
    }
  }
}

interface Street {
  readonly name: string
  /** The second half of a postcode that its first houses must have, or ''. */
  readonly incode: string
  readonly kind: 'homes' | 'high-street' | 'estate'
  readonly dependentLocality: string
  readonly addresses: number
}

function* districtRows(
  random: SeededRandom,
  district: SampleDistrict,
  wanted: number,
): Generator<PostalRow> {
  const book = new PostcodeBook(district)
  const turn = gridTurn(random)
  const streets = planStreets(random, district, wanted)
  for (const { incode } of streets) if (incode !== '') book.reserve(incode)
  for (const [index, street] of streets.entries()) {
    // In turn, so that the first postcode of a sector, `SK1 1AA`, exists for people who try it.
    const sector = street.incode.charAt(0) || district.sectors.charAt(index % sectorCount(district))
    const first = street.incode === '' ? '' : `${district.outcode} ${street.incode}`
    const postcodes = new StreetPostcodes(book, random, sector, first)
    const line = streetLine(district, turn, index, (street.addresses / 2) * FRONTAGE_METRES)
    const place = { random, district, street, line, postcodes }
    yield* street.kind === 'estate' ? estateRows(place) : streetRows(place)
  }
  if (random.chance(0.25)) {
    const postcode = book.next(district.sectors.slice(-1))
    const base = { ...EMPTY_POSTAL_ROW, ...placeOf(district), postcode }
    const { latitude, longitude } = district
    for (let i = 0; i < 3; i += 1) yield { ...base, ...poBox(random), latitude, longitude }
  }
}

/** Where a district has a sector 9, it is kept for large users such as post office boxes. */
function sectorCount({ sectors }: SampleDistrict): number {
  return sectors.endsWith('9') && sectors.length > 1 ? sectors.length - 1 : sectors.length
}

function planStreets(random: SeededRandom, district: SampleDistrict, wanted: number): Street[] {
  const streets: Street[] = []
  const taken = new Set<string>()
  let planned = 0
  const known = knownStreets(district.outcode)
  for (let at = 0; planned < wanted; at += 1) {
    const { name, incode } = known[at] ?? { name: randomStreet(random), incode: '' }
    if (taken.has(name)) continue
    taken.add(name)
    const isKnown = at < known.length
    const addresses = isKnown ? random.between(22, 60) : longTailed(random, 20, 0.8, 120)
    const isBusy = isKnown && incode === '' && random.chance(0.4)
    const locality = random.chance(0.65) ? district.localities : []
    const dependentLocality = locality.length > 0 ? random.pick(locality) : ''
    const kind = isBusy || HIGH_STREET.test(name) ? 'high-street' : otherKind(random, isKnown)
    streets.push({ name, incode, kind, dependentLocality, addresses })
    planned += addresses
  }
  return streets
}

function otherKind(random: SeededRandom, isKnown: boolean): Street['kind'] {
  return !isKnown && random.chance(0.04) ? 'estate' : 'homes'
}

const HIGH_STREET = /^(?:High|Market|Broad|Main) (?:Street|Place)$|^(?:London|Station) Road$/

interface Place {
  readonly random: SeededRandom
  readonly district: SampleDistrict
  readonly street: Street
  readonly line: StreetLine
  readonly postcodes: StreetPostcodes
}

/** Odd numbers on one side and even ones on the other. */
function* streetRows(place: Place): Generator<PostalRow> {
  const { random, district, street, line, postcodes } = place
  const nextNumbers: [number, number] = [1, 2]
  const isScotland = district.country === 'Scotland'
  const isHighStreet = street.kind === 'high-street'
  const names = new Set<string>()
  let written = 0
  for (let at = 0; written < street.addresses; at += 1) {
    const side = at % 2 === 0 ? 0 : 1
    if (random.chance(0.05)) nextNumbers[side] += 2
    const number = nextNumbers[side]
    const point = pointOnStreet(line, (number / 2) * FRONTAGE_METRES, side === 0 ? -1 : 1)
    const { premises, ownPostcode } = premisesOn(random, { number, isHighStreet, isScotland })
    const postcode = ownPostcode ? postcodes.own() : postcodes.take(premises.length)
    const isRange = premises[0]?.buildingNumber?.includes('-') ?? false
    nextNumbers[side] += isRange ? 4 : 2
    written += premises.length
    for (const delivery of premises) {
      // Two houses of one street do not have the same name.
      const name = nameOf(delivery)
      if (!names.has(name)) yield rowOf(place, delivery, point, postcode)
      names.add(name)
    }
  }
}

function nameOf(premises: Premises): string {
  const { organisation, subBuilding, buildingName, buildingNumber, dependentThoroughfare } =
    premises
  return [organisation, subBuilding, buildingName, buildingNumber, dependentThoroughfare].join('|')
}

/** An estate is a locality within a locality; without one it is the street itself. */
function* estateRows(place: Place): Generator<PostalRow> {
  const { random, street, line, postcodes } = place
  const estate = randomEstate(random)
  const where =
    street.dependentLocality === '' ? { thoroughfare: estate } : { doubleDependentLocality: estate }
  const count = Math.min(street.addresses, 30)
  for (const [at, premises] of estateUnits(random, count).entries()) {
    const point = pointOnStreet(line, at * 2 * FRONTAGE_METRES, 1)
    yield rowOf(place, { ...premises, ...where }, point, postcodes.take(1))
  }
}

function rowOf(place: Place, premises: Premises, point: Point, postcode: string): PostalRow {
  return {
    ...EMPTY_POSTAL_ROW,
    ...placeOf(place.district),
    dependentLocality: place.street.dependentLocality,
    thoroughfare: place.street.name,
    ...premises,
    ...point,
    postcode,
  }
}

function placeOf(
  district: SampleDistrict,
): Pick<PostalRow, 'townOrCity' | 'county' | 'district' | 'country'> {
  const { townOrCity, county, country } = district
  return { townOrCity, county, district: district.district, country }
}
