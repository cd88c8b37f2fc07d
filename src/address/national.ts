// Variant A: the row that importers produce and the Address that callers get. Text is upper case, absent is ''.

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** One address of the national file (G-NAF Core's 27 columns), as every importer of product `au` yields it. */
export interface NationalRow {
  readonly addressDetailPid: string
  /** `YYYY-MM-DD` or ''. */
  readonly dateCreated: string
  readonly addressLabel: string
  readonly addressSiteName: string
  readonly buildingName: string
  readonly flatType: string
  readonly flatNumber: string
  readonly levelType: string
  readonly levelNumber: string
  /** With its suffix letter, as the file has it: `6C`. */
  readonly numberFirst: string
  readonly numberLast: string
  readonly lotNumber: string
  readonly streetName: string
  /** As the file has it; Core files abbreviate: `ST`. */
  readonly streetType: string
  readonly streetSuffix: string
  readonly localityName: string
  readonly state: string
  readonly postcode: string
  readonly legalParcelId: string
  readonly mbCode: string
  readonly aliasPrincipal: 'P' | 'A'
  /** Set on aliases only: the address that an alias stands for. */
  readonly principalPid: string
  readonly primarySecondary: 'P' | 'S' | ''
  readonly primaryPid: string
  readonly geocodeType: string
  readonly latitude: number
  readonly longitude: number
  readonly addressStatus: 'CURRENT' | 'RETIRED'
  /** What import did to a field, for example `{ street_name: 'trimmed' }`. */
  readonly cleaningProvenance: Readonly<Record<string, string>>
}

/** The Address of Variant A, exactly as Get and Validate send it. */
export interface NationalAddress {
  readonly address_label: string
  readonly address_detail_pid: string
  readonly address_site_name: string
  readonly address_status: string
  readonly alias_principal: string
  readonly building_name: string
  readonly cleaning_provenance: Readonly<Record<string, string>>
  readonly date_created: string
  readonly flat_number: string
  readonly flat_type: string
  readonly geocode_type: string
  readonly legal_parcel_id: string
  readonly level_number: string
  readonly level_type: string
  readonly locality_name: string
  readonly lot_number: string
  readonly mb_code: string
  readonly number_first: string
  readonly number_last: string
  readonly postcode: string
  readonly primary_pid: string
  readonly primary_secondary: string
  readonly principal_pid: string
  readonly state: string
  readonly street_name: string
  readonly street_suffix: string
  readonly street_type: string
  readonly coordinates: Coordinates
}

/** The fields that a label is made of. */
export type LabelParts = Pick<
  NationalRow,
  | 'flatType'
  | 'flatNumber'
  | 'levelType'
  | 'levelNumber'
  | 'numberFirst'
  | 'numberLast'
  | 'lotNumber'
  | 'streetName'
  | 'streetType'
  | 'streetSuffix'
  | 'localityName'
  | 'state'
  | 'postcode'
>

/** The one-line label that G-NAF Core writes: `UNIT 5 1 SMITH ST, FITZROY VIC 3065`. */
export function nationalLabel(row: LabelParts): string {
  const { numberFirst, numberLast, lotNumber } = row
  // Written out word by word, because a national file has it made millions of times.
  let front = row.flatType
  front = withWord(front, row.flatNumber)
  front = withWord(front, row.levelType)
  front = withWord(front, row.levelNumber)
  if (lotNumber !== '' && numberFirst === '') front = withWord(front, `LOT ${lotNumber}`)
  front = withWord(front, numberLast === '' ? numberFirst : `${numberFirst}-${numberLast}`)
  front = withWord(front, row.streetName)
  front = withWord(front, row.streetType)
  front = withWord(front, row.streetSuffix)
  const place = withWord(withWord(row.localityName, row.state), row.postcode)
  return front === '' ? place : `${front}, ${place}`
}

function withWord(text: string, word: string): string {
  if (word === '') return text
  return text === '' ? word : `${text} ${word}`
}
