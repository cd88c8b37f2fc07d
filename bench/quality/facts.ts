// What the scorecard knows of an address, the same for both products and read from the fields that callers get.

import type { AnyNationalAddress } from '../../src/address/national.ts'
import type { PostalAddress } from '../../src/address/postal.ts'
import { formattedAddressText } from '../../src/address/postal-lines.ts'
import type { Found } from '../../src/search/address-search.ts'
import { streetTypes } from './lines/typed-forms.ts'

/** Upper case; '' where the address has no such part. */
export interface Facts {
  readonly id: string
  /** What a look-up of this address shows: of an alias, its principal. */
  readonly shownId: string
  readonly isAlias: boolean
  /** The whole address on one line. */
  readonly label: string
  readonly unitType: string
  readonly unit: string
  readonly levelType: string
  readonly level: string
  readonly lot: string
  readonly first: string
  readonly last: string
  /** Names of the building, or of the part of it. */
  readonly building: string
  readonly part: string
  /** Of a UK address, what stands on the first line above all of these. */
  readonly organisation: string
  readonly name: string
  readonly type: string
  readonly suffix: string
  /** The suburb, or the town. */
  readonly place: string
  /** The suburb; of a UK address the town, then its locality. */
  readonly places: readonly string[]
  readonly region: string
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
}

export type AnyAddress = AnyNationalAddress | PostalAddress

/** Undefined for an address that no look-up shows, because it is no longer in use. */
export function factsOf(found: Found<AnyAddress>): Facts | undefined {
  const { id, item } = found
  return 'address_label' in item ? nationalFacts(id, item) : postalFacts(id, item)
}

function nationalFacts(id: string, address: AnyNationalAddress): Facts | undefined {
  if (address.address_status === 'RETIRED') return undefined
  const hasState = 'state' in address
  const principal = hasState && address.alias_principal === 'A' ? address.principal_pid : ''
  const town = hasState || address.town_city === address.locality_name ? '' : address.town_city
  return {
    id,
    shownId: principal === '' ? id : principal,
    isAlias: principal !== '',
    label: address.address_label,
    unitType: address.flat_type,
    unit: address.flat_number,
    levelType: address.level_type,
    level: address.level_number,
    lot: address.lot_number,
    first: address.number_first,
    last: address.number_last,
    building: address.building_name,
    part: address.flat_number === '' ? address.flat_type : '',
    organisation: '',
    name: address.street_name,
    type: address.street_type,
    suffix: address.street_suffix,
    place: address.locality_name,
    places: [address.locality_name, town].filter((name) => name !== ''),
    region: hasState ? address.state : town,
    postcode: address.postcode,
    ...address.coordinates,
  }
}

function postalFacts(id: string, address: PostalAddress): Facts {
  const [first = '', last = ''] = address.building_number.toUpperCase().split('-')
  const street = address.thoroughfare.toUpperCase()
  const space = street.lastIndexOf(' ')
  const lastWord = street.slice(space + 1)
  const hasType = streetTypes.has(lastWord) && space > 0 && street.slice(0, space) !== 'THE'
  const [place = '', ...others] = [address.town_or_city, address.locality]
    .map((name) => name.toUpperCase())
    .filter((name) => name !== '')
  return {
    id,
    shownId: id,
    isAlias: false,
    label: `${formattedAddressText(address)}, ${address.postcode}`,
    unitType: address.sub_building_number === '' ? '' : 'FLAT',
    unit: address.sub_building_number.toUpperCase(),
    levelType: '',
    level: '',
    lot: '',
    first,
    last,
    building: address.building_name.toUpperCase(),
    part: address.sub_building_name.toUpperCase(),
    organisation: organisationOf(address).toUpperCase(),
    name: hasType ? street.slice(0, space) : street,
    type: hasType ? lastWord : '',
    suffix: '',
    place,
    places: place === '' ? [] : [place, ...others],
    region: '',
    postcode: address.postcode,
    latitude: address.latitude,
    longitude: address.longitude,
  }
}

/** A first line that is neither of the building nor of the street; a box is none. */
function organisationOf(address: PostalAddress): string {
  const { line_1, line_2, building_name, sub_building_name, thoroughfare, locality } = address
  const parts = [building_name, sub_building_name, thoroughfare, locality]
  const isPart = parts.some((part) => part !== '' && line_1.includes(part))
  return isPart || line_2 === '' || /\d/.test(line_1) || UNIT_ALONE.test(line_1) ? '' : line_1
}

const UNIT_ALONE = /^(?:flat|unit|apartment|suite|shop|room|studio|office) ?\w?$/i

/** One street in its place; the postcode is left out because a street may have several. */
export function streetKey({ name, type, suffix, place, region }: Facts): string {
  return `${name}|${type}|${suffix}|${place}|${region}`
}
