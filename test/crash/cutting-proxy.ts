// A line to PostgreSQL that is cut when the server has committed and before it could say so.

import { connect, createServer, type Socket } from 'node:net'

const COMMIT = Buffer.from('commit\0')

export class CuttingProxy {
  readonly #server = createServer((socket) => this.#join(socket))
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #commitsUntilCut: number | undefined
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

  /** From now on the line is cut at every so many commits. */
  cutEvery(commits: number): void {
    this.#every = commits
    this.#commitsUntilCut = commits
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
      isDoomed ||= data.includes(COMMIT) && this.#isTimeToCut()
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
    if (this.#commitsUntilCut === undefined) return false
    this.#commitsUntilCut -= 1
    if (this.#commitsUntilCut > 0) return false
    this.#commitsUntilCut = this.#every
    this.cuts += 1
    return true
  }
}
