// The port: taken before there is a service behind it, and given back when the last answer has left.

import type { Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'
import type { Config } from './config.ts'
import { problemOf } from './http/faults.ts'
import type { Handler } from './http/message.ts'
import { problemReply } from './http/reply.ts'
import { createHttpServer } from './http/server.ts'
import { newId } from './lib/ids.ts'
import { errorCode, OperatorError } from './lib/operator-error.ts'

const DRAIN_MS = 9_000

export interface Front {
  readonly server: Server
  /** Refuses with 503 until there is a service behind it. */
  answer: Handler
}

/** With several threads each has its own front on the one port, and the system deals out the connections. */
export async function openFront(config: Config, hasOthers = false): Promise<Front> {
  const starting = problemReply(problemOf('starting'), config.docsUrl)
  const behind: { answer: Handler } = { answer: () => starting }
  const server = createHttpServer({
    newRequestId: requestIds(),
    answer: (request) => behind.answer(request),
    refuse: (fault) => problemReply(problemOf(fault), config.docsUrl),
  })
  await listen(server, config, hasOthers)
  return Object.assign(behind, { server })
}

/** A port that may be shared would be shared with another program too, so it is first taken alone for a moment. */
export async function checkFree(config: Config): Promise<void> {
  const probe = createServer()
  await listen(probe, config, false)
  await new Promise((resolve) => probe.close(resolve))
}

/** Lets nobody in any more, and waits for those who are. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

// Unique across restarts and threads by its beginning and cheap for each request by its end.
function requestIds(): () => string {
  const begin = newId('').slice(0, 8)
  let count = 0
  return () => {
    count += 1
    return `${begin}-${count.toString(36)}`
  }
}

function listen(server: NetServer, { host, port }: Config, reusePort: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new OperatorError(listenSentence(error, host, port))))
    server.listen({ host, port, backlog: 1024, reusePort }, resolve)
  })
}

function listenSentence(error: Error, host: string, port: number): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop what uses it or set PORT to another.`
    case 'EACCES':
      return `Port ${port} may not be taken by this user; set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is no address of this machine.`
    case 'ENOTSUP':
      return 'This system cannot share a port between threads; set THREADS to 1.'
    default:
      return `Port ${port} on ${host} cannot be taken (${errorCode(error)}).`
  }
}
