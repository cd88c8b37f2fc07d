// The Address of Variant A, made of a row.

import type { NationalAddress, NationalRow } from './national.ts'

export function nationalAddress(row: NationalRow): NationalAddress {
  return {
    address_label: row.addressLabel,
    address_detail_pid: row.addressDetailPid,
    address_site_name: row.addressSiteName,
    address_status: row.addressStatus,
    alias_principal: row.aliasPrincipal,
    building_name: row.buildingName,
    cleaning_provenance: row.cleaningProvenance,
    date_created: row.dateCreated,
    flat_number: row.flatNumber,
    flat_type: row.flatType,
    geocode_type: row.geocodeType,
    legal_parcel_id: row.legalParcelId,
    level_number: row.levelNumber,
    level_type: row.levelType,
    locality_name: row.localityName,
    lot_number: row.lotNumber,
    mb_code: row.mbCode,
    number_first: row.numberFirst,
    number_last: row.numberLast,
    postcode: row.postcode,
    primary_pid: row.primaryPid,
    primary_secondary: row.primarySecondary,
    principal_pid: row.principalPid,
    state: row.state,
    street_name: row.streetName,
    street_suffix: row.streetSuffix,
    street_type: row.streetType,
    coordinates: { latitude: row.latitude, longitude: row.longitude },
  }
}
