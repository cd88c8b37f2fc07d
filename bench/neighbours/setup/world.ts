// What attacks are made in: accounts, one of which has as much of everything as an account may have.

import type { Product } from '../../../src/address/product.ts'

export interface Keys {
  readonly accountId: string
  readonly apiKey: string
  readonly adminKey: string
}

/**
 * `plain` has nothing of its own. `owner` has as much of everything as an account may have. `spare` loses its keys, its
 * plan and its e-mail address to the attacks that change them.
 */
export type Sender = 'plain' | 'owner' | 'spare'

/** Plain data: it is handed to the process of the attacker. */
export interface World {
  readonly accounts: Readonly<Record<Sender, Readonly<Record<Product, Keys>>>>
  readonly planName: string
  readonly operatorKey: string
  /** Ids of addresses and places, for `/get` and `/get-location`. */
  readonly addresses: Readonly<Record<Product, readonly string[]>>
  readonly places: Readonly<Record<Product, readonly string[]>>
  readonly postcodes: readonly string[]
  readonly release: string
  /** How many private addresses an import has that a look-up follows. */
  readonly imported: number
  /** Of the owner of product `uk`. */
  readonly invoice: string
  readonly invoicePdf: string
  readonly webhook: string
  /** The id of one of each CC list. */
  readonly recipients: Readonly<Record<string, string>>
  readonly event: string
  readonly list: string
  readonly privateAddress: string
  /** Of the operators. */
  readonly operatorList: string
  readonly mail: string
  /** The cookie of somebody who has signed in as `spare`. */
  readonly session: string
}
