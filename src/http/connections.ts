// The open connections. One whose client has stopped reading its answers is closed.

import type { Socket } from 'node:net'

/** A connection is closed when its client has read nothing of an answer for one to two times as long. */
export const STALL_MS = 20_000

/**
 * All are checked together now and then: Node's own time-out sets a timer twice for each request, which is a measurable
 * part of the cost of a request.
 */
export class Connections {
  /** How much had been sent at the last check, for connections where more was waiting to be sent. */
  readonly #sentBefore = new Map<Socket, number>()

  get open(): number {
    return this.#sentBefore.size
  }

  add(socket: Socket): void {
    this.#sentBefore.set(socket, NOTHING_WAITS)
    socket.once('close', () => this.#sentBefore.delete(socket))
  }

  /** To be called every `STALL_MS`. */
  closeStalled(): void {
    for (const [socket, before] of this.#sentBefore) {
      const sent = socket.writableLength > 0 ? socket.bytesWritten : NOTHING_WAITS
      if (sent !== NOTHING_WAITS && sent === before) socket.destroy()
      else this.#sentBefore.set(socket, sent)
    }
  }
}

const NOTHING_WAITS = -1
