// A real service on a free port with its own data folder, for tests that speak HTTP to it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createAccount } from '../../src/account/accounts.ts'
import type { Product } from '../../src/address/product.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { startService } from '../../src/run.ts'
import type { Service } from '../../src/service.ts'
import { readConfig } from '../../src/settings/config.ts'
import { copySample } from './sample.ts'
import { PATIENT_SETTINGS } from './servers/patience.ts'
import { copyTables } from './servers/tables.ts'

export interface TestService {
  readonly service: Service
  readonly baseUrl: string
  readonly dataDir: string
  /** All that the service logged, line by line. */
  readonly logged: readonly string[]
  /** A new account on the named plan, or on a trial. */
  account(product: Product, planName?: string): Promise<TestAccount>
  /** Asks with a key; `init` as for fetch. */
  ask(path: string, apiKey?: string, init?: RequestInit): Promise<Answer>
  [Symbol.asyncDispose](): Promise<void>
}

export interface TestAccount {
  readonly accountId: string
  readonly apiKey: string
  readonly adminKey: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by reading it.
  readonly json: any
}

export interface TestSettings {
  readonly databaseUrl?: string
  readonly clock?: Clock
  /** Entries of plans.json beside the usual ones. */
  readonly plans?: readonly Readonly<Record<string, unknown>>[]
  readonly settings?: Readonly<Record<string, string>>
}

let accounts = 0

export async function startTestService(wanted: TestSettings = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-'))
  await rm(dataDir, { recursive: true })
  await copySample(dataDir)
  if (wanted.databaseUrl === undefined) copyTables(dataDir)
  if (wanted.plans !== undefined) await writePlans(dataDir, wanted.plans)
  const logged: string[] = []
  const clock = wanted.clock ?? systemClock
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    ...PATIENT_SETTINGS,
    ...(wanted.databaseUrl && { DATABASE_URL: wanted.databaseUrl }),
    ...wanted.settings,
  })
  const log = makeLog(
    'debug',
    () => clock.now(),
    (line) => logged.push(line),
  )
  const { service, stop } = await startService({ config, clock, log }, () => {})
  const { baseUrl } = service.config
  return {
    service,
    baseUrl,
    dataDir,
    logged,
    account: (product, planName) => newAccount(service, product, planName),
    ask: (path, apiKey, init) => ask(baseUrl, path, apiKey, init),
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A service for all tests of a file; it ends with them. */
export async function testService(wanted: TestSettings = {}): Promise<TestService> {
  const running = await startTestService(wanted)
  after(() => running[Symbol.asyncDispose]())
  return running
}

async function writePlans(dataDir: string, plans: readonly unknown[]): Promise<void> {
  const { defaultPlans } = await import('../../src/account/plans/default-plans.ts')
  const all = [...JSON.parse(defaultPlans()).plans, ...plans]
  await writeFile(join(dataDir, 'plans.json'), JSON.stringify({ plans: all }))
}

async function newAccount(
  { store, plans, clock }: Service,
  product: Product,
  planName?: string,
): Promise<TestAccount> {
  accounts += 1
  const email = `holder-${process.pid}-${accounts}@example.com`
  const made = await createAccount(store, plans, { email, product, planName }, clock.now())
  if (made.kind !== 'created') throw new Error(`The account was not made: ${made.kind}`)
  return made
}

async function ask(
  baseUrl: string,
  path: string,
  apiKey?: string,
  init?: RequestInit,
): Promise<Answer> {
  const mark = path.includes('?') ? '&' : '?'
  const url = `${baseUrl}${path}${apiKey === undefined ? '' : `${mark}api-key=${apiKey}`}`
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  const { status, headers } = response
  return { status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}

/** As a caller does that is told to come back later: a slow machine may keep the store from answering in time. */
export async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

/** The same options as a JSON body of a POST. */
export function posting(body: unknown): RequestInit {
  return { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
}
