// The process of the attacker: sends one attack in every bad manner at once, as fast as it is let, for a while.

import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { AnswerReader } from './answer-reader.ts'
import type { Attack, Made, Sent } from './attack.ts'
import { allAttacks } from './attacks.ts'
import type { World } from './setup/world.ts'

const LOW_PRIORITY = 10
const CLOSED_LOOPS = 48
const PIPELINES = 8
const PIPELINED = 32
const DEAF = 8
const DEAF_MS = 100
const SLOW = 8
const SLOW_BYTES = 1024 * 1024
const SLOW_MS = 500
/** Waiting on a connection to be sent. */
const UNSENT_BYTES_MAX = 1024 * 1024
const REOPEN_MS = 20

export interface Order {
  readonly baseUrl: string
  readonly name: string
  readonly seconds: number
  readonly world: World
  /** The address that it sends from: what somebody without a key may do is counted by network. */
  readonly from: string
}

/** Answers by their status, and connections that the service has closed. */
export interface Done {
  readonly statuses: Readonly<Record<string, number>>
  readonly closed: number
}

setPriority(LOW_PRIORITY)
process.on('disconnect', () => process.exit())
process.on('message', async (order: Order) => {
  process.send?.(await new Attacker(order).run())
})

let sentInAll = 0

class Attacker {
  readonly #order: Order
  readonly #attack: Attack
  readonly #sockets = new Set<Socket>()
  readonly #statuses: Record<string, number> = {}
  #closed = 0
  #isOver = false

  constructor(order: Order) {
    this.#order = order
    const attack = allAttacks().find(({ name }) => name === order.name)
    if (attack === undefined) throw new Error(`There is no attack ${order.name}.`)
    this.#attack = attack
  }

  async run(): Promise<Done> {
    const times = (count: number, start: (nth: number) => void) => {
      for (let nth = 0; nth < count; nth += 1) start(nth)
    }
    times(CLOSED_LOOPS, (nth) => this.#askInTurn(nth % 2 === 0))
    times(PIPELINES, (nth) => this.#pipeline(nth % 2 === 0))
    times(DEAF, () => this.#neverRead())
    if (this.#attack.operation.endpoint?.takesFile === true) times(SLOW, () => this.#sendSlowly())
    await new Promise((over) => setTimeout(over, this.#order.seconds * 1000))
    this.#isOver = true
    for (const socket of this.#sockets) socket.destroy()
    return { statuses: this.#statuses, closed: this.#closed }
  }

  /** One request after the other. Whoever is polite waits as long as a refusal says. */
  #askInTurn(isPolite: boolean): void {
    const reader = new AnswerReader(this.#attack.first !== undefined)
    let turn = this.#turn()
    let isFirst = this.#attack.first !== undefined
    const next = (made: Made) => {
      if (!isFirst) turn = { ...turn, made }
      const sent = isFirst ? this.#attack.first?.(turn) : this.#attack.request(turn)
      if (sent !== undefined) socket.write(wireOf(sent))
    }
    const socket = this.#open(
      (bytes) => {
        for (const { status, retryAfterSeconds, body } of reader.read(bytes)) {
          this.#count(status)
          const made = isFirst ? membersOf(body) : {}
          if (isFirst) isFirst = false
          else {
            turn = this.#turn()
            isFirst = this.#attack.first !== undefined
          }
          if (isPolite && status === 429) setTimeout(() => next(made), retryAfterSeconds * 1000)
          else next(made)
        }
      },
      () => this.#askInTurn(isPolite),
    )
    next({})
  }

  /** Many at once on one connection, each answer followed by another request. */
  #pipeline(isPolite: boolean): void {
    const reader = new AnswerReader(false)
    const next = () => socket.write(this.#nextWire())
    const socket = this.#open(
      (bytes) => {
        for (const { status, retryAfterSeconds } of reader.read(bytes)) {
          this.#count(status)
          if (isPolite && status === 429) setTimeout(next, retryAfterSeconds * 1000)
          else next()
        }
      },
      () => this.#pipeline(isPolite),
    )
    for (let at = 0; at < PIPELINED && socket.writableLength < UNSENT_BYTES_MAX; at += 1) next()
  }

  /** Sends on while the connection takes it, at a pace that leaves time for the other connections. */
  #neverRead(): void {
    const socket = this.#open(
      () => {},
      () => this.#neverRead(),
    )
    const send = () => {
      for (let at = 0; at < PIPELINED && socket.writableLength < UNSENT_BYTES_MAX; at += 1) {
        socket.write(this.#nextWire())
      }
    }
    socket.pause()
    const timer = setInterval(send, DEAF_MS)
    socket.on('close', () => clearInterval(timer))
    send()
  }

  /** An upload that goes on for ever, byte by byte. */
  #sendSlowly(): void {
    const sent = this.#attack.request({ ...this.#turn(), made: {} })
    const socket = this.#open(
      () => {},
      () => this.#sendSlowly(),
    )
    socket.write(headOf(sent, SLOW_BYTES))
    const timer = setInterval(() => socket.write('x'), SLOW_MS)
    socket.on('close', () => clearInterval(timer))
  }

  #open(read: (bytes: Buffer) => void, closed: () => void): Socket {
    const { hostname: host, port } = new URL(this.#order.baseUrl)
    const socket = connect({ host, port: Number(port), localAddress: this.#order.from })
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('data', read)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.#isOver) return
      this.#closed += 1
      setTimeout(() => this.#isOver || closed(), REOPEN_MS)
    })
    return socket
  }

  #turn() {
    sentInAll += 1
    return { n: sentInAll, world: this.#order.world, made: {} as Made }
  }

  /** Without what would have been answered to `first`. */
  #nextWire(): string {
    const turn = this.#turn()
    const { first, request } = this.#attack
    return (first === undefined ? '' : wireOf(first(turn))) + wireOf(request(turn))
  }

  #count(status: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
  }
}

function membersOf(body: string): Made {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

function wireOf(sent: Sent): string {
  return headOf(sent, Buffer.byteLength(sent.body)) + sent.body
}

function headOf({ method, target, headers }: Sent, bytes: number): string {
  const all = { host: 'bench', ...headers, ...(bytes > 0 && { 'content-length': bytes }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}
