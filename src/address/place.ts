// Places: localities of Variant A; areas, towns, outcodes and postcodes of Variant B.

import type { Point } from './geo.ts'

/** The Location of Variant A. Its id is a text slug, `richmond-vic-3121`. */
export type AnyNationalPlace = NationalPlace | TownPlace

interface LocalityPlace extends Point {
  readonly locality_name: string
  readonly postcode: string
}

export interface NationalPlace extends LocalityPlace {
  readonly state: string
}

export interface TownPlace extends LocalityPlace {
  readonly town_city: string
}

/** The Location of Variant B. Only a postcode has `postcode`; an outcode and a postcode have `outcode`. */
export interface PostalPlace extends Point {
  readonly area: string
  readonly town_or_city: string
  readonly county: string
  readonly country: string
  readonly postcode: string
  readonly outcode: string
}
