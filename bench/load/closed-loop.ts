// A small closed-loop client: as many keep-alive connections as wanted, one request under way on each.

import { connect, type Socket } from 'node:net'

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
  const { hostname, port } = new URL(baseUrl)
  const wire = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const statuses: Record<string, number> = {}
  let sent = 0
  const next = () => {
    if (sent >= requests) return undefined
    sent += 1
    return wire[sent % wire.length]
  }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname)
      return oneConnection(socket, next, (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
      })
    }),
  )
  return { requests, seconds: (performance.now() - started) / 1000, statuses }
}

function oneConnection(
  socket: Socket,
  next: () => string | undefined,
  onStatus: (status: string) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    let pending: Buffer = Buffer.alloc(0)
    const ask = () => {
      const request = next()
      if (request === undefined) socket.end()
      else socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', fail)
    socket.on('close', () => done())
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const head = pending.indexOf('\r\n\r\n')
      if (head === -1) return
      const text = pending.toString('latin1', 0, head)
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (pending.length < head + 4 + length) return
      onStatus(text.slice(9, 12))
      pending = pending.subarray(head + 4 + length)
      ask()
    })
  })
}
