// A real Redis server for tests: one that the test runner shares, or one of this process's own.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../../dev/free-port.ts'

const PROGRAM = '/usr/bin/redis-server'
const INSTALL = 'apt-get install -y --no-install-recommends redis-server'
const POLL_MS = 10
const START_MS = 10_000

/** The URL of the server named by TEST_REDIS_URL, or of one that is started now and ends with this process. */
export async function sharedRedis(): Promise<string> {
  const given = process.env.TEST_REDIS_URL
  if (given !== undefined && given !== '') return given
  ownServer ??= startRedis()
  return (await ownServer).url
}

let ownServer: Promise<RedisServer> | undefined

/** Ends the server of this process, if it had to start one. */
export async function stopOwnRedis(): Promise<void> {
  await (await ownServer)?.stop()
  ownServer = undefined
}

/** What a server is started with beside the usual. */
interface ServerOptions {
  readonly password?: string
  /** What it writes in. */
  readonly folder?: string
  readonly settings?: Readonly<Record<string, string>>
  /** Starts as Sentinel, by this file. */
  readonly sentinelFile?: string
}

export async function startRedis(options: ServerOptions = {}): Promise<RedisServer> {
  if (!existsSync(PROGRAM)) throw new Error(`The tests need Redis. Install it with: ${INSTALL}`)
  const server = new RedisServer(await freePort(), options)
  await server.start()
  return server
}

export class RedisServer {
  readonly url: string
  readonly password: string
  readonly port: number
  readonly #args: readonly string[]
  readonly #folder: string
  #process: ChildProcess | undefined

  constructor(port: number, options: ServerOptions) {
    const { password = randomBytes(12).toString('hex'), folder = '/tmp', sentinelFile } = options
    this.port = port
    this.password = sentinelFile === undefined ? password : ''
    this.url = `redis://:${this.password}@127.0.0.1:${port}`
    this.#folder = folder
    const settings = {
      port: String(port),
      bind: '127.0.0.1',
      ...(sentinelFile === undefined && { requirepass: password, masterauth: password, save: '' }),
      ...options.settings,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
    this.#args = sentinelFile === undefined ? args : [sentinelFile, '--sentinel', ...args]
  }

  async start(): Promise<void> {
    const child = spawn(PROGRAM, this.#args, { stdio: 'ignore', cwd: this.#folder })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    this.#process = child
    for (let waitedMs = 0; !(await accepts(this.port)); waitedMs += POLL_MS) {
      if (child.exitCode !== null || waitedMs > START_MS) throw new Error('Redis does not start.')
      await setTimeout(POLL_MS)
    }
  }

  /** `kill -9`; what it had counted is gone. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    this.#process = undefined
  }

  /** It accepts and never answers. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    await this.kill()
  }
}

/** One command, as an operator gives it. */
export async function redisCommand(url: string, name: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(url)
  try {
    return await redis.call(name, ...args)
  } finally {
    redis.disconnect()
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
