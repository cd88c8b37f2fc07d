// A small closed-loop client: as many keep-alive connections as wanted, one request under way on each.

import type { Clock } from '../../src/lib/clock.ts'
import { Connection, wireOf } from './connection.ts'

interface Wanted {
  readonly baseUrl: string
  readonly paths: readonly string[]
  readonly connections: number
  /** In all, taking the paths in turn. */
  readonly requests: number
  readonly clock: Clock
}

export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly statuses: Readonly<Record<string, number>>
  /** From asking to the whole answer, of each. */
  readonly latenciesMs: readonly number[]
}

export async function drive(wanted: Wanted): Promise<Load> {
  const { baseUrl, paths, connections, requests, clock } = wanted
  const wires = paths.map(wireOf)
  const statuses: Record<string, number> = {}
  const latenciesMs: number[] = []
  let sent = 0
  const runOn = (connection: Connection) =>
    new Promise<void>((done) => {
      const next = () => {
        if (sent >= requests) {
          connection.close()
          done()
          return
        }
        sent += 1
        const askedMs = clock.monotonicMs()
        connection.send(wires[sent % wires.length] ?? '', (status) => {
          latenciesMs.push(clock.monotonicMs() - askedMs)
          statuses[status] = (statuses[status] ?? 0) + 1
          next()
        })
      }
      next()
    })
  const started = clock.monotonicMs()
  const opened = Array.from({ length: connections }, () => Connection.open(baseUrl))
  await Promise.all(opened.map(async (opening) => runOn(await opening)))
  return { requests, seconds: (clock.monotonicMs() - started) / 1000, statuses, latenciesMs }
}
