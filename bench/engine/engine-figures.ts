// What measure-index.ts prints of one index.

import type { Product } from '../../src/address/product.ts'
import type { Summary } from '../percentiles.ts'

type Slowest = readonly { readonly term: string; readonly micros: number }[]

export interface EngineFigures {
  readonly product: Product
  readonly release: string
  readonly addresses: number
  readonly ready_ms: number
  readonly file_bytes: number
  readonly bytes_per_address: number
  readonly rss_bytes: number
  readonly rss_growth_per_address: number
  readonly once: OnceFigures
  readonly keystrokes: Summary
  readonly by_shape: Readonly<Record<string, Summary>>
  readonly slowest: Slowest
}

/** Distinct queries in random order, in microseconds. */
export interface OnceFigures {
  readonly all: Summary
  /** CPU of the whole process. */
  readonly process_mean: number
  readonly by_kind: Readonly<Record<string, Summary>>
  /** What the requests counted as their work. */
  readonly steps: Summary
  readonly slowest: Slowest
}
