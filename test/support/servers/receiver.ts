// A receiver of webhooks on this machine, with the manners that a test wants it to have.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ending } from '../stores.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly id: string
}

interface Receiver {
  readonly url: string
  readonly port: number
  /** Whole requests, in the order in which they came. */
  readonly received: readonly Received[]
  /** Resolves when so many have come. */
  until(count: number): Promise<void>
}

/** What is done with a request: a status, or anything else. */
export type Manner = (request: Received, response: ServerResponse) => number | undefined

export async function startReceiver(t: Ending, manner: Manner = () => 200): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('error', () => {})
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const one = { path, headers, body, id: String(headers['webhook-id']) }
      received.push(one)
      const status = manner(one, response)
      if (status !== undefined) response.writeHead(status).end()
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Manners of receivers that are no good. */
export const BAD_MANNERS = {
  hang: () => undefined,
  closeAtOnce: (_request, response) => void response.socket?.destroy(),
  closeHalfWay: (_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Len')
    response.socket?.destroy()
    return undefined
  },
  noHttp: (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  endlessHeaders: (_request, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(100)}`)
    return undefined
  },
  endlessBody: (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(timer))
    return undefined
  },
  drippingBody: (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
    return undefined
  },
} satisfies Record<string, Manner>

export function redirectTo(location: string, status = 307): Manner {
  return (_request, response) => void response.writeHead(status, { location }).end()
}
