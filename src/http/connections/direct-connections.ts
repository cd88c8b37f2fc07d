// Connections whose plain GETs are answered at once, past Node's HTTP server, which costs as much as all of our work.

import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { headText } from '../head.ts'
import type { Reply } from '../message.ts'
import { PlainGets } from './plain-get.ts'
import type { Recipient, RequestTurns } from './request-turns.ts'

/** How often connections are checked for silence, and the unit in which it is counted. */
export const LOOK_MS = 2_000

interface DirectHooks {
  readonly newRequestId: () => string
  readonly turns: Pick<RequestTurns, 'ask'>
  /** Takes a connection from here on, and finds what has arrived in it. */
  readonly handOver: (socket: Socket) => void
  readonly refuseSilent: (socket: Socket) => void
}

interface IdleTimeouts {
  readonly firstRequestMs: number
  readonly keepAliveMs: number
}

/** Whatever is not a plain GET goes to Node's HTTP server together with its connection, for as long as that lasts. */
export class DirectConnections {
  readonly #hooks: DirectHooks
  readonly #timeouts: IdleTimeouts
  readonly #open = new Set<DirectConnection>()
  /** From now on each answer closes its connection. */
  isLeaving = false

  constructor(hooks: DirectHooks, timeouts: IdleTimeouts) {
    this.#hooks = hooks
    this.#timeouts = timeouts
  }

  take(socket: Socket): void {
    this.#open.add(new DirectConnection(this, this.#hooks, socket, this.#timeouts.keepAliveMs))
  }

  /** It has ended, or belongs to Node's server now. */
  release(connection: DirectConnection): void {
    this.#open.delete(connection)
  }

  /** To be called every `LOOK_MS`. */
  closeSilent(): void {
    for (const connection of this.#open) connection.look(this.#timeouts)
  }

  closeIdle(): void {
    for (const connection of this.#open) if (!connection.isBusy) connection.destroy()
  }

  closeAll(): void {
    for (const connection of this.#open) connection.destroy()
  }
}

class DirectConnection implements Recipient {
  readonly #all: DirectConnections
  readonly #hooks: DirectHooks
  readonly #socket: Socket
  readonly #keepAliveHeader: string
  readonly #gets: PlainGets
  /** An answer is being made or sent. What arrives meanwhile waits in the socket. */
  isBusy = false
  #hasRequested = false
  #hasEnded = false
  /** Looks since something was asked. */
  #looks = 0

  constructor(all: DirectConnections, hooks: DirectHooks, socket: Socket, keepAliveMs: number) {
    this.#all = all
    this.#hooks = hooks
    this.#socket = socket
    this.#keepAliveHeader = `keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}`
    this.#gets = new PlainGets(socket)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  look({ firstRequestMs, keepAliveMs }: IdleTimeouts): void {
    if (this.isBusy) return
    this.#looks += 1
    const silentMs = this.#looks * LOOK_MS
    if (this.#hasRequested && silentMs >= keepAliveMs) this.#socket.destroy()
    else if (this.#hasRequested) this.#gets.forget()
    else if (silentMs > firstRequestMs) this.#hooks.refuseSilent(this.#socket)
  }

  readonly #onData = (bytes: Buffer) => {
    if (this.isBusy) {
      this.#socket.pause()
      this.#socket.unshift(bytes)
      return
    }
    const first = this.#gets.read(bytes, this.#hooks.newRequestId)
    if (first === undefined) {
      this.#handOver(bytes)
      return
    }
    this.#hasRequested = true
    this.#looks = 0
    this.isBusy = true
    if (first.end < bytes.length) {
      this.#socket.pause()
      this.#socket.unshift(bytes.subarray(first.end))
    }
    this.#hooks.turns.ask(first.request, this)
  }

  get isThere(): boolean {
    return !this.#socket.destroyed
  }

  readonly #onEnd = () => {
    this.#hasEnded = true
    if (!this.isBusy) this.#socket.destroySoon()
  }

  // The socket closes by itself.
  readonly #onError = () => {}

  readonly #onClose = () => this.#all.release(this)

  #handOver(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
    this.#all.release(this)
    socket.pause()
    socket.unshift(bytes)
    this.#hooks.handOver(socket)
    socket.resume()
  }

  reply(reply: Reply, requestId: string): void {
    const socket = this.#socket
    if (socket.destroyed) return
    const { body, stream } = reply
    const bytes = Buffer.byteLength(body)
    const isLast = this.#all.isLeaving || this.#hasEnded
    const connection = isLast ? 'close' : this.#keepAliveHeader
    const head = headText(reply, bytes, requestId, connection)
    if (stream !== undefined) {
      this.#sendParts(head, stream, isLast)
      return
    }
    let isTaken: boolean
    // Text of one byte a character needs no encoding, and nearly every answer is that.
    if (typeof body === 'string') {
      isTaken = socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8')
    } else {
      socket.cork()
      socket.write(head, 'latin1')
      isTaken = socket.write(body)
      socket.uncork()
    }
    if (isLast) socket.destroySoon()
    else if (isTaken) this.#next()
    // A client that does not read its answers is asked for no more requests.
    else socket.once('drain', () => this.#next())
  }

  /** A source that fails ends the connection, so that the caller takes no part for the whole. */
  #sendParts(head: string, stream: NonNullable<Reply['stream']>, isLast: boolean): void {
    const socket = this.#socket
    socket.write(head, 'latin1')
    pipeline(Readable.from(chunked(stream)), socket, { end: false }).then(
      () => (isLast ? socket.destroySoon() : this.#next()),
      () => socket.destroy(),
    )
  }

  #next(): void {
    this.isBusy = false
    if (this.#hasEnded) this.#socket.destroySoon()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }
}

async function* chunked(parts: NonNullable<Reply['stream']>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    if (bytes.length === 0) continue
    yield Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CHUNK_END])
  }
  yield Buffer.from('0\r\n\r\n')
}

const CHUNK_END = Buffer.from('\r\n')
