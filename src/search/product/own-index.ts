// An account's own addresses in indexes of their own, and the release that they lie over.

import type { Point } from '../../address/geo.ts'
import type { AddressSearch } from '../address-search.ts'

/** One of the account's own addresses. */
export interface OwnAddress<Address> {
  readonly id: string
  /** Undefined where nobody knows: it is then near to nothing. */
  readonly point: Point | undefined
  readonly item: Address
  readonly label: string
}

/** Some of them in an index of their own. Those without a point are never in one with those that have one. */
export interface OwnIndex<Address, Place> {
  readonly search: AddressSearch<Address, Place>
  readonly isLocated: boolean
  /** The address by its id in this index. */
  readonly addresses: ReadonlyMap<string, OwnAddress<Address>>
}

/** A release, and what lies over it. */
export interface Overlay<Address, Place> {
  readonly base: AddressSearch<Address, Place>
  readonly own: readonly OwnIndex<Address, Place>[]
  /** The address of an id, the account's own first. */
  get(id: string): Address | undefined
}
