// What measure-index.ts prints of one index.

import type { Summary } from '../percentiles.ts'

export interface EngineFigures {
  readonly release: string
  readonly addresses: number
  readonly ready_ms: number
  readonly file_bytes: number
  readonly bytes_per_address: number
  readonly rss_bytes: number
  readonly rss_growth_per_address: number
  readonly keystrokes: Summary
  readonly by_shape: Readonly<Record<string, Summary>>
  readonly slowest: readonly { readonly term: string; readonly micros: number }[]
}
