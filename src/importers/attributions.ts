// What each source of data asks to be said wherever its data is shown; an option replaces it.

export const GNAF_ATTRIBUTION =
  'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of ' +
  'Australia under the Open Geo-coded National Address File (G-NAF) End User Licence Agreement.'

const PLACED_BY_POSTCODE =
  'Contains OS data © Crown copyright and database right. Contains Royal Mail data © Royal Mail ' +
  'copyright and database right. Contains National Statistics data © Crown copyright and ' +
  'database right.'

export const PRICE_PAID_ATTRIBUTION =
  'Contains HM Land Registry data © Crown copyright and database right. This data is licensed ' +
  `under the Open Government Licence v3.0. ${PLACED_BY_POSTCODE}`

export const PAF_ATTRIBUTION =
  'Contains Royal Mail data © Royal Mail copyright and database right: the Postcode Address File ' +
  '(PAF) may be used only under a licence from Royal Mail.'

export const ADDRESSBASE_ATTRIBUTION =
  '© Crown copyright and database rights, Ordnance Survey. Contains Royal Mail data © Royal Mail ' +
  'copyright and database right. AddressBase may be used only under a licence from Ordnance Survey.'

export const CSV_ATTRIBUTION = 'Address data supplied by the operator of this service.'
