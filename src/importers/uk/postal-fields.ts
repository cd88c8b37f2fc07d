// Cleans and checks the fields of delivery points.

import type { Point } from '../../address/geo.ts'
import { mixedCase } from '../../address/mixed-case.ts'
import { osgbToWgs84 } from '../../address/osgb.ts'
import type { PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { words } from '../../countries/tables.ts'
import { remembering } from '../../lib/bounded-map.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { TRAIT_CONTROL, TRAIT_LOWER } from '../../lib/delimited/text-cache.ts'
import type { RejectedRecord, RejectReason, Tally } from '../reading/rejects.ts'
import type { PostcodePlace, Postcodes } from './postcodes.ts'
import { countryOfPostcode, inUnitedKingdom } from './regions.ts'

/** Says "not known". It is nearer to no British address than any search reaches. */
const UNKNOWN_POINT: Point = { latitude: 0, longitude: 0 }

const NO_POINT: Point = { latitude: Number.NaN, longitude: Number.NaN }

const REMEMBERED_MAX = 200_000

/** Reads the fields of one record after another as people write them, by the folded names of their columns. */
export class PostalFields {
  /** Whether a field holds bytes that are not text. */
  hasControl = false
  readonly #record: Splitter
  readonly #places: ReadonlyMap<string, number>
  readonly #otherStreets: readonly string[]
  readonly #otherPlaces: readonly string[]

  /** The record is that of a whole file: it stands on one row after another. */
  constructor(record: Splitter, places: ReadonlyMap<string, number>) {
    this.#record = record
    this.#places = places
    this.#otherStreets = OTHER_STREETS.filter((name) => places.has(name))
    this.#otherPlaces = OTHER_PLACES.filter((name) => places.has(name))
  }

  /** Where the fields stand, for the report. */
  get origin(): RejectedRecord {
    return this.#record
  }

  begin(): void {
    this.hasControl = false
  }

  /** Tidy and in mixed case; '' where the file has no such column. */
  text(name: string): string {
    return this.written(this.raw(name))
  }

  /** A text of the file in mixed case. Streets and towns repeat. */
  readonly written = remembering(mixedCase, REMEMBERED_MAX)

  /** Tidy, in the file's own case. */
  raw(name: string): string {
    const column = this.#places.get(name)
    return column === undefined ? '' : this.tidyText(this.#record, column)
  }

  /** A text that is different in each row: it must not take the place of those that repeat. */
  key(name: string): string {
    const column = this.#places.get(name)
    return column === undefined ? '' : this.#record.uniqueText(column).trim()
  }

  protected tidyText(record: Splitter, column: number): string {
    const text = record.text(column)
    if (record.traits === 0 || record.traits === TRAIT_LOWER) return text
    if ((record.traits & TRAIT_CONTROL) !== 0) this.hasControl = true
    return text.trim().replace(/\s+/g, ' ')
  }

  /** As written, or else by the grid of these two columns; NaN where the row says nothing usable. */
  point(eastings = '', northings = ''): Point {
    const latitude = this.number('latitude')
    const longitude = this.number('longitude')
    if (!Number.isNaN(latitude) && !Number.isNaN(longitude)) return { latitude, longitude }
    const easting = this.number(eastings)
    const northing = this.number(northings)
    return easting > 0 && northing > 0 ? osgbToWgs84(easting, northing) : NO_POINT
  }

  protected number(name: string): number {
    const column = this.#places.get(name)
    return column === undefined ? Number.NaN : this.#record.decimal(column)
  }

  /** The fields that PAF and the first AddressBase name alike. */
  delivery() {
    return {
      subBuilding: this.text('subbuildingname'),
      buildingName: this.text('buildingname'),
      buildingNumber: this.raw('buildingnumber'),
      dependentThoroughfare: this.text('dependentthoroughfare'),
      thoroughfare: this.text('thoroughfare'),
      doubleDependentLocality: this.text('doubledependentlocality'),
      dependentLocality: this.text('dependentlocality'),
      townOrCity: this.text('posttown'),
    }
  }

  /** The names that a row has in another language; no member if it has none. */
  otherNames(): Pick<PostalRow, 'otherNames'> {
    const streets = this.#texts(this.#otherStreets)
    const places = this.#texts(this.#otherPlaces)
    return streets.length + places.length === 0 ? {} : { otherNames: { streets, places } }
  }

  #texts(names: readonly string[]): string[] {
    return names.map((name) => this.text(name)).filter((text) => text !== '')
  }
}

/** Royal Mail's in Welsh, then the local authority's in Welsh or Gaelic: first those of AddressBase, then of NGD. */
const OTHER_STREETS = words(`
  welshdependentthoroughfare welshthoroughfare altlanguagestreetdescription alternatelanguagestreetname`)
const OTHER_PLACES = words(`
  welshdoubledependentlocality welshdependentlocality welshposttown altlanguagelocality altlanguagetownname
  alternatelanguagelocality alternatelanguagetownname alternatelanguageislandname`)

/** Turns what was read into rows of the release, or tells the tally why it cannot. */
export class RowPlacer {
  readonly #tally: Tally
  readonly #postcodes: Postcodes | undefined
  /** The postcode of the last row, as it was written and as it is. */
  #written = ''
  #postcode: string | undefined

  constructor(tally: Tally, postcodes: Postcodes | undefined) {
    this.#tally = tally
    this.#postcodes = postcodes
  }

  /** The coordinates of the row are NaN where its file has none. */
  place(fields: PostalFields, row: PostalRow): PostalRow | undefined {
    const placed = fields.hasControl ? 'control-character' : this.#placed(row)
    return typeof placed === 'string' ? this.#tally.reject(placed, fields.origin) : placed
  }

  #placed(row: PostalRow): PostalRow | RejectReason {
    const postcode = this.#normalised(row.postcode)
    if (row.postcode === '') return 'postcode-missing'
    if (postcode === undefined) return 'postcode-malformed'
    if (row.townOrCity === '') return 'place-missing'
    if (isEmptyAddress(row)) return 'address-empty'
    const hasPoint = !Number.isNaN(row.latitude) && !Number.isNaN(row.longitude)
    const isWhole = hasPoint && row.country !== '' && row.county !== '' && row.district !== ''
    const place = isWhole ? undefined : this.#postcodes?.find(postcode)
    const regions = regionsOf(row, postcode, place)
    if (hasPoint) {
      if (!inUnitedKingdom(row)) return 'coordinates-outside'
      return isWhole && postcode === row.postcode ? row : { ...row, postcode, ...regions }
    }
    // An address that cannot be placed can still be found; a postcode that cannot be is a mistake.
    if (place === undefined && this.#postcodes?.covers(postcode) === true) return 'postcode-unknown'
    if (place === undefined) this.#tally.unplaced += 1
    if (place?.isApproximate === true) this.#tally.approximate += 1
    const { latitude, longitude } = place ?? UNKNOWN_POINT
    return { ...row, postcode, ...regions, latitude, longitude }
  }

  /** Neighbours mostly follow each other, and share their postcode. */
  #normalised(written: string): string | undefined {
    if (written !== this.#written) {
      this.#written = written
      this.#postcode = normalisePostcode(written)
    }
    return this.#postcode
  }
}

/** What the row says, or else what the postcode says; a county that only repeats the town is left out. */
function regionsOf(row: PostalRow, postcode: string, place: PostcodePlace | undefined) {
  const county = place === undefined || place.county === row.townOrCity ? '' : place.county
  return {
    county: row.county || county,
    district: row.district || (place?.district ?? ''),
    country: row.country || place?.country || countryOfPostcode(postcode),
  }
}

function isEmptyAddress(row: PostalRow): boolean {
  const premises = row.organisation + row.department + row.poBox + row.subBuilding
  const street = row.buildingName + row.buildingNumber + row.dependentThoroughfare
  const place = row.thoroughfare + row.dependentLocality + row.doubleDependentLocality
  return premises + street + place === ''
}
