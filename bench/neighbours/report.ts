// The report of `neighbours`: a row for each attack, and a sentence for each that others have felt too much.

import { columns } from '../../src/lib/columns.ts'
import type { Outcome } from '../load/open-loop.ts'
import { type Summary, summary } from '../percentiles.ts'
import type { Done } from './attacker.ts'
import type { Suffered } from './victim.ts'

/** How much longer a look-up may take beside an attack than without one, as a factor and at most. */
const TIMES_IDLE_MAX = 3
const FREE_MS_MAX = 50

/** Of one attack. */
export interface Measured {
  readonly name: string
  readonly free: Summary
  readonly charged: Summary
  /** Of the victims: answers other than 200, and requests that were not answered. */
  readonly not_200: number
  readonly unavailable: number
  /** Of the attacker: answers by their class, and connections that the service has closed. */
  readonly attacker: Readonly<Record<string, number>>
  readonly closed: number
  /** That the service has kept busy. */
  readonly cores: number
}

interface Row {
  readonly name: string
  readonly suffered: Suffered
  readonly done: Done
  readonly cores: number
  readonly seconds: number
}

export function measured({ name, suffered, done, cores, seconds }: Row): Measured {
  const both = [suffered.free, suffered.charged]
  const count = (of: (outcome: Outcome) => number) =>
    Math.round(both.reduce((sum, outcome) => sum + of(outcome), 0))
  return {
    name,
    free: summary(suffered.free.latencyMs),
    charged: summary(suffered.charged.latencyMs),
    not_200: count(({ arrived, latencyMs }) => arrived - latencyMs.length),
    unavailable: count(({ perSecond }) => (perSecond['503'] ?? 0) * seconds),
    attacker: byClass(done.statuses),
    closed: done.closed,
    cores,
  }
}

function byClass(statuses: Done['statuses']): Record<string, number> {
  const classes: Record<string, number> = {}
  for (const [status, count] of Object.entries(statuses)) {
    const name = status === '429' ? status : `${status.charAt(0)}xx`
    classes[name] = (classes[name] ?? 0) + count
  }
  return classes
}

export function tableOf(rows: readonly Measured[]): string {
  const lines = rows.map(({ name, free, charged, not_200, attacker, cores }) => [
    name,
    timings(free),
    timings(charged),
    String(not_200).padStart(7),
    Object.entries(attacker)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
    cores.toFixed(2).padStart(5),
  ])
  const head = ['FREE: MEDIAN, 99TH, LONGEST MS', 'CHARGED', 'NOT 200', 'ATTACKER GOT', 'CORES']
  return columns([['ATTACK', ...head], ...lines])
}

function timings({ median, p99, worst }: Summary): string {
  return [median, p99, worst].map((value) => value.toFixed(1).padStart(7)).join(' ')
}

/** Each in a sentence; none where all is well. */
export function faultsOf(rows: readonly Measured[], idle: readonly string[]): string[] {
  const idleRows = rows.filter(({ name }) => idle.includes(name))
  const idleP99 = (kind: 'free' | 'charged') => Math.max(...idleRows.map((row) => row[kind].p99))
  const most = {
    free: Math.min(TIMES_IDLE_MAX * idleP99('free'), FREE_MS_MAX),
    charged: Math.min(TIMES_IDLE_MAX * idleP99('charged'), FREE_MS_MAX + idleP99('charged')),
  }
  return rows.flatMap((row) => {
    const { name, unavailable } = row
    const slow = (['free', 'charged'] as const)
      .filter((kind) => !idle.includes(name) && row[kind].p99 > most[kind])
      .map(
        (kind) =>
          `${name}: the 99th of ${kind} look-ups was ${row[kind].p99.toFixed(1)} ms; ` +
          `${most[kind].toFixed(1)} ms are allowed.`,
      )
    const refused = `${name}: ${unavailable} look-ups of others were answered 503.`
    return unavailable > 0 ? [...slow, refused] : slow
  })
}
