// What operators see and do apart from accounts: the data releases, the health of the service, the check of the books.

import Type, { type Static } from 'typebox'
import { PRODUCTS, type Product } from '../../address/product.ts'
import { listOf, oneOf, text, texts, whole, wholes } from '../schemas.ts'

export const ReleaseShown = Type.Object({
  release: Type.String(),
  product: oneOf(PRODUCTS),
  source: Type.String(),
  ...wholes('addresses', 'bytes'),
  ...texts('created', 'attribution'),
  in_use: Type.Boolean({ description: 'Selected for its product.' }),
  served: Type.Boolean({ description: 'In use by this node at the moment.' }),
  changes: Type.Optional(
    Type.Object(
      { since: Type.String(), sets: whole('How many were merged.'), until: Type.String() },
      { description: 'Change sets that were merged since a full import, up to their latest date.' },
    ),
  ),
})

export const LayerShown = Type.Object({
  product: oneOf(PRODUCTS),
  layer: text('As look-ups name it: `ward`, or `ward@2025-05-01`.'),
  by: text('What addresses are joined by.'),
  ...texts('source', 'attribution', 'added', 'release'),
  ...wholes('areas', 'bytes', 'addresses'),
  joined: whole('How many of the addresses are in one of its areas.'),
})

const DiffCounts = wholes('added', 'retired', 'changed', 'moved')

export const DiffShown = Type.Object({
  ...texts('from', 'to'),
  ...wholes('addresses_from', 'addresses_to'),
  ...DiffCounts,
  continued: whole('How many of the retired addresses have a successor.'),
  reasons: Type.Object(wholes('premises', 'street', 'place', 'region', 'postcode'), {
    description: 'How many of the changed addresses differ in each part.',
  }),
  places: listOf({ place: Type.String(), ...DiffCounts }),
  examples: listOf({
    kind: oneOf(Object.keys(DiffCounts)),
    ...texts('id', 'address'),
    now: text('The new text, the ID of the successor, or how far it moved.'),
  }),
})

export const HealthShown = Type.Object({
  store: Type.String(),
  rate_limits: text(
    '`own`: counted by this node; `shared`: across all nodes; `alone`: disconnected from the other nodes.',
  ),
  nodes: whole('Nodes on this store, if they share rate limits.'),
  ...wholes('mails_waiting', 'webhooks_waiting', 'webhook_endpoints_off'),
  ...wholes('lookups_waiting', 'requests_in_flight'),
  last_errors: listOf(texts('at', 'text')),
})

export interface Operations {
  releases(): Promise<readonly Static<typeof ReleaseShown>[]>
  /** Throws an OperatorError if it cannot be used, or lacks too many addresses and that was not confirmed. */
  useRelease(release: string, isConfirmed: boolean): Promise<void>
  /** A `DiffShown`, from the release of its product that is in use. */
  diffRelease(release: string): Promise<object>
  removeRelease(release: string): Promise<void>
  layers(): Promise<readonly Static<typeof LayerShown>[]>
  removeLayer(product: Product, layer: string): Promise<void>
  health(): Promise<Static<typeof HealthShown>>
  /** What needs an operator's attention, and the disk of the data folder. */
  upkeep(): Promise<{
    readonly notices: readonly string[]
    readonly disk: { readonly free_bytes: number; readonly total_bytes: number }
  }>
  /** Audits the books, once for everybody who asks in the meantime. */
  examine(): Promise<readonly { readonly check: string; readonly faults: readonly string[] }[]>
}
