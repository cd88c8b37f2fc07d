// The one file that knows Node's HTTP server: sockets, time-outs, size limits, and errors below the pipeline.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Certificate } from './certificate.ts'
import { Connections, STALL_MS } from './connections/connections.ts'
import { DirectConnections, LOOK_MS } from './connections/direct-connections.ts'
import { PacedSocket } from './connections/paced-socket.ts'
import { HEADER_BYTES_MAX, HEADERS_MAX } from './connections/plain-get.ts'
import { type Callers, RequestTurns } from './connections/request-turns.ts'
import type { Fault } from './faults.ts'
import { headList, headText } from './head.ts'
import type { Body, Handler, Reply, Request, SavedBody } from './message.ts'
import { http } from './reply.ts'
import { saveBody } from './save-body.ts'
import { parseTarget, type Query, TARGET_BYTES_MAX, type Target } from './target.ts'

export const BODY_BYTES_MAX = 64 * 1024
const CONNECTIONS_MAX = 20_000
const HEADERS_MS_MAX = 10_000
const REQUEST_MS_MAX = 15_000
/** Longer than the idle time of usual load balancers, so that they close first. */
const KEEP_ALIVE_MS = 72_000
const UPLOAD_MS_MAX = 30 * 60_000

/** The first two may change while the server runs. */
export interface ServerHooks {
  /** Answers a request that was read whole and is well formed. Never rejects. */
  answer: Handler
  callers: Callers
  readonly newRequestId: () => string
  /** Makes the reply to what never became a request. */
  readonly refuse: (fault: Fault) => Reply
}

export function createHttpServer(hooks: ServerHooks, certificate?: Certificate) {
  const server = createServer(certificate, {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_MS_MAX,
    // For uploads; all others have REQUEST_MS_MAX.
    requestTimeout: UPLOAD_MS_MAX,
    connectionsCheckingInterval: LOOK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own answer to a missing Host is bare; ours is a Problem.
    requireHostHeader: false,
    insecureHTTPParser: false,
    // A request that announces no body has none, so its stream need not be read.
    optimizeEmptyRequests: true,
  })
  server.maxConnections = CONNECTIONS_MAX
  const connections = new Connections()
  const turns = new RequestTurns(
    (request) => hooks.answer(request),
    (request) => hooks.callers.of(request),
  )
  const direct = makeDirect(server, hooks, turns, certificate !== undefined)
  const open = (socket: Socket) => {
    connections.watch(socket)
    direct.take(socket)
  }
  const handshakes = certificate && takeListeners(server, 'connection')
  server.on('connection', (socket) => {
    const network = hooks.callers.networkOf(socket.remoteAddress ?? '')
    const isAdmitted = connections.add(socket, network)
    if (handshakes === undefined) {
      if (isAdmitted) open(socket)
      else sendRaw(socket, hooks.refuse('too-many-connections'))
    } else if (isAdmitted) for (const begin of handshakes) begin.call(server, socket)
    else socket.destroy()
  })
  server.on('secureConnection', open)
  const sweeping = setInterval(() => connections.closeStalled(), STALL_MS).unref()
  const looking = setInterval(() => direct.closeSilent(), LOOK_MS).unref()
  server.on('close', () => {
    clearInterval(sweeping)
    clearInterval(looking)
  })
  server.on('request', (incoming, response) => {
    const request = serve(hooks, turns, incoming, response)
    if (hasBody(incoming)) endIfSlow(server, incoming, request)
  })
  server.on('checkExpectation', (incoming: IncomingMessage, response: ServerResponse) => {
    send(incoming, response, hooks.refuse('expectation-failed'))
  })
  server.on('connect', (_request, socket) => sendRaw(socket as Socket, hooks.refuse('connect')))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    sendRaw(socket as Socket, hooks.refuse(faultOf(error)))
  })
  return { server, connections, direct, turns }
}

