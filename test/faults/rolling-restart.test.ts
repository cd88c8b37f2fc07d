// Nodes are replaced one after the other under load, and no caller hears of it.
// Covers: src/run.ts, src/http/listener.ts

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  inherited,
  killed,
  type ServiceProcess,
  startProcess,
  stopped,
} from '../support/process.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { sharedRedis, stopOwnRedis } from '../support/servers/redis.ts'
import { newDatabase } from '../support/stores.ts'
import { newHolder, pathsFor, usedBy } from './holder.ts'

const run = promisify(execFile)
const NODES = 3
const CALLERS = 6
const ANSWERS_BETWEEN = 150

after(async () => {
  await stopOwnPostgres()
  await stopOwnRedis()
})

test('three nodes are restarted one after the other, and no request fails or counts twice', (t) =>
  replaceNodes(t))

const { ROLLING_FROM = '' } = process.env
const skip = ROLLING_FROM === '' && 'runs in the nightly run: ROLLING_FROM=COMMIT, or tables'
test('three nodes of an earlier version are upgraded one after the other, and no request fails', {
  skip,
}, async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'doorplate-earlier-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { maxBuffer: 2 ** 30 })
  // The version before the tables changed last.
  const changed = () => git('log', '-1', '--format=%H~', '--', 'src/store/migrations.ts')
  const commit = ROLLING_FROM === 'tables' ? changed().toString().trim() : ROLLING_FROM
  execFileSync('tar', ['-x', '-C', root], { input: git('archive', commit) })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  await replaceNodes(t, root)
})

/** Those of the sources in `root` by those of these. */
async function replaceNodes(t: TestContext, root?: string): Promise<void> {
  const place = await newDatabase(t)
  const env = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    REDIS_URL: await sharedRedis(),
    REDIS_TIMEOUT_MS: '5000',
    STOP_GRACE_SECONDS: '1',
    KEY_REQUESTS_PER_MINUTE: '100000',
  }
  const nodes: ServiceProcess[] = []
  t.after(() => Promise.all(nodes.map((node) => killed(node))))
  for (let at = 0; at < NODES; at += 1) nodes.push(await startProcess(env, root))
  const holder = await holderOf(env, root)
  const { free, metered } = await pathsFor(nodes[0].baseUrl, holder)
  const bases = nodes.map(({ baseUrl }) => baseUrl)
  const callers = Array.from({ length: CALLERS }, () => new Caller(bases, [free, metered]))
  const running = Promise.all(callers.map((caller) => caller.run()))
  const answered = () => callers.reduce((sum, caller) => sum + caller.answered, 0)
  for (const [at, node] of nodes.entries()) {
    const enough = answered() + ANSWERS_BETWEEN
    while (answered() < enough) await delay(10)
    assert.equal(await stopped(node), 0)
    nodes[at] = await startProcess({ ...env, PORT: new URL(node.baseUrl).port })
  }
  const enough = answered() + ANSWERS_BETWEEN
  while (answered() < enough) await delay(10)
  for (const caller of callers) caller.isOver = true
  await running
  assert.deepEqual(
    callers.flatMap(({ failures }) => failures),
    [],
  )
  const charged = callers.reduce((sum, caller) => sum + caller.charged, 0)
  assert.equal(await usedBy(place, holder), charged)
  t.diagnostic(`${answered()} requests were answered, ${charged} of them charged.`)
}

test('from SIGTERM on a node is not ready, answers a while with Connection: close, and lets go of the idle', async (t) => {
  const place = await newDatabase(t)
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, STOP_GRACE_SECONDS: '2' }
  const node = await startProcess(env)
  t.after(() => killed(node))
  const { free } = await pathsFor(node.baseUrl, await newHolder(place))
  const before = new Agent({ keepAlive: true })
  assert.equal((await get(node.baseUrl + free, before)).headers.connection, 'keep-alive')
  const idle = connect(Number(new URL(node.baseUrl).port), '127.0.0.1')
  const closed = new Promise((done) => idle.once('close', done))
  idle.resume()
  await new Promise((done) => idle.once('connect', done))
  const ended = stopped(node)
  const none = new Agent({ keepAlive: false })
  let ready = await get(`${node.baseUrl}/health/ready`, none)
  while (ready.statusCode === 200) ready = await get(`${node.baseUrl}/health/ready`, none)
  assert.equal(ready.statusCode, 503)
  assert.equal(ready.headers['retry-after'], '1')
  // The connection that was there before, and a new one.
  for (const agent of [before, new Agent({ keepAlive: true })]) {
    const answer = await get(node.baseUrl + free, agent)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers.connection, 'close')
  }
  await closed
  assert.equal(await ended, 0)
})

/** Made by the same version as the nodes: another would change the tables before they are replaced. */
async function holderOf(env: Readonly<Record<string, string>>, root = '.') {
  const account = ['--email', 'rolling@example.com', '--product', 'au', '--plan', 'scale']
  const command = [resolve(root, 'src/main.ts'), 'account', 'create', ...account, '--json']
  const { stdout } = await run(process.execPath, command, { env: { ...inherited(), ...env } })
  const made: Record<'account_id' | 'api_key' | 'admin_key', string> = JSON.parse(stdout)
  return { accountId: made.account_id, apiKey: made.api_key, adminKey: made.admin_key }
}

/** Goes round the nodes; goes on to the next only when this one has not answered at all. */
class Caller {
  readonly failures: string[] = []
  answered = 0
  charged = 0
  isOver = false
  readonly #agent = new Agent({ keepAlive: true })
  readonly #bases: readonly string[]
  readonly #paths: readonly string[]
  #turn = 0

  constructor(bases: readonly string[], paths: readonly string[]) {
    this.#bases = bases
    this.#paths = paths
  }

  async run(): Promise<void> {
    for (let at = 0; !this.isOver; at += 1) await this.#ask(this.#paths[at % this.#paths.length])
    this.#agent.destroy()
  }

  async #ask(path: string): Promise<void> {
    for (let tries = 0; tries < this.#bases.length; tries += 1) {
      this.#turn += 1
      try {
        const answer = await get(this.#bases[this.#turn % this.#bases.length] + path, this.#agent)
        if (answer.statusCode !== 200) this.failures.push(`${answer.statusCode}`)
        this.answered += 1
        if (answer.headers['lookup-cost'] !== undefined) this.charged += 1
        return
      } catch (error) {
        if (isUnanswered(error)) continue
        this.failures.push(String(error))
        return
      }
    }
    this.failures.push('no node was there')
  }
}

/**
 * Refused, or reset by a node that closed its port at that moment: what HTTP clients ask again. The books show that
 * none of these was counted.
 */
function isUnanswered(error: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}
