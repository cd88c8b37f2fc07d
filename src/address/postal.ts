// Variant B: the row that importers produce and the Address that callers get.

/** One delivery point by Royal Mail's elements, as every importer of product `uk` yields it. Absent is ''. */
export interface PostalRow {
  /** The source's own stable key (a UDPRN or UPRN), or '' where it has none: then the text decides the id. */
  readonly sourceKey: string
  /** Its digits without leading zeros. It is the key of an address that has one. */
  readonly uprn: string
  readonly organisation: string
  readonly department: string
  readonly poBox: string
  readonly subBuilding: string
  readonly buildingName: string
  /** With its letter, or a range: `12`, `12A`, `12-14`. */
  readonly buildingNumber: string
  readonly dependentThoroughfare: string
  readonly thoroughfare: string
  readonly doubleDependentLocality: string
  readonly dependentLocality: string
  readonly townOrCity: string
  readonly county: string
  readonly district: string
  readonly country: string
  /** Upper case with one space: `SK1 1AA`. */
  readonly postcode: string
  readonly residential: boolean
  readonly latitude: number
  readonly longitude: number
  /** Names of its street and of its place in another language, by which it is found as well. */
  readonly otherNames?: OtherPostalNames
}

export interface OtherPostalNames {
  readonly streets: readonly string[]
  readonly places: readonly string[]
}

/** A delivery point that says nothing yet. */
export const EMPTY_POSTAL_ROW: PostalRow = {
  sourceKey: '',
  uprn: '',
  organisation: '',
  department: '',
  poBox: '',
  subBuilding: '',
  buildingName: '',
  buildingNumber: '',
  dependentThoroughfare: '',
  thoroughfare: '',
  doubleDependentLocality: '',
  dependentLocality: '',
  townOrCity: '',
  county: '',
  district: '',
  country: '',
  postcode: '',
  residential: true,
  latitude: 0,
  longitude: 0,
}

/** The Address of Variant B, exactly as Get sends it. */
export interface PostalAddress {
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
  /** Always five entries: line_1, line_2, line_3 and line_4, locality and town, county. */
  readonly formatted_address: readonly [string, string, string, string, string]
  readonly thoroughfare: string
  readonly building_name: string
  readonly sub_building_name: string
  readonly sub_building_number: string
  readonly building_number: string
  readonly line_1: string
  readonly line_2: string
  readonly line_3: string
  readonly line_4: string
  readonly locality: string
  readonly town_or_city: string
  readonly county: string
  readonly district: string
  readonly country: string
  readonly residential: boolean
  /** Only where the data has it. */
  readonly uprn?: string
}

/** What is sent where there is no address, and what is not known of one. */
export const EMPTY_POSTAL_ADDRESS: PostalAddress = {
  postcode: '',
  latitude: 0,
  longitude: 0,
  formatted_address: ['', '', '', '', ''],
  thoroughfare: '',
  building_name: '',
  sub_building_name: '',
  sub_building_number: '',
  building_number: '',
  line_1: '',
  line_2: '',
  line_3: '',
  line_4: '',
  locality: '',
  town_or_city: '',
  county: '',
  district: '',
  country: '',
  residential: false,
}
