// Where simulated time begins and how it moves: by milliseconds, to the edge of a day, a month, a leap day, a year.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { ManualClock } from '../support/manual-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The wall clock is never set back by more: the ledger keeps the batches of a day. */
const BACK_MS_MAX = 20 * HOUR_MS

const STARTS = [
  '2026-01-31T00:00:00Z',
  '2026-12-30T23:59:59.999Z',
  '2027-02-26T15:00:00Z',
  '2027-12-31T12:00:00Z',
  '2028-01-29T08:30:00Z',
  '2028-02-28T23:59:00Z',
  '2028-02-29T10:00:00Z',
  '2099-12-15T00:00:00Z',
]

export function anyStart(random: SeededRandom): string {
  return random.pick(STARTS)
}

/** Small steps, many of them whole seconds, so that windows are met at their very edge. */
export function letTimePass(clock: ManualClock, random: SeededRandom): number {
  const ms = random.pick([1, 1000, 1000, random.below(3000), 1000 * random.between(1, 70), 300_000])
  clock.advance(ms)
  return ms
}

/** To a day, a month or a year that begins, give or take a millisecond, or some days on. */
export function jump(clock: ManualClock, random: SeededRandom): void {
  const now = new Date(clock.now())
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const edges = [
    Date.UTC(year, month, date + 1),
    Date.UTC(year, month, date + 1),
    Date.UTC(year, month + 1, 0),
    Date.UTC(year, month + 1, 1),
    Date.UTC(year, month, date + random.between(1, 9), random.below(24)),
    ...(random.chance(0.1) ? [Date.UTC(year + 1, 0, 1)] : []),
  ]
  const to = random.pick(edges) + random.between(-1, 1)
  if (to > clock.now()) clock.advance(to - clock.now())
}

/** The wall clock is set back, no further than to `floor`, while no time passes at all. */
export function setBack(clock: ManualClock, random: SeededRandom, floor: number): void {
  const to = Math.max(floor, clock.now() - random.below(BACK_MS_MAX))
  if (to < clock.now()) clock.set(new Date(to).toISOString())
}

/** The wall clock is set forward, while no time passes at all. */
export function setForward(clock: ManualClock, random: SeededRandom): void {
  clock.set(new Date(clock.now() + random.below(2 * DAY_MS)).toISOString())
}
