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

/** Nothing is known of it but that it is an address in use. */
export const EMPTY_NATIONAL_ROW: NationalRow = {
  addressDetailPid: '',
  dateCreated: '',
  addressLabel: '',
  addressSiteName: '',
  buildingName: '',
  flatType: '',
  flatNumber: '',
  levelType: '',
  levelNumber: '',
  numberFirst: '',
  numberLast: '',
  lotNumber: '',
  streetName: '',
  streetType: '',
  streetSuffix: '',
  localityName: '',
  state: '',
  postcode: '',
  legalParcelId: '',
  mbCode: '',
  aliasPrincipal: 'P',
  principalPid: '',
  primarySecondary: '',
  primaryPid: '',
  geocodeType: '',
  latitude: 0,
  longitude: 0,
  addressStatus: 'CURRENT',
  cleaningProvenance: {},
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
  const head = labelHead(row)
  return head === '' ? labelTail(row) : head + labelGap(row) + labelTail(row)
}

/** Whether a label is the one that `nationalLabel` gives. `tail` is that of the row: neighbours share theirs. */
export function isNationalLabel(label: string, row: LabelParts, tail: string): boolean {
  const head = labelHead(row)
  if (head === '') return label === tail
  const gap = labelGap(row)
  return (
    label.length === head.length + gap.length + tail.length &&
    label.startsWith(head) &&
    label.startsWith(gap, head.length) &&
    label.endsWith(tail)
  )
}

/** The label from the street on: `SMITH ST, FITZROY VIC 3065`. */
export function labelTail(row: LabelParts): string {
  const street = withWord(withWord(row.streetName, row.streetType), row.streetSuffix)
  const place = withWord(withWord(row.localityName, row.state), row.postcode)
  return street === '' ? place : `${street}, ${place}`
}

/** The label up to the street: `UNIT 5 1`. Written out word by word, because a national file needs millions. */
function labelHead(row: LabelParts): string {
  const { numberFirst, numberLast, lotNumber } = row
  let head = row.flatType
  head = withWord(head, row.flatNumber)
  head = withWord(head, row.levelType)
  head = withWord(head, row.levelNumber)
  if (lotNumber !== '' && numberFirst === '') head = withWord(head, `LOT ${lotNumber}`)
  return withWord(head, numberLast === '' ? numberFirst : `${numberFirst}-${numberLast}`)
}

function labelGap({ streetName, streetType, streetSuffix }: LabelParts): string {
  return streetName === '' && streetType === '' && streetSuffix === '' ? ', ' : ' '
}

function withWord(text: string, word: string): string {
  if (word === '') return text
  return text === '' ? word : `${text} ${word}`
}