/** With a certificate it speaks TLS only; what is not TLS is cut off, so that no key is sent in the clear twice. */
function createServer(certificate: Certificate | undefined, options: ServerOptions): Server {
  if (certificate === undefined) return http.createServer(options)
  const { createServer: createSecure } = process.getBuiltinModule('node:https')
  const secure = { ...options, ...certificate.options, handshakeTimeout: HEADERS_MS_MAX }
  const server = createSecure(secure)
  certificate.onChange = () => server.setSecureContext(certificate.options)
  // Node would make a client error of it, whose answer nobody could read.
  server.removeAllListeners('tlsClientError')
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

type Listening = (this: Server, socket: Socket) => void

/** What Node does with a connection, for us to do when it is time. */
function takeListeners(server: Server, event: string): readonly Listening[] {
  const listeners = server.listeners(event) as Listening[]
  server.removeAllListeners(event)
  return listeners
}

/** Connections begin with us. Node's own listener gets one when something comes that is more than a plain GET. */
function makeDirect(server: Server, hooks: ServerHooks, turns: RequestTurns, isSecure: boolean) {
  const nodes = takeListeners(server, isSecure ? 'secureConnection' : 'connection')
  return new DirectConnections(
    {
      newRequestId: hooks.newRequestId,
      turns,
      handOver: (socket) => {
        const address = socket.remoteAddress ?? ''
        const caller = hooks.callers.networkOf(address) ?? address
        const paced = new PacedSocket(socket, (step) => turns.run(caller, step))
        // Any Duplex will do, says Node's documentation; its types know only sockets.
        for (const listener of nodes) listener.call(server, paced as unknown as Socket)
      },
      refuseSilent: (socket) => sendRaw(socket, hooks.refuse('request-timeout')),
    },
    { firstRequestMs: HEADERS_MS_MAX, keepAliveMs: KEEP_ALIVE_MS },
  )
}

/** Node's own time-out cannot be shorter for some requests than for others. */
function endIfSlow(
  server: Server,
  incoming: IncomingMessage,
  request: IncomingRequest | undefined,
): void {
  const timer = setTimeout(() => {
    if (incoming.complete || request?.isUpload === true) return
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', late, incoming.socket)
  }, REQUEST_MS_MAX).unref()
  incoming.once('close', () => clearTimeout(timer))
}

function faultOf(error: NodeJS.ErrnoException): Fault {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'header-too-large'
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout'
  return 'bad-request-line'
}

function serve(
  hooks: ServerHooks,
  turns: RequestTurns,
  incoming: IncomingMessage,
  response: ServerResponse,
): IncomingRequest | undefined {
  // Every connection of Node's server was handed over by us.
  const socket = incoming.socket as unknown as PacedSocket
  socket.requested()
  response.once('close', () => socket.answered())
  const target = faultIn(incoming) ?? parseTarget(incoming.url ?? '') ?? 'bad-request-line'
  if (typeof target === 'string') {
    send(incoming, response, hooks.refuse(target))
    return undefined
  }
  const request = new IncomingRequest(hooks.newRequestId(), target, incoming)
  turns.ask(request, {
    get isThere() {
      return !response.destroyed
    },
    reply: (reply, requestId) => send(incoming, response, reply, requestId),
  })
  return request
}

/** Reads what few requests need only when asked. */
class IncomingRequest implements Request {
  readonly id: string
  readonly path: string
  readonly query: Query
  isUpload = false
  readonly #incoming: IncomingMessage

  constructor(id: string, { path, query }: Target, incoming: IncomingMessage) {
    this.id = id
    this.path = path
    this.query = query
    this.#incoming = incoming
  }

  get method(): string {
    return this.#incoming.method ?? ''
  }

  get headers(): Request['headers'] {
    return this.#incoming.headers
  }

  get remoteAddress(): string {
    return this.#incoming.socket.remoteAddress ?? ''
  }

  get isAbandoned(): boolean {
    return this.#incoming.socket.destroyed
  }

  readBody(bytesMax = BODY_BYTES_MAX): Promise<Body> {
    return readBody(this.#incoming, bytesMax)
  }

  async saveBody(path: string, bytesMax: number): Promise<SavedBody> {
    this.isUpload = true
    return saveBody(this.#incoming, path, bytesMax)
  }
}

function faultIn(incoming: IncomingMessage): Fault | undefined {
  // Node also parses HTTP/2.0 and request lines without any version, which it takes for 0.9.
  if (incoming.httpVersionMajor !== 1) return 'bad-version'
  if ((incoming.url ?? '').length > TARGET_BYTES_MAX) return 'uri-too-long'
  const raw = incoming.rawHeaders
  if (raw.length > 2 * HEADERS_MAX) return 'header-too-large'
  // Node takes the first of two Hosts; a proxy in front may have taken the second.
  let hosts = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || (hosts === 0 && incoming.httpVersion === '1.1') ? 'bad-host' : undefined
}

async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Body> {
  const encoding = incoming.headers['content-encoding']
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {
    return { kind: 'encoded', encoding }
  }
  if (!hasBody(incoming)) return { kind: 'text', text: '' }
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) return { kind: 'too-large' }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > bytesMax) return { kind: 'too-large' }
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'cut-off' }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    return { kind: 'text', text }
  } catch {
    return { kind: 'not-utf8' }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  requestId?: string,
): void {
  if (response.destroyed || response.headersSent) return
  const { body } = reply
  const bytes = Buffer.byteLength(body)
  const headers = headList(reply, bytes, requestId)
  // A body that nobody read would have to be drained before the next request; closing is cheaper.
  if (!incoming.complete && mayBeLarge(incoming)) headers.push('connection', 'close')
  response.writeHead(reply.status, headers)
  // A source that fails has destroyed the response by then, so that the caller takes no part for the whole.
  if (reply.stream !== undefined) pipeline(Readable.from(reply.stream), response).catch(() => {})
  else if (typeof body !== 'string') response.end(body)
  // Text of one byte a character needs no encoding, and nearly every answer is that.
  else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

function mayBeLarge(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length']
  return length === undefined
    ? incoming.headers['transfer-encoding'] !== undefined
    : Number(length) > BODY_BYTES_MAX
}

// Below the pipeline there is no response object, only a socket that may already be half gone.
function sendRaw(socket: Socket, reply: Reply): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy()
    return
  }
  const head = headText(reply, Buffer.byteLength(reply.body), undefined, 'close')
  socket.end(head + reply.body, () => socket.destroy())
}
