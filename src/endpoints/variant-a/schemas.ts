// What Variant A sends: the Address of the national file.

import Type from 'typebox'

const text = (description: string) => Type.String({ description })

export const NationalAddressSchema = Type.Object({
  address_label: text('The address on one line.'),
  address_detail_pid: text('The ID to pass to Get.'),
  address_site_name: Type.String(),
  address_status: text('`CURRENT` or `RETIRED`.'),
  alias_principal: text('`P`, or `A` for another name of the address in `principal_pid`.'),
  building_name: Type.String(),
  cleaning_provenance: Type.Record(Type.String(), Type.String(), {
    description: 'What the import changed, by field name.',
  }),
  date_created: text('`YYYY-MM-DD`.'),
  flat_number: Type.String(),
  flat_type: Type.String(),
  geocode_type: Type.String(),
  legal_parcel_id: Type.String(),
  level_number: Type.String(),
  level_type: Type.String(),
  locality_name: Type.String(),
  lot_number: Type.String(),
  mb_code: text('Mesh block.'),
  number_first: text('With its suffix letter: `6C`.'),
  number_last: text('The end of a range.'),
  postcode: Type.String(),
  primary_pid: Type.String(),
  primary_secondary: text('`P`, `S` or empty.'),
  principal_pid: Type.String(),
  state: Type.String(),
  street_name: Type.String(),
  street_suffix: Type.String(),
  street_type: Type.String(),
  coordinates: Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
})
