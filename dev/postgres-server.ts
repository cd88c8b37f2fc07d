// A PostgreSQL server of its own, made of Debian's package, for tests and benchmarks.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../src/lib/operator-error.ts'
import { freePort } from './free-port.ts'

const INSTALL = 'apt-get install -y --no-install-recommends postgresql'
const USER = 'doorplate'
const POLL_MS = 10
const READY = /database system is ready to accept (read-only )?connections/

/** A new database, as a URL: empty, or a copy of another that nobody is connected to. */
export async function freshDatabase(adminUrl: string, of = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, `create database ${name} template ${of}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on the server. */
export async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export class PostgresServer {
  readonly adminUrl: string
  readonly #folder: string
  readonly #port: number
  #process: ChildProcess | undefined

  constructor(folder: string, port: number, password: string) {
    this.#folder = folder
    this.#port = port
    this.adminUrl = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '32MB',
      fsync: 'on',
      log_min_messages: 'warning',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [program, args] = asUnprivileged(binary('postgres'), [
      '-D',
      join(this.#folder, 'data'),
      ...options,
    ])
    // To a file: the process that started it may be too busy to empty a pipe, and the server would then
    // stand still.
    const log = join(this.#folder, 'log')
    const stderr = openSync(log, 'w')
    const child = spawn(program, args, { cwd: this.#folder, stdio: ['ignore', 'ignore', stderr] })
    closeSync(stderr)
    this.#process = child
    await untilReady(child, log)
  }

  /**
   * `kill -9` of the server and of every process that it has started, as a machine that loses power
   * does.
   */
  async kill(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // Stopped first, so that it cannot start another one while its children are being counted.
    child.kill('SIGSTOP')
    const pids = this.#pids()
    for (const pid of pids) signal(pid, 'SIGKILL')
    await gone
    // A server does not start while one of the old ones still holds its memory.
    while (pids.some(isAlive)) await setTimeout(POLL_MS)
    this.#process = undefined
  }

  /** It takes connections, as the system does that for it, and answers nobody. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
    for (const pid of this.#pids()) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#pids()) signal(pid, 'SIGCONT')
  }

  /** A copy that follows this server, which waits for it at each commit from then on. */
  async startStandby(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'doorplate-standby-'))
    giveAway(folder)
    const { port, password } = new URL(this.adminUrl)
    const source = `host=127.0.0.1 port=${port} user=${USER} password=${password} application_name=standby`
    const [program, args] = asUnprivileged(binary('pg_basebackup'), [
      ...[
        '-D',
        join(folder, 'data'),
        '-d',
        source,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ],
    ])
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const standby = new PostgresServer(folder, await freePort(), password)
    await standby.start()
    await asAdmin(this.adminUrl, "alter system set synchronous_standby_names = 'ANY 1 (standby)'")
    await asAdmin(this.adminUrl, 'select pg_reload_conf()')
    return standby
  }

  /** Makes a standby the primary; it waits for no other standby then. */
  async promote(): Promise<void> {
    await asAdmin(this.adminUrl, 'alter system reset synchronous_standby_names').catch(() => {})
    await asAdmin(this.adminUrl, 'select pg_promote(true, 30)')
  }

  /** As an operator stops it: at once, and in good order. */
  async halt(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await gone
  }

  #pids(): number[] {
    const { pid, exitCode = null } = this.#process ?? {}
    if (pid === undefined || exitCode !== null) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.halt()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-postgres-'))
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveAway(folder, passwordFile)
  const [program, args] = asUnprivileged(binary('initdb'), [
    ...['-D', join(folder, 'data'), '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
  ])
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = new PostgresServer(folder, await freePort(), password)
  await server.start()
  return server
}

function binary(name: string): string {
  const found = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1)
  if (found !== undefined) return found
  throw new Error(`PostgreSQL is not installed. Install it with: ${INSTALL}`)
}

// PostgreSQL refuses to run as root. The signal ends it with this process, should this process be
// killed.
function asUnprivileged(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]]
  const identity = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
  return ['setpriv', [...identity, '--pdeathsig=QUIT', '--', program, ...args]]
}

function giveAway(...paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  for (const path of paths) chownSync(path, idOf('-u'), idOf('-g'))
}

async function untilReady(child: ChildProcess, log: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', (code) => {
    failure ??= new Error(`PostgreSQL ended (${code}): ${readFileSync(log, 'utf8')}`)
  })
  while (!READY.test(readFileSync(log, 'utf8'))) {
    await setTimeout(POLL_MS)
    if (failure !== undefined) throw failure
  }
}

function isAlive(pid: number): boolean {
  try {
    // The state follows the name in brackets; Z has died and waits to be buried.
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
