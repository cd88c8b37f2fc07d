// A Redis server, its replica and the Sentinel that watches over both, for tests.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../dev/free-port.ts'
import { type RedisServer, redisCommand, startRedis } from './redis.ts'

const MASTER_NAME = 'doorplate-limits'
const POLL_MS = 50

export class SentinelServers {
  readonly master: RedisServer
  readonly replica: RedisServer
  /** With a sentinel in first place that is not there. */
  readonly url: string
  readonly #sentinel: RedisServer
  readonly #folder: string

  private constructor(servers: RedisServer[], deadPort: number, folder: string) {
    const [master, replica, sentinel] = servers
    this.master = master
    this.replica = replica
    this.#sentinel = sentinel
    this.#folder = folder
    const hosts = `127.0.0.1:${deadPort},127.0.0.1:${sentinel.port}`
    this.url = `redis+sentinel://:${master.password}@${hosts}/${MASTER_NAME}`
  }

  /** Resolves when a fail-over would succeed: the replica has caught up, and Sentinel knows it. */
  static async start(): Promise<SentinelServers> {
    const folder = mkdtempSync(join(tmpdir(), 'doorplate-sentinel-'))
    const master = await startRedis()
    const { password } = master
    const replicaof = `127.0.0.1 ${master.port}`
    const settings = { replicaof, 'repl-diskless-sync-delay': '0' }
    const replica = await startRedis({ password, settings })
    const sentinelFile = join(folder, 'sentinel.conf')
    writeFileSync(
      sentinelFile,
      `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${master.port} 1
sentinel auth-pass ${MASTER_NAME} ${password}
sentinel down-after-milliseconds ${MASTER_NAME} 1000
sentinel failover-timeout ${MASTER_NAME} 5000
`,
    )
    const sentinel = await startRedis({ folder, sentinelFile })
    const servers = new SentinelServers([master, replica, sentinel], await freePort(), folder)
    while (!(await servers.#isComplete())) await setTimeout(POLL_MS)
    return servers
  }

  async #isComplete(): Promise<boolean> {
    const replicas = await redisCommand(this.#sentinel.url, 'sentinel', 'replicas', MASTER_NAME)
    return JSON.stringify(replicas).includes('"master-link-status","ok"')
  }

  async stop(): Promise<void> {
    for (const server of [this.#sentinel, this.replica, this.master]) await server.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
