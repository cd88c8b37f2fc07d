// The columns of the AddressBase products, in order, for files that come without a header.

export type AddressBaseKind = 'basic' | 'core' | 'plus'

export const ADDRESSBASE_COLUMNS: Readonly<Record<AddressBaseKind, readonly string[]>> = {
  basic: words(`
    uprn os_address_toid udprn organisation_name department_name po_box_number sub_building_name
    building_name building_number dependent_thoroughfare thoroughfare post_town
    double_dependent_locality dependent_locality postcode postcode_type x_coordinate
    y_coordinate latitude longitude rpc country change_type la_start_date rm_start_date
    last_update_date class`),
  core: words(`
    uprn parent_uprn udprn usrn toid classification_code easting northing latitude longitude rpc
    last_update_date single_line_address po_box organisation sub_building building_name
    building_number street_name locality town_name post_town island postcode
    delivery_point_suffix gss_code change_code`),
  plus: words(`
    uprn udprn change_type state state_date class parent_uprn x_coordinate y_coordinate latitude
    longitude rpc local_custodian_code country la_start_date last_update_date entry_date
    rm_organisation_name la_organisation department_name legal_name sub_building_name
    building_name building_number sao_start_number sao_start_suffix sao_end_number
    sao_end_suffix sao_text alt_language_sao_text pao_start_number pao_start_suffix
    pao_end_number pao_end_suffix pao_text alt_language_pao_text usrn usrn_match_indicator
    area_name level official_flag os_address_toid os_address_toid_version os_roadlink_toid
    os_roadlink_toid_version os_topo_toid os_topo_toid_version voa_ct_record voa_ndr_record
    street_description alt_language_street_description dependent_thoroughfare thoroughfare
    welsh_dependent_thoroughfare welsh_thoroughfare double_dependent_locality dependent_locality
    locality welsh_dependent_locality welsh_double_dependent_locality town_name
    administrative_area post_town welsh_post_town postcode postcode_locator postcode_type
    delivery_point_suffix addressbase_postal po_box_number ward_code parish_code rm_start_date
    multi_occ_count voa_ndr_p_desc_code voa_ndr_scat_code alt_language`),
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
