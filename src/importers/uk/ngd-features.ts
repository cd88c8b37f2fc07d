// The feature types of OS NGD Address that say something about an address, recognised by their headers.

import { type Role, roleOf } from './uprn-join.ts'

interface Feature extends Role {
  readonly name: string
  readonly role: string
  /** Columns without which a file is refused. */
  readonly needed: readonly string[]
}

function feature(name: string, role: string, needed: string, others: string): Feature {
  return {
    name,
    role,
    ...roleOf(`${needed} ${others}`),
    needed: ['uprn', ...roleOf(needed).columns],
  }
}

/** Built, Pre-Build and Historic Addresses and Non-Addressable Objects have the same columns. */
export const ADDRESS = feature(
  'Built Address',
  'a',
  'subname name number streetname locality townname postcode classificationcode latitude longitude',
  `description organisationname poboxnumber islandname country alternatelanguagestreetname
   alternatelanguagelocality alternatelanguagetownname alternatelanguageislandname buildstatus usrn
   lowertierlocalauthoritygsscode`,
)

/** Where an address has a field of that name too, Royal Mail's goes by another, as in AddressBase Plus. */
export const MAIL = feature(
  'Royal Mail Address',
  'b',
  `organisationname:rmorganisationname departmentname subbuildingname buildingname buildingnumber
   dependentthoroughfare thoroughfare doubledependentlocality dependentlocality posttown postcode:rmpostcode
   poboxnumber:rmpoboxnumber latitude longitude`,
  `postcodetype welshdependentthoroughfare welshthoroughfare welshdoubledependentlocality
   welshdependentlocality welshposttown matchedaddressfeaturetype`,
)

const ALTERNATE: Feature = {
  ...feature('Alternate Address', 'c', 'usrn streetname language', 'locality townname islandname'),
  repeats: true,
}

export const ROLES = { a: ADDRESS, b: MAIL, c: ALTERNATE }

/** What a header is of; undefined for another file. Types that say nothing about an address have no columns. */
export function featureOf(named: ReadonlyMap<string, number>): Feature | 'unused' | undefined {
  if (!named.has('versiondate') && !named.has('featuretypeversiondate')) return undefined
  if (named.has('udprn')) return MAIL
  if (named.has('alternateaddressid')) return ALTERNATE
  const isBeside = named.has('relatedentityid') || named.has('otherclassificationid')
  return isBeside || named.has('streettype') ? 'unused' : ADDRESS
}
