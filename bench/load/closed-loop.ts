// A small closed-loop client: as many keep-alive connections as wanted, one request under way on each.

import { Connection, wireOf } from './connection.ts'

export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly statuses: Readonly<Record<string, number>>
}

/** Sends `requests` in all, taking the paths in turn. */
export async function drive(
  baseUrl: string,
  paths: readonly string[],
  connections: number,
  requests: number,
): Promise<Load> {
  const wires = paths.map(wireOf)
  const statuses: Record<string, number> = {}
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
        connection.send(wires[sent % wires.length], (status) => {
          statuses[status] = (statuses[status] ?? 0) + 1
          next()
        })
      }
      next()
    })
  const started = performance.now()
  const opened = Array.from({ length: connections }, () => Connection.open(baseUrl))
  await Promise.all(opened.map(async (opening) => runOn(await opening)))
  return { requests, seconds: (performance.now() - started) / 1000, statuses }
}
