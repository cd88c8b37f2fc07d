// PgBouncer in transaction mode before a PostgreSQL server, made of Debian's package, for tests.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../dev/free-port.ts'

const POLL_MS = 20
/** Settings that the store asks for at each connection; PgBouncer refuses those that it is not told to pass over. */
const PASSED_OVER = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

export class PgBouncer {
  /** The same database as before, through PgBouncer. */
  readonly databaseUrl: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(databaseUrl: string, child: ChildProcess, folder: string) {
    this.databaseUrl = databaseUrl
    this.#process = child
    this.#folder = folder
  }

  static async start(databaseUrl: string): Promise<PgBouncer> {
    const { username, password, hostname, port } = new URL(databaseUrl)
    const folder = mkdtempSync(join(tmpdir(), 'doorplate-pgbouncer-'))
    const ownPort = await freePort()
    const users = join(folder, 'users.txt')
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(users, `"${username}" "${password}"\n`)
    writeFileSync(
      settings,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
ignore_startup_parameters = ${PASSED_OVER}
`,
    )
    for (const [path, mode] of [
      [folder, 0o755],
      [users, 0o644],
      [settings, 0o644],
    ] as const) {
      chmodSync(path, mode)
    }
    const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    const child = spawn('/usr/sbin/pgbouncer', [...asOther, settings], { stdio: 'ignore' })
    while (!(await isListening(ownPort))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended (${child.exitCode}).`)
      await setTimeout(POLL_MS)
    }
    const url = new URL(databaseUrl)
    url.port = String(ownPort)
    return new PgBouncer(url.href, child, folder)
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await gone
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}
