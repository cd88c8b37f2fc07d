// What lists of addresses have in all countries: names of columns.

export const COORDINATE_COLUMNS = {
  latitude: 'lat latitude ylat',
  longitude: 'lon long lng longitude xlong',
}

/** Not a bare `name`: in a list of taxpayers that is a person's. */
export const ORGANISATION_COLUMNS =
  'organisation organisationname organization company companyname businessname tradingname premisesname ' +
  'establishmentname tradingas'

export const COORDINATE_SYNONYMS = {
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
}
