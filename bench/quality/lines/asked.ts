// What a typed line asks for, part by part.

/** The parts that were typed, as they were meant; '' was not typed. */
export interface Asked {
  readonly unitType: string
  readonly unit: string
  readonly level: string
  readonly lot: string
  readonly number: string
  /** The other end of a typed range. */
  readonly last: string
  readonly building: string
  readonly name: string
  readonly type: string
  readonly suffix: string
  readonly place: string
  readonly region: string
  /** A beginning of the postcode; `SK1 ` is all of an outcode. */
  readonly postcode: string
  /** The number lies inside a range and is no end of it. */
  readonly isInside: boolean
}

export const NOTHING_ASKED: Asked = {
  unitType: '',
  unit: '',
  level: '',
  lot: '',
  number: '',
  last: '',
  building: '',
  name: '',
  type: '',
  suffix: '',
  place: '',
  region: '',
  postcode: '',
  isInside: false,
}
