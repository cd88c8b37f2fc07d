// A service behind a port: started with whatever a first start needs, and stopped in good order.

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { missingPlans } from './account/accounts.ts'
import type { Config } from './config.ts'
import { type DemoAccount, makeDemoAccounts } from './demo.ts'
import type { Connections } from './http/connections.ts'
import { problemOf } from './http/faults.ts'
import type { Handler } from './http/message.ts'
import { problemReply } from './http/reply.ts'
import { createHttpServer, type Fault } from './http/server.ts'
import { newId } from './lib/ids.ts'
import type { Metrics } from './lib/metrics.ts'
import { errorCode, OperatorError } from './lib/operator-error.ts'
import { makePipeline } from './pipeline.ts'
import { openService, type Parts, type Service } from './service.ts'

const DRAIN_MS = 9_000

export interface Running {
  readonly service: Service
  /** The accounts that this start made, with their keys. */
  readonly demo: readonly DemoAccount[]
  /** Accepts no more, finishes what is under way, flushes. */
  stop(): Promise<void>
}

/** The port comes first: if it is taken, nothing has been made that would have to be unmade. */
export async function startService(parts: Parts, tell: (line: string) => void): Promise<Running> {
  const front = await openFront(parts.config)
  try {
    const config = withPort(parts.config, front.server)
    const { service, demo } = await openFirst({ ...parts, config }, tell)
    front.answer = makePipeline(service)
    watchFront(service.metrics.registry, front)
    return { service, demo, stop: () => stop(service, front.server) }
  } catch (error) {
    front.server.close()
    front.server.closeAllConnections()
    throw error
  }
}

interface Front {
  readonly server: Server
  readonly connections: Connections
  /** How often the protocol itself was broken, and how. */
  readonly faults: ReadonlyMap<Fault, number>
  /** Refuses with 503 until there is a service behind it. */
  answer: Handler
}

async function openFront(config: Config): Promise<Front> {
  const starting = problemReply(problemOf('starting'), config.docsUrl)
  const behind: { answer: Handler } = { answer: () => starting }
  const faults = new Map<Fault, number>()
  const { server, connections } = createHttpServer({
    newRequestId: requestIds(),
    answer: (request) => behind.answer(request),
    refuse: (fault) => {
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
      return problemReply(problemOf(fault), config.docsUrl)
    },
  })
  await listen(server, config)
  return Object.assign(behind, { server, connections, faults })
}

function watchFront(registry: Metrics, { connections, faults }: Front): void {
  registry.gauge('doorplate_connections_open', 'Open connections.', () => connections.open)
  registry.counter('doorplate_protocol_faults_total', 'What never became a request.', () =>
    [...faults].map(([fault, value]) => ({ labels: { fault }, value })),
  )
}

// Unique across restarts by its beginning and cheap for each request by its end.
function requestIds(): () => string {
  const begin = newId('').slice(0, 8)
  let count = 0
  return () => {
    count += 1
    return `${begin}-${count.toString(36)}`
  }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new OperatorError(listenSentence(error, host, port))))
    server.listen({ host, port, backlog: 1024 }, resolve)
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
    default:
      return `Port ${port} on ${host} cannot be taken (${errorCode(error)}).`
  }
}

// PORT=0 lets the system choose, and the addresses in answers must name what it chose.
function withPort(config: Config, server: Server): Config {
  if (config.port !== 0) return config
  const { port } = server.address() as AddressInfo
  const named = (url: string) => url.replace('http://localhost:0', `http://localhost:${port}`)
  return { ...config, port, baseUrl: named(config.baseUrl), docsUrl: named(config.docsUrl) }
}

/** A data folder that this start made is taken away again when the start fails. */
async function openFirst(parts: Parts, tell: (line: string) => void) {
  const { config } = parts
  const isNew = !existsSync(config.dataDir)
  let service: Service | undefined
  try {
    service = await openService(parts)
    await service.data.ensure(tell)
    for (const plan of await missingPlans(service.store, service.plans)) {
      tell(`plans.json has no plan ${plan}, which accounts are on: their look-ups are refused.`)
    }
    const wantsDemo = config.demo ?? isNew
    const { store, plans, clock } = service
    const demo = wantsDemo ? await makeDemoAccounts(store, plans, clock.now()) : []
    return { service, demo }
  } catch (error) {
    await service?.close()
    if (isNew) await rm(config.dataDir, { recursive: true, force: true })
    throw error
  }
}

async function stop(service: Service, server: Server): Promise<void> {
  service.stopping = true
  await drain(server)
  await service.close()
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
