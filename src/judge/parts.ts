// The parts of an address, and what a line says of each.

export type PartName =
  | 'building'
  | 'unit'
  | 'level'
  | 'number'
  | 'street'
  | 'type'
  | 'place'
  | 'state'
  | 'postcode'

/**
 * `inferred`: not typed, and known from the rest. `missing`: not typed, and needed to tell this address from others.
 * `ignored`: typed, and of no use to find it.
 */
export type PartState =
  | 'confirmed'
  | 'corrected'
  | 'inferred'
  | 'missing'
  | 'contradicted'
  | 'ignored'

export interface PartMatch {
  readonly name: PartName
  readonly state: PartState
  readonly typed: string
  readonly held: string
}
