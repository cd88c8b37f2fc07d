// What the benchmark `rates` writes and `chart` draws.

export type Kind = 'autocomplete' | 'get'

export interface Rates {
  readonly machine: { readonly cores: number; readonly load: number; readonly node: string }
  readonly connections: number
  readonly lines: readonly Line[]
}

export interface Line {
  readonly store: 'sqlite' | 'postgres'
  readonly threads: number
  readonly kind: Kind
  readonly points: readonly Point[]
}

export interface Point {
  /** Arriving. */
  readonly per_second: number
  /** The share of them that was answered 200 while they arrived. */
  readonly answered: number
  /** From the moment of arrival. */
  readonly median_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
  readonly worst_ms: number
  /** Of the service; a PostgreSQL server is not in it. */
  readonly cpu_micros: number
}
