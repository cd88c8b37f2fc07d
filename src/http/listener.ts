// The port of the service: opened, served, and closed when the last answer has been sent.

import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { Certificate, type TlsSettings } from './certificate.ts'
import { BY_ADDRESS, type Callers } from './connections/request-turns.ts'
import { FAULTS, type Fault } from './faults.ts'
import type { Handler, Reply } from './message.ts'
import { problemReply } from './reply.ts'
import { createHttpServer, type ServerHooks } from './server.ts'

/** From the last new connection to the end of the last old one. */
const DRAIN_MS = 9_000
const IDLE_CHECK_MS = 50

interface ListenerSettings {
  readonly host: string
  readonly port: number
  readonly docsUrl: string
  /** Undefined for plain HTTP. */
  readonly tls?: TlsSettings | undefined
  /** How long browsers must use TLS only; 0 leaves that to a proxy. */
  readonly hstsSeconds?: number
}

interface Serving {
  readonly callers?: Callers
  /** The turns in which the service does all of its work for callers. */
  readonly turns?: Turns
}

/** How long callers are still let in: at least the first, and up to the second while somebody is connected. */
export interface Grace {
  readonly leastMs: number
  readonly mostMs: number
}

export const NO_GRACE: Grace = { leastMs: 0, mostMs: 0 }

/** A port that is taken: refuses with 503 until there is a service to answer. */
export class Listener {
  readonly #http: ReturnType<typeof createHttpServer>
  readonly #faults = new Map<Fault, number>()
  readonly #settings: ListenerSettings
  readonly #hooks: ServerHooks
  readonly #certificate: Certificate | undefined

  private constructor(settings: ListenerSettings, certificate: Certificate | undefined) {
    this.#settings = settings
    this.#certificate = certificate
    const starting = problemReply(FAULTS.starting, settings.docsUrl)
    this.#hooks = {
      newRequestId: requestIds(),
      answer: () => starting,
      callers: BY_ADDRESS,
      refuse: (fault) => this.#refuse(fault),
    }
    this.#http = createHttpServer(this.#hooks, certificate)
    this.#http.server.once('close', () => certificate?.close())
  }

  /** With several threads, each listens on the same port, and the system distributes the connections. */
  static async open(settings: ListenerSettings, isShared: boolean, log: Log): Promise<Listener> {
    const certificate = settings.tls && (await Certificate.open(settings.tls, log))
    const listener = new Listener(settings, certificate)
    await listen(listener.#http.server, settings, isShared)
    return listener
  }

  /** The one that the system chose, if it was asked to. */
  get port(): number {
    return (this.#http.server.address() as AddressInfo).port
  }

  serve(answer: Handler, { callers = BY_ADDRESS, turns }: Serving = {}): void {
    this.#hooks.answer = withHsts(answer, this.#settings.hstsSeconds ?? 0)
    this.#hooks.callers = callers
    if (turns !== undefined) this.#http.turns.share(turns)
  }

  /** Looks for a new certificate now instead of within two seconds. */
  reload(): void {
    this.#certificate?.look()
  }

  watch(registry: Metrics): void {
    const { connections, turns } = this.#http
    registry.gauge('doorplate_connections_open', 'Open connections.', () => connections.open)
    const waiting = 'Callers with requests waiting for their turn.'
    registry.gauge('doorplate_callers_waiting', waiting, () => turns.waiting)
    const certificate = this.#certificate
    if (certificate !== undefined) {
      const expiry = 'When the certificate of the service expires, in seconds since 1970.'
      registry.gauge('doorplate_certificate_expires', expiry, () => certificate.expiresAt / 1000)
    }
    registry.counter('doorplate_protocol_faults_total', 'Input that never became a request.', () =>
      [...this.#faults].map(([fault, value]) => ({ labels: { fault }, value })),
    )
  }

  /** During the grace each answer closes its connection, so callers go elsewhere and nobody is cut off. */
  async drain({ leastMs, mostMs }: Grace): Promise<void> {
    this.#http.direct.isLeaving = true
    this.#http.server.prependListener('request', (_incoming, response) => {
      response.shouldKeepAlive = false
    })
    if (leastMs > 0) await delay(leastMs)
    for (let waited = leastMs; waited < mostMs; waited += IDLE_CHECK_MS) {
      if (this.#http.connections.open === 0) break
      await delay(IDLE_CHECK_MS)
    }
    // Connections that the system has accepted meanwhile come first: closing the port would reset them.
    await new Promise((resolve) => setImmediate(resolve))
    await closed(this.#http)
  }

  abort(): void {
    this.#http.server.close()
    this.#http.server.closeAllConnections()
    this.#http.direct.closeAll()
  }

  #refuse(fault: Fault): Reply {
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1)
    return problemReply(FAULTS[fault], this.#settings.docsUrl)
  }
}

function withHsts(answer: Handler, seconds: number): Handler {
  if (seconds === 0) return answer
  const header = { 'strict-transport-security': `max-age=${seconds}; includeSubDomains` }
  const add = (reply: Reply) => ({ ...reply, headers: { ...reply.headers, ...header } })
  return (request) => {
    const reply = answer(request)
    return reply instanceof Promise ? reply.then(add) : add(reply)
  }
}

/** Opens the port alone for a moment: a port that threads share could also be shared with another program. */
export async function checkPortIsFree(config: ListenerSettings): Promise<void> {
  const probe = createServer()
  await listen(probe, config, false)
  await new Promise((resolve) => probe.close(resolve))
}

function closed({ server, direct }: ReturnType<typeof createHttpServer>): Promise<void> {
  const closeIdle = () => {
    server.closeIdleConnections()
    direct.closeIdle()
  }
  return new Promise((resolve) => {
    // A connection that was being answered as the port closed is idle a moment later.
    const sweeping = setInterval(closeIdle, IDLE_CHECK_MS)
    const force = setTimeout(() => {
      server.closeAllConnections()
      direct.closeAll()
    }, DRAIN_MS)
    server.close(() => {
      clearInterval(sweeping)
      clearTimeout(force)
      resolve()
    })
    closeIdle()
  })
}

// The beginning makes ids unique across restarts and threads; the end is cheap to make for each request.
function requestIds(): () => string {
  const begin = newId('').slice(0, 8)
  let count = 0
  return () => {
    count += 1
    return `${begin}-${count.toString(36)}`
  }
}

function listen(server: NetServer, { host, port }: ListenerSettings, reusePort: boolean) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new OperatorError(listenSentence(error, host, port))))
    server.listen({ host, port, backlog: 1024, reusePort }, resolve)
  })
}

function listenSentence(error: Error, host: string, port: number): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use; stop the other program or set PORT to another port.`
    case 'EACCES':
      return `This user may not listen on port ${port}; set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine.`
    case 'ENOTSUP':
      return 'This system cannot share a port between threads; set THREADS to 1.'
    default:
      return `Cannot listen on port ${port} of ${host} (${errorCode(error)}).`
  }
}
