// A Redis cluster of three masters, for tests.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../../dev/free-port.ts'
import { type RedisServer, redisCommand, startRedis } from './redis.ts'

const PASSWORD = 'of-the-cluster'
const POLL_MS = 50
const MASTERS = 3

export class ClusterServers {
  readonly masters: readonly RedisServer[]
  readonly url: string
  readonly password = PASSWORD
  readonly #folders: readonly string[]

  private constructor(masters: readonly RedisServer[], folders: readonly string[]) {
    this.masters = masters
    this.#folders = folders
    const hosts = masters.map(({ port }) => `127.0.0.1:${port}`)
    this.url = `redis+cluster://:${PASSWORD}@${hosts.join(',')}`
  }

  static async start(): Promise<ClusterServers> {
    const [masters, folders, addresses]: [RedisServer[], string[], string[]] = [[], [], []]
    for (let nth = 0; nth < MASTERS; nth += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'doorplate-cluster-'))
      const busPort = await freePort()
      const settings = {
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        // So long that a master that is killed and started again is never voted out.
        'cluster-node-timeout': '10000',
      }
      const master = await startRedis({ password: PASSWORD, folder, settings })
      masters.push(master)
      folders.push(folder)
      addresses.push(`127.0.0.1:${master.port}@${busPort}`)
    }
    const args = ['--cluster', 'create', ...addresses, '--cluster-yes']
    const env = { ...process.env, REDISCLI_AUTH: PASSWORD }
    await promisify(execFile)('/usr/bin/redis-cli', args, { env })
    const servers = new ClusterServers(masters, folders)
    await servers.untilComplete()
    return servers
  }

  /** Until all masters agree that all slots are served. */
  async untilComplete(): Promise<void> {
    for (const { url } of this.masters) {
      while (!String(await redisCommand(url, 'cluster', 'info')).includes('cluster_state:ok')) {
        await setTimeout(POLL_MS)
      }
    }
  }

  /** The keys that any master holds, by what stands in them. */
  async keysWith(part: string): Promise<string[]> {
    const found = this.masters.map(({ url }) => redisCommand(url, 'keys', `*${part}*`))
    return ((await Promise.all(found)) as string[][]).flat()
  }

  async slotOf(key: string): Promise<number> {
    return Number(await redisCommand(this.masters[0].url, 'cluster', 'keyslot', key))
  }

  async stop(): Promise<void> {
    for (const master of this.masters) await master.stop()
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }
}
