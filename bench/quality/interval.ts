// Shares and means with their 95 % intervals, so that chance is not taken for a change.

const Z = 1.959964

export interface Share {
  readonly hits: number
  readonly of: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Wilson's interval: it stays within 0 and 1 and does not shrink to nothing at either end. */
export function shareOf(hits: number, of: number): Share {
  if (of === 0) return { hits, of, share: 0, low: 0, high: 1 }
  const share = hits / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const middle = share + (Z * Z) / (2 * of)
  const scale = 1 + (Z * Z) / of
  return {
    hits,
    of,
    share,
    low: hits === 0 ? 0 : (middle - spread) / scale,
    high: hits === of ? 1 : (middle + spread) / scale,
  }
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}

export interface Mean {
  readonly of: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export class MeanTally {
  #count = 0
  #sum = 0
  #squares = 0

  add(value: number): void {
    this.#count += 1
    this.#sum += value
    this.#squares += value * value
  }

  result(): Mean {
    const of = this.#count
    if (of === 0) return { of, mean: 0, low: 0, high: 1 }
    const mean = this.#sum / of
    const variance = of < 2 ? 0 : Math.max(0, (this.#squares - of * mean * mean) / (of - 1))
    // Of few values the interval is wider, about as Student's t has it.
    const spread = (Z + 2.4 / Math.max(1, of - 1)) * Math.sqrt(variance / of)
    return { of, mean, low: mean - spread, high: mean + spread }
  }
}
