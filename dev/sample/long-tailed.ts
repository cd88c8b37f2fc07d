// How many addresses a made-up street or building has: mostly few, sometimes very many.

import type { SeededRandom } from '../seeded-random.ts'

/** Half of all are below the median. */
export function longTailed(
  random: SeededRandom,
  median: number,
  spread: number,
  max: number,
): number {
  const sum = random.next() + random.next() + random.next() + random.next()
  const normal = (sum - 2) * Math.sqrt(3)
  return Math.min(max, Math.max(2, Math.round(median * Math.exp(spread * normal))))
}
