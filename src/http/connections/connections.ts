// The open connections. One whose client has stopped reading its answers is closed.

import type { Socket } from 'node:net'

/** A connection is closed when its client has read nothing of an answer for one to two times this long. */
export const STALL_MS = 20_000

/** Open at once from one network: enough for an office behind one address, too few to wear the service down. */
const CONNECTIONS_PER_NETWORK_MAX = 512

/** All are checked together now and then: Node's own time-out sets a timer twice for each request, which costs time. */
export class Connections {
  /** How much had been sent at the last check, for connections where more was waiting to be sent. */
  readonly #sentBefore = new Map<Socket, number>()
  readonly #byNetwork = new Map<string, number>()

  get open(): number {
    return this.#sentBefore.size
  }

  /** False if its network has too many already; without a network it is not counted. */
  add(socket: Socket, network: string | undefined): boolean {
    if (network === undefined) return true
    const others = this.#byNetwork.get(network) ?? 0
    if (others >= CONNECTIONS_PER_NETWORK_MAX) return false
    this.#byNetwork.set(network, others + 1)
    socket.once('close', () => {
      const left = (this.#byNetwork.get(network) ?? 0) - 1
      if (left > 0) this.#byNetwork.set(network, left)
      else this.#byNetwork.delete(network)
    })
    return true
  }

  /** From when answers are written to it: with TLS, to the socket that encrypts. */
  watch(socket: Socket): void {
    this.#sentBefore.set(socket, NOTHING_WAITS)
    socket.once('close', () => this.#sentBefore.delete(socket))
  }

  /** To be called every `STALL_MS`. */
  closeStalled(): void {
    for (const [socket, before] of this.#sentBefore) {
      const sent = socket.writableLength > 0 ? takenBytes(socket) : NOTHING_WAITS
      if (sent !== NOTHING_WAITS && sent === before) socket.destroy()
      else this.#sentBefore.set(socket, sent)
    }
  }
}

const NOTHING_WAITS = -1

/** Bytes that the system has taken: Node itself counts a large answer as sent at once. */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return socket.bytesWritten - (handle?.writeQueueSize ?? 0)
}
