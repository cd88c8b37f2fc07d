// What a release says of itself: written into its index file and shown wherever releases are listed.

import type { Product } from '../../address/product.ts'

export interface ReleaseInfo {
  /** For example `au-2026-11-15-a1b2c3`: also the file's name. */
  readonly release: string
  readonly product: Product
  /** The importer that made it: `sample`, `gnaf-core`, … */
  readonly source: string
  readonly attribution: string
  readonly addresses: number
  readonly createdAt: string
}
