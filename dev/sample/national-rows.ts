// Makes single sample rows of product `au`, with identifiers, parcels and dates as G-NAF has them.

import type { Point } from '../../src/address/geo.ts'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { StreetTitle } from './names-au.ts'
import type { SampleSuburb } from './places-au.ts'

/** What a property says about itself; the maker of rows knows the rest. */
type RowDetails = Partial<Omit<NationalRow, 'addressLabel' | 'addressDetailPid'>>

/** Writes the rows of one street after another and sees to it that no identifier comes twice. */
export class RowMaker {
  readonly random: SeededRandom
  #lastPid = 1_000_000
  #street: RowDetails = {}

  constructor(random: SeededRandom) {
    this.random = random
  }

  /** From here on rows are of this street; a mesh block is about as large as one. */
  openStreet(suburb: SampleSuburb, title: StreetTitle): void {
    const digit = MESH_BLOCK_DIGITS[suburb.state] ?? '9'
    this.#street = {
      streetName: title.streetName,
      streetType: title.streetType,
      streetSuffix: title.streetSuffix,
      localityName: suburb.localityName,
      state: suburb.state,
      postcode: suburb.postcode,
      mbCode: `${digit}${this.random.between(100_000, 999_999)}0000`,
    }
  }

  row(point: Point, details: RowDetails): NationalRow {
    const state = details.state ?? this.#street.state ?? ''
    const row = {
      ...EMPTY_NATIONAL_ROW,
      ...this.#street,
      dateCreated: this.#date(),
      legalParcelId: this.#parcel(state),
      geocodeType: this.random.pickEarly(GEOCODE_TYPES),
      ...details,
      addressDetailPid: this.#pid(state),
      latitude: point.latitude,
      longitude: point.longitude,
    }
    return { ...row, addressLabel: nationalLabel(row, AU.national) }
  }

  /** Another address of the same property. */
  alias(principal: NationalRow, details: RowDetails): NationalRow {
    const { addressLabel, addressDetailPid, ...rest } = principal
    return this.row(principal, {
      ...rest,
      primarySecondary: '',
      primaryPid: '',
      ...details,
      aliasPrincipal: 'A',
      principalPid: addressDetailPid,
    })
  }

  /** `GAVIC425325004`, `GASA_414908856`: older ones begin with 4, newer ones with 7. */
  #pid(state: string): string {
    this.#lastPid += this.random.between(1, 900)
    const base = this.random.chance(0.3) ? 710_000_000 : 410_000_000
    return `GA${state.padEnd(3, '_')}${base + this.#lastPid}`
  }

  #date(): string {
    // Nearly half of the file dates from its first release.
    if (this.random.chance(0.45)) return '2004-04-29'
    const month = String(this.random.between(1, 12)).padStart(2, '0')
    const day = String(this.random.between(1, 28)).padStart(2, '0')
    return `${this.random.between(2005, 2025)}-${month}-${day}`
  }

  #parcel(state: string): string {
    const lot = this.random.between(1, 240)
    const plan = this.random.between(10_000, 999_999)
    if (state === 'VIC') return `${lot}\\${this.random.pick(['PS', 'LP', 'TP'])}${plan}`
    if (state === 'NSW') return `${lot}/DP${plan}`
    if (state === 'QLD') return `${lot}/RP${plan}`
    if (state === 'SA') return `D${plan} A${lot}`
    if (state === 'WA') return `P${String(plan).padStart(6, '0')} ${lot}`
    return `${plan}/${lot}`
  }
}

const MESH_BLOCK_DIGITS: Readonly<Record<string, string>> = {
  NSW: '1',
  VIC: '2',
  QLD: '3',
  SA: '4',
  WA: '5',
  TAS: '6',
  NT: '7',
  ACT: '8',
  OT: '9',
}

/** The most frequent comes first. */
const GEOCODE_TYPES = [
  'PROPERTY CENTROID',
  'FRONTAGE CENTRE SETBACK',
  'PROPERTY ACCESS POINT SETBACK',
  'BUILDING CENTROID',
]
