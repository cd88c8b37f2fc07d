// A connection to PostgreSQL that is cut when the server has committed a charge and before it could say so.

import { connect, createServer, type Socket } from 'node:net'

/** The call that charges: its first answer comes when it is committed. */
const CHARGE = Buffer.from('charge_keys(')

export class CuttingProxy {
  readonly #server = createServer((socket) => this.#join(socket))
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #chargesUntilCut: number | undefined
  #every = 0
  cuts = 0

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
  }

  /** Answers the URL by which the database is reached through the proxy. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const url = new URL(this.#target)
    url.port = String(address.port)
    return url.href
  }

  /** From now on the connection is cut at every so many charges. */
  cutEvery(charges: number): void {
    this.#every = charges
    this.#chargesUntilCut = charges
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname)
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    let isDoomed = false
    client.on('data', (data: Buffer) => {
      isDoomed ||= data.includes(CHARGE) && this.#isTimeToCut()
      server.write(data)
    })
    server.on('data', (data) => {
      if (isDoomed) cut()
      else client.write(data)
    })
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', cut)
    }
  }

  #isTimeToCut(): boolean {
    if (this.#chargesUntilCut === undefined) return false
    this.#chargesUntilCut -= 1
    if (this.#chargesUntilCut > 0) return false
    this.#chargesUntilCut = this.#every
    this.cuts += 1
    return true
  }
}
