// Rows of Variant A from any delimited file.

import { type NationalRow, nationalLabel } from '../../address/national.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import type { RejectReason, Tally } from '../reading/rejects.ts'
import { NationalFields, nationalFault } from './national-fields.ts'

/** `places` tells the column of each field that the file has. */
export function csvNationalReader(
  places: ReadonlyMap<string, number>,
  tally: Tally,
): (record: Splitter) => NationalRow | undefined {
  const fields = new NationalFields()
  const latitude = places.get('latitude') ?? -1
  const longitude = places.get('longitude') ?? -1
  const faultOf = (record: Splitter, row: NationalRow): RejectReason | undefined => {
    const hasPoint = !record.isEmpty(latitude) && !record.isEmpty(longitude)
    return hasPoint ? (fields.fault ?? nationalFault(row)) : 'coordinates-missing'
  }
  return (record) => {
    fields.begin()
    const row = {
      ...csvRow(record, places, fields),
      latitude: record.decimal(latitude),
      longitude: record.decimal(longitude),
    }
    const fault = faultOf(record, row)
    if (fault === undefined) return row
    tally.reject(fault, record, fields.faultyField(fault, row))
    return undefined
  }
}

function csvRow(
  record: Splitter,
  places: ReadonlyMap<string, number>,
  fields: NationalFields,
): NationalRow {
  const text = (name: string) => {
    const column = places.get(name)
    return column === undefined ? '' : fields.text(record, column, name)
  }
  const row = {
    addressDetailPid: text('address_detail_pid'),
    dateCreated: fields.date(text('date_created'), 'date_created'),
    addressSiteName: text('address_site_name'),
    buildingName: text('building_name'),
    levelType: text('level_type'),
    levelNumber: text('level_number'),
    lotNumber: text('lot_number'),
    ...numbersOf(text, fields),
    streetName: text('street_name'),
    streetType: text('street_type'),
    streetSuffix: text('street_suffix'),
    localityName: text('locality_name'),
    state: fields.state(text('state')),
    postcode: fields.postcode(text('postcode')),
    legalParcelId: text('legal_parcel_id'),
    mbCode: text('mb_code'),
    aliasPrincipal: fields.aliasPrincipal(text('alias_principal')),
    principalPid: text('principal_pid'),
    primarySecondary: fields.primarySecondary(text('primary_secondary')),
    primaryPid: text('primary_pid'),
    geocodeType: text('geocode_type'),
    latitude: Number.NaN,
    longitude: Number.NaN,
    addressStatus: text('address_status') === 'RETIRED' ? ('RETIRED' as const) : 'CURRENT',
  } satisfies Omit<NationalRow, 'addressLabel' | 'cleaningProvenance'>
  const addressLabel = text('address_label')
  const cleaningProvenance = fields.provenance
  const whole = { ...row, addressLabel, cleaningProvenance }
  return addressLabel === '' ? { ...whole, addressLabel: nationalLabel(whole) } : whole
}

/** People keep `3/12` and `12-14` in one column; here they become what they mean. */
function numbersOf(text: (name: string) => string, fields: NationalFields) {
  const flatType = text('flat_type')
  const flatNumber = text('flat_number')
  const written = text('number_first')
  const numberLast = text('number_last')
  const unit = flatNumber === '' ? /^([A-Z]?\d+[A-Z]?) ?\/ ?(.+)$/.exec(written) : null
  const number = unit?.[2] ?? written
  const range = numberLast === '' ? /^(\d+[A-Z]?) ?- ?(\d+[A-Z]?)$/.exec(number) : null
  if (unit !== null || range !== null) fields.note('number_first', 'split')
  return {
    flatType: unit !== null && flatType === '' ? 'UNIT' : flatType,
    flatNumber: unit?.[1] ?? flatNumber,
    numberFirst: range?.[1] ?? number,
    numberLast: range?.[2] ?? numberLast,
  }
}
