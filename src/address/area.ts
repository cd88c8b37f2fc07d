// Areas around an address, such as its council or ward: what an answer says of them, and how they are asked for.

import type { Point } from './geo.ts'
import type { Product } from './product.ts'

export interface Area {
  readonly code: string
  readonly name: string
}

/** By the name of the layer as it was asked for. */
export type Areas = Readonly<Record<string, Area>>

/** Addresses in some areas. Streets and records are those of one release; undefined where any will do. */
export interface AreaSelection {
  readonly release: string | undefined
  /** All streets that have such addresses, sorted; undefined where there are too many to list. */
  readonly streets: Uint32Array | undefined
  allowsStreet(street: number): boolean
  allowsRecord(record: number, street: number): boolean
  /** Where an address must lie as well, and a circle around all of that. */
  readonly within?: (Point & { readonly km: number }) | undefined
  holds?(point: Point, work: AreaPlace['work']): boolean
}

/** Where an address is, for areas that are found by its point. */
export interface AreaPlace {
  point(): Point | undefined
  /** Pays for finding it. */
  readonly work?: { spent: number } | undefined
}

/** The layers that a release is joined with. */
export interface AreaLayers {
  /** What may be asked for: `ward`, and each of its vintages: `ward@2025-05-01`. */
  readonly names: readonly string[]
  /** The attributions that their sources require. */
  readonly attributions: readonly string[]
  /** The names of `council,ward` or `all`; an unknown name stays as it is. */
  named(text: string): readonly string[]
  /** An address that is in none of a layer's areas has one without code and name. */
  of(row: number | undefined, names: readonly string[], place?: AreaPlace): Areas
  /** By codes or names of areas; undefined where no area has any of them. */
  select(
    wanted: Readonly<Record<string, readonly string[]>>,
    work?: { spent: number },
  ): AreaSelection | undefined
  /** The names of areas that begin with the term; those with the most addresses come first. */
  complete(term: string, names: readonly string[], top: number): readonly string[]
}

/** What a layer of areas says of itself. */
export interface LayerInfo {
  readonly product: Product
  /** `council`, `ward`, or what its owner calls it. */
  readonly layer: string
  /** The day from which its areas are valid; '' if unknown. */
  readonly from: string
  readonly by: 'postcode' | 'uprn' | 'mesh-block' | 'id' | 'polygon'
  /** The name of the file that it was read from. */
  readonly source: string
  readonly attribution: string
  readonly addedAt: string
  /** Areas that it has. */
  readonly areas: number
  /** The release that it is joined with, how many addresses that has, and how many of them are in an area. */
  readonly release: string
  readonly addresses: number
  readonly joined: number
}
