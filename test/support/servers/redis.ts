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

export async function startRedis(): Promise<RedisServer> {
  if (!existsSync(PROGRAM)) throw new Error(`The tests need Redis. Install it with: ${INSTALL}`)
  const server = new RedisServer(await freePort(), randomBytes(12).toString('hex'))
  await server.start()
  return server
}

class RedisServer {
  readonly url: string
  readonly password: string
  readonly #port: number
  #process: ChildProcess | undefined

  constructor(port: number, password: string) {
    this.#port = port
    this.password = password
    this.url = `redis://:${password}@127.0.0.1:${port}`
  }

  async start(): Promise<void> {
    const options = { port: this.#port, bind: '127.0.0.1', requirepass: this.password, save: '' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(PROGRAM, args, { stdio: 'ignore', cwd: '/tmp' })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    this.#process = child
    for (let waitedMs = 0; !(await accepts(this.#port)); waitedMs += POLL_MS) {
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
