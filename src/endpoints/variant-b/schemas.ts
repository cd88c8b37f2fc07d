// What Variant B sends: the postal Address.

import Type from 'typebox'

export const PostalAddressSchema = Type.Object({
  postcode: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  formatted_address: Type.Array(Type.String(), {
    minItems: 5,
    maxItems: 5,
    description:
      'line_1; line_2; line_3 and line_4; locality and town; county. Entries may be empty.',
  }),
  thoroughfare: Type.String(),
  building_name: Type.String(),
  sub_building_name: Type.String(),
  sub_building_number: Type.String(),
  building_number: Type.String(),
  line_1: Type.String(),
  line_2: Type.String(),
  line_3: Type.String(),
  line_4: Type.String(),
  locality: Type.String(),
  town_or_city: Type.String(),
  county: Type.String(),
  district: Type.String(),
  country: Type.String(),
  residential: Type.Boolean(),
  uprn: Type.Optional(
    Type.String({ description: 'The UPRN of the address. Only where the data has it.' }),
  ),
})
