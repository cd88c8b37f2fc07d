// The connections that are open, and the end of those whose reader has stopped reading.

import type { Socket } from 'node:net'

/** An answer that nobody has taken when this has passed once or twice closes its connection. */
export const STALL_MS = 20_000

/**
 * Looked at all together now and then: Node's own time-out sets a timer twice for each request, which is a measurable
 * part of what a request costs.
 */
export class Connections {
  /** How much had been sent when it was last looked, where some of it still waited for the reader. */
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
