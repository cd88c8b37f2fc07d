// The middle, the tail and the worst of many timings.

export interface Summary {
  readonly count: number
  readonly mean: number
  readonly median: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
}

export function summary(micros: Float64Array): Summary {
  const sorted = micros.toSorted()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length),
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
  }
}
