// Cleans and checks the fields of Variant B rows.

import type { Point } from '../../address/geo.ts'
import { mixedCase } from '../../address/mixed-case.ts'
import type { PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { TRAIT_CONTROL } from '../../lib/delimited/text-cache.ts'
import type { RejectReason, Tally } from '../reading/rejects.ts'
import { countryOfPostcode, inUnitedKingdom } from './countries.ts'
import type { PostcodePlace, Postcodes } from './postcodes.ts'

/** Says "not known". It is nearer to no British address than any search reaches. */
const UNKNOWN_POINT: Point = { latitude: 0, longitude: 0 }

const REMEMBERED_MAX = 200_000

/** Reads the fields of one record after another as people write them. */
export class PostalFields {
  /** Whether a field holds bytes that no text has. */
  hasControl = false
  readonly #written = new Map<string, string>()

  begin(): void {
    this.hasControl = false
  }

  /** Tidy and in mixed case; '' for a column that the file does not have (-1). */
  text(record: Splitter, column: number): string {
    const text = this.raw(record, column)
    if (text === '') return ''
    const known = this.#written.get(text)
    if (known !== undefined) return known
    const written = mixedCase(text)
    // Streets and towns repeat; names of people's houses must not fill the memory.
    if (this.#written.size >= REMEMBERED_MAX) this.#written.clear()
    this.#written.set(text, written)
    return written
  }

  /** Tidy, in the file's own case. */
  raw(record: Splitter, column: number): string {
    if (column === -1) return ''
    const text = record.text(column)
    if (record.traits === 0) return text
    if ((record.traits & TRAIT_CONTROL) !== 0) this.hasControl = true
    return text.trim().replace(/\s+/g, ' ')
  }
}

/** Columns of AddressBase, and of suppliers of PAF, by their folded names. */
export const WELSH_STREETS = ['welshdependentthoroughfare', 'welshthoroughfare'] as const
export const WELSH_PLACES = [
  'welshdoubledependentlocality',
  'welshdependentlocality',
  'welshposttown',
] as const

/** What a row has of names in another language; no member where it has none. */
export function withOtherNames(
  streets: readonly string[],
  places: readonly string[],
): Pick<PostalRow, 'otherNames'> {
  const isName = (name: string) => name !== ''
  const otherNames = { streets: streets.filter(isName), places: places.filter(isName) }
  return otherNames.streets.length + otherNames.places.length === 0 ? {} : { otherNames }
}

/** A row as an importer reads it; the coordinates are NaN where its file has none. */
type ReadRow = PostalRow

/** Turns what was read into rows of the release, or tells the tally why it cannot. */
export class RowPlacer {
  readonly #tally: Tally
  readonly #postcodes: Postcodes | undefined

  constructor(tally: Tally, postcodes: Postcodes | undefined) {
    this.#tally = tally
    this.#postcodes = postcodes
  }

  place(record: Splitter, fields: PostalFields, row: ReadRow): PostalRow | undefined {
    const placed = fields.hasControl ? 'control-character' : this.#placed(row)
    if (typeof placed !== 'string') return placed
    this.#tally.reject(placed, record)
    return undefined
  }

  #placed(row: ReadRow): PostalRow | RejectReason {
    const postcode = normalisePostcode(row.postcode)
    if (row.postcode === '') return 'postcode-missing'
    if (postcode === undefined) return 'postcode-malformed'
    if (row.townOrCity === '') return 'place-missing'
    if (isEmptyAddress(row)) return 'address-empty'
    const hasPoint = !Number.isNaN(row.latitude) && !Number.isNaN(row.longitude)
    const isWhole = hasPoint && row.country !== '' && row.county !== '' && row.district !== ''
    const place = isWhole ? undefined : this.#postcodes?.find(postcode)
    const regions = regionsOf(row, postcode, place)
    if (hasPoint) {
      return inUnitedKingdom(row) ? { ...row, postcode, ...regions } : 'coordinates-outside'
    }
    // An address that cannot be placed can still be found; a postcode that cannot be is a mistake.
    if (place === undefined && this.#postcodes?.covers(postcode) === true) return 'postcode-unknown'
    if (place === undefined) this.#tally.unplaced += 1
    if (place?.isApproximate === true) this.#tally.approximate += 1
    const { latitude, longitude } = place ?? UNKNOWN_POINT
    return { ...row, postcode, ...regions, latitude, longitude }
  }
}

/** What the row says, or else what the postcode says; a county that only repeats the town is left out. */
function regionsOf(row: ReadRow, postcode: string, place: PostcodePlace | undefined) {
  const county = place === undefined || place.county === row.townOrCity ? '' : place.county
  return {
    county: row.county || county,
    district: row.district || (place?.district ?? ''),
    country: row.country || place?.country || countryOfPostcode(postcode),
  }
}

function isEmptyAddress(row: ReadRow): boolean {
  const premises = row.organisation + row.department + row.poBox + row.subBuilding
  const street = row.buildingName + row.buildingNumber + row.dependentThoroughfare
  const place = row.thoroughfare + row.dependentLocality + row.doubleDependentLocality
  return premises + street + place === ''
}
