// One keep-alive connection that has one request under way at a time.

import { connect, type Socket } from 'node:net'

export class Connection {
  readonly #socket: Socket
  #pending: Buffer = Buffer.alloc(0)
  #answered: (status: string) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static open(baseUrl: string): Promise<Connection> {
    const { hostname, port } = new URL(baseUrl)
    return new Promise((done, fail) => {
      const socket = connect(Number(port), hostname)
      const connection = new Connection(socket)
      socket.setNoDelay(true)
      socket.on('error', fail)
      socket.on('connect', () => done(connection))
      socket.on('data', (chunk: Buffer) => connection.#read(chunk))
    })
  }

  send(wire: string, answered: (status: string) => void): void {
    this.#answered = answered
    this.#socket.write(wire)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const head = this.#pending.indexOf('\r\n\r\n')
    if (head === -1) return
    const text = this.#pending.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (this.#pending.length < head + 4 + length) return
    this.#pending = this.#pending.subarray(head + 4 + length)
    this.#answered(text.slice(9, 12))
  }
}

export function wireOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`
}
