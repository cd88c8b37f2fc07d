// Arrivals at a fixed rate, whatever the service does: who comes while it is busy waits, and that wait is measured.

import type { Clock } from '../../src/lib/clock.ts'
import { Connection, wireOf } from './connection.ts'

/** Arrivals that find no free connection wait; further ones go away. */
const WAITING_MAX = 20_000
const SETTLE_MS = 3_000

interface Arrivals {
  readonly baseUrl: string
  readonly paths: readonly string[]
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
  readonly clock: Clock
}

export interface Outcome {
  readonly arrived: number
  /** Answers by status, a second. */
  readonly perSecond: Readonly<Record<string, number>>
  /** Of what was answered 200, from the moment of arrival: a wait before sending is in it. */
  readonly latencyMs: readonly number[]
}

export async function arrive(wanted: Arrivals): Promise<Outcome> {
  const { baseUrl, connections, perSecond, seconds, clock } = wanted
  const wires = wanted.paths.map(wireOf)
  const free = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(baseUrl)),
  )
  const opened = [...free]
  const waiting: number[] = []
  const statuses: Record<string, number> = {}
  const latencyMs: number[] = []
  const startMs = clock.monotonicMs()
  const endMs = startMs + seconds * 1000
  let arrived = 0
  /** The first of those that still wait: taking it off the list each time would move all the others. */
  let first = 0
  const send = (arrivedMs: number) => {
    const connection = free.pop()
    if (connection === undefined) return false
    connection.send(wires[arrived % wires.length] ?? '', (status) => {
      const nowMs = clock.monotonicMs()
      if (nowMs <= endMs) statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '200') latencyMs.push(nowMs - arrivedMs)
      free.push(connection)
      const next = waiting[first]
      if (next === undefined) return
      first += 1
      send(next)
    })
    return true
  }
  // The first is due at once, and the others follow it.
  const all = Math.floor(perSecond * seconds)
  const due = () =>
    Math.min(all, 1 + Math.floor(((clock.monotonicMs() - startMs) * perSecond) / 1000))
  while (clock.monotonicMs() < endMs) {
    for (const upTo = due(); arrived < upTo; arrived += 1) {
      const arrivedMs = startMs + (arrived * 1000) / perSecond
      if (!send(arrivedMs) && waiting.length - first < WAITING_MAX) waiting.push(arrivedMs)
    }
    // By the millisecond: a client that never rests would take the core that the service needs.
    await new Promise((next) => setTimeout(next, 1))
  }
  await settled(() => free.length === opened.length, clock)
  for (const connection of opened) connection.close()
  const rates = Object.entries(statuses).map(([status, count]) => [status, count / seconds])
  return { arrived, perSecond: Object.fromEntries(rates), latencyMs }
}

async function settled(isOver: () => boolean, clock: Clock): Promise<void> {
  const untilMs = clock.monotonicMs() + SETTLE_MS
  while (!isOver() && clock.monotonicMs() < untilMs)
    await new Promise((next) => setTimeout(next, 10))
}
