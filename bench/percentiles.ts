// The middle, the tail and the worst of many timings.

export interface Summary {
  readonly count: number
  readonly mean: number
  readonly median: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
}

export function summary(timings: ArrayLike<number>): Summary {
  const sorted = Float64Array.from(timings).sort()
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

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
