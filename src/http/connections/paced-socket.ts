// A connection as Node's HTTP server sees it: what arrives is handed on in small pieces, in its caller's turns.

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** Node parses all of a read at once, and 64 KiB can hold two thousand requests; a piece holds some 150 at most. */
const PIECE_BYTES = 4096
/** Unanswered requests of a connection from which on no more of it is read. */
const UNANSWERED_MAX = 8

type Done = (error?: Error | null) => void

export class PacedSocket extends Duplex {
  readonly #socket: Socket
  readonly #inTurn: (step: () => boolean) => void
  #arrived: Buffer[] = []
  #isWanted = false
  #isQueued = false
  #hasEnded = false
  #unanswered = 0

  /** `inTurn` runs a step in the caller's turns for as long as it says that there is more. */
  constructor(socket: Socket, inTurn: (step: () => boolean) => void) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#inTurn = inTurn
    socket.on('data', (bytes: Buffer) => {
      socket.pause()
      this.#arrived.push(bytes)
      this.#queue()
    })
    socket.on('end', () => {
      this.#hasEnded = true
      this.#queue()
    })
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** A request of this connection is being answered; to be followed by `answered`. */
  requested(): void {
    this.#unanswered += 1
  }

  answered(): void {
    this.#unanswered -= 1
    this.#queue()
  }

  /** For the keep-alive of Node's server. */
  setTimeout(ms: number, listener?: () => void): this {
    this.#socket.setTimeout(ms)
    if (listener !== undefined) this.once('timeout', listener)
    return this
  }

  /** Ends the connection once all is sent, as Node's server asks for after the last answer. */
  destroySoon(): void {
    this.end(() => this.#socket.destroySoon())
  }

  override _read(): void {
    this.#isWanted = true
    this.#queue()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#socket.destroyed) done(new Error('The connection is closed.'))
    else if (this.#socket.write(chunk)) done()
    else this.#whenDrained(done)
  }

  /** Head and body in one packet. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#socket.cork()
    for (const { chunk } of chunks) this.#socket.write(chunk)
    this.#socket.uncork()
    if (this.#socket.writableNeedDrain) this.#whenDrained(done)
    else done()
  }

  override _final(done: Done): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#socket.destroy()
    this.#arrived = []
    done(error)
  }

  #whenDrained(done: Done): void {
    const settle = () => {
      this.#socket.off('drain', settle)
      this.#socket.off('close', settle)
      done()
    }
    this.#socket.on('drain', settle)
    this.#socket.on('close', settle)
  }

  #queue(): void {
    if (this.#isQueued || !this.#mayHandOn()) return
    this.#isQueued = true
    this.#inTurn(() => {
      this.#handOn()
      this.#isQueued = this.#mayHandOn()
      return this.#isQueued
    })
  }

  #mayHandOn(): boolean {
    if (this.destroyed || !this.#isWanted || this.#unanswered >= UNANSWERED_MAX) return false
    return this.#arrived.length > 0 || this.#hasEnded
  }

  #handOn(): void {
    if (!this.#mayHandOn()) return
    const [first] = this.#arrived
    if (first === undefined) {
      this.#isWanted = false
      this.push(null)
      return
    }
    if (first.length > PIECE_BYTES) this.#arrived[0] = first.subarray(PIECE_BYTES)
    else this.#arrived.shift()
    if (this.#arrived.length === 0) this.#socket.resume()
    this.#isWanted = this.push(first.subarray(0, PIECE_BYTES))
  }
}
