// Many made-up requests through the real pipeline of a real service: each answer judged, each request repeatable.

import { setTimeout as delay } from 'node:timers/promises'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { readUsage } from '../../src/account/usage.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Body, Reply, Request } from '../../src/http/message.ts'
import { BODY_BYTES_MAX } from '../../src/http/server.ts'
import { parseTarget } from '../../src/http/target.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { makePipeline } from '../../src/pipeline.ts'
import { ENDPOINTS, endpointFor } from '../../src/routes.ts'
import { tokenFor } from '../support/credential-kinds.ts'
import { startTestService, type TestAccount, type TestService } from '../support/running.ts'
import { type FuzzRequest, makeRequest, type World } from './grammar.ts'
import { faultsOf } from './oracle.ts'

const TOKEN_HOST = 'shop.example.com'
const UNLIMITED = 900_000_000
const AT_ONCE = 64
/** Longer than any answer takes, on a machine that is busy with other things too. */
const HUNG_MS = 20_000
const FAILURES_SHOWN = 20
const TRIES_WHEN_AWAY = 10
/** How many of the ids that were answered last are asked for again. */
const LEARNED = 32

export const FUZZ_SETTINGS = {
  plans: (['au', 'uk'] as const).map((product) => ({
    name: 'fuzz',
    product,
    daily_lookup_limit_1: UNLIMITED,
    requests_per_5_minutes: UNLIMITED,
  })),
  settings: {
    KEY_REQUESTS_PER_MINUTE: String(UNLIMITED),
    TOKEN_VISITOR_PER_MINUTE: String(UNLIMITED),
    TOKEN_REQUESTS_PER_MINUTE: String(UNLIMITED),
  },
}

interface Campaign {
  readonly requests: number
  readonly seed: number
  readonly databaseUrl?: string
  readonly tell?: (line: string) => void
}

export interface Outcome {
  /** Each with the number of its request, the request, and what was wrong. */
  readonly failures: readonly string[]
  /** How often each status was answered, by `METHOD path`. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly charged: number
  readonly counted: number
  readonly slowest: { readonly ms: number; readonly request: string }
}

export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  const { databaseUrl } = campaign
  await using running = await startTestService({
    ...FUZZ_SETTINGS,
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
  return await new Run(running, campaign, await furnish(running)).all()
}

interface Furnished {
  readonly world: World
  /** The ids among the words; the last of them change. */
  readonly ids: string[]
  readonly accounts: readonly TestAccount[]
}

class Run {
  readonly #running: TestService
  readonly #campaign: Campaign
  readonly #furnished: Furnished
  readonly #answer: ReturnType<typeof makePipeline>
  readonly #secrets: readonly string[]
  readonly #products: ReadonlyMap<string, 'au' | 'uk'>
  readonly #failures: string[] = []
  readonly #statuses = new Map<string, Map<number, number>>()
  #charged = 0
  #slowest = { ms: 0, request: '' }
  #next = 0
  #learned = 0

  constructor(running: TestService, campaign: Campaign, furnished: Furnished) {
    this.#running = running
    this.#campaign = campaign
    this.#furnished = furnished
    this.#answer = makePipeline(running.service)
    const { accounts } = furnished
    this.#secrets = [
      ...accounts.flatMap(({ apiKey, adminKey }) => [apiKey, adminKey]),
      running.dataDir,
    ]
    this.#products = new Map(
      accounts.flatMap(({ apiKey, adminKey }, at) => {
        const product = at % 2 === 0 ? 'au' : 'uk'
        return [[apiKey, product] as const, [adminKey, product] as const]
      }),
    )
  }

  async all(): Promise<Outcome> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()))
    const counted = await this.#counted()
    return {
      failures: this.#failures,
      statuses: this.#statuses,
      charged: this.#charged,
      counted,
      slowest: this.#slowest,
    }
  }

  async #counted(): Promise<number> {
    const { service } = this.#running
    // What was refused because its outcome was unknown is given back first.
    await service.answering.meter.close()
    let counted = 0
    for (const { accountId } of this.#furnished.accounts) {
      // A run over midnight has look-ups on two days.
      for (const at of [0, 86_400_000]) {
        const day = utcDay(service.clock.now() - at)
        counted += (await readUsage(service.store, accountId, day)).lookups
      }
    }
    return counted
  }

  async #work(): Promise<void> {
    const { requests, seed, tell } = this.#campaign
    while (this.#next < requests && this.#failures.length < FAILURES_SHOWN) {
      const at = this.#next
      this.#next += 1
      if (at > 0 && at % 100_000 === 0) tell?.(`${at} requests, ${this.#failures.length} failures`)
      // Not one after the other: the pipeline answers much at once, and timers must have their turn.
      if (at % 64 === 0) await new Promise((done) => setImmediate(done))
      await this.#one(at, makeRequest(this.#furnished.world, randomOf(seed, at)))
    }
  }

  async #one(at: number, asked: FuzzRequest): Promise<void> {
    const request = asRequest(asked, at)
    if (request === undefined) return
    const shown = `request ${at} of seed ${this.#campaign.seed}: ${printed(asked, this.#secrets)}`
    const from = performance.now()
    const reply = await this.#answered(request)
    const ms = performance.now() - from
    if (ms > this.#slowest.ms) this.#slowest = { ms, request: shown }
    if (reply === undefined) {
      this.#failures.push(`${shown}\n  no answer within ${HUNG_MS} ms`)
      return
    }
    const endpoint = this.#endpointOf(request)
    this.#count(`${asked.method} ${endpoint?.path ?? 'elsewhere'}`, reply.status)
    this.#charged += Number(reply.headers['lookup-cost'] ?? 0)
    if (endpoint?.scope === 'account' && asked.method === 'POST') this.#learn(reply)
    const faults = faultsOf({ reply, endpoint, secrets: this.#secrets })
    if (faults.length === 0) return
    const body = reply.body.toString().slice(0, 300)
    const logged = this.#running.logged.filter((line) => line.includes(`"${request.id}"`))
    const said = [faults.join('; '), `${reply.status} ${body}`, ...logged]
    this.#failures.push([shown, ...said].join('\n  '))
  }

  /** A disk that stands still for seconds makes a 503 right; it must pass. */
  async #answered(request: Request): Promise<Reply | undefined> {
    for (let tries = 1; ; tries += 1) {
      const reply = await notHanging(this.#answer(request))
      if (reply?.status !== 503 || tries === TRIES_WHEN_AWAY) return reply
      await delay(1000)
    }
  }

  /** What was made a moment ago is looked at, changed and removed. */
  #learn({ body }: Reply): void {
    const [, id] = /"id":"?([\w.-]+)/.exec(body.toString()) ?? []
    if (id === undefined) return
    const { ids } = this.#furnished
    ids[ids.length - 1 - (this.#learned % LEARNED)] = id
    this.#learned += 1
  }

  #count(name: string, status: number): void {
    const counts = this.#statuses.get(name) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    this.#statuses.set(name, counts)
  }

  #endpointOf({ path, query, method }: Request): Endpoint | undefined {
    const route = this.#running.service.answering.router.find(path)?.target
    if (route === undefined || route.page !== undefined) return undefined
    const [key = ''] = query.get('api-key') ?? []
    try {
      return method === 'OPTIONS' ? undefined : endpointFor(route, method, this.#products.get(key))
    } catch {
      return undefined
    }
  }
}

// Each request has a generator of its own, so that one can be made again without all before it.
function randomOf(seed: number, at: number): SeededRandom {
  return new SeededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca77))
}

function asRequest(
  { method, target, headers, body }: FuzzRequest,
  at: number,
): Request | undefined {
  const parsed = parseTarget(target)
  if (parsed === undefined) return undefined
  const { path, query } = parsed
  const readBody = async () => bodyOf(headers['content-encoding'], body ?? '')
  return { id: `fuzz-${at}`, method, path, query, headers, remoteAddress: '192.0.2.1', readBody }
}

function bodyOf(encoding: string | undefined, text: string): Body {
  if (encoding !== undefined && encoding !== 'identity') return { kind: 'encoded', encoding }
  if (Buffer.byteLength(text) > BODY_BYTES_MAX) return { kind: 'too-large' }
  return { kind: 'text', text }
}

function printed(
  { method, target, headers, body }: FuzzRequest,
  secrets: readonly string[],
): string {
  const text = `${method} ${target} ${JSON.stringify(headers)} ${body?.slice(0, 2000) ?? ''}`
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, 'KEY'), text)
}

async function notHanging(reply: Reply | Promise<Reply>): Promise<Reply | undefined> {
  if (!(reply instanceof Promise)) return reply
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, HUNG_MS, undefined)
  })
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Accounts of both products, every second one of each, and words that find something. */
async function furnish(running: TestService): Promise<Furnished> {
  const accounts: TestAccount[] = []
  for (let at = 0; at < 6; at += 1) {
    accounts.push(await running.account(at % 2 === 0 ? 'au' : 'uk', 'fuzz'))
  }
  const [au, uk, ownAu, ownUk, spareAu, spareUk] = accounts
  const lookUp = [au, uk, ownAu, ownUk]
  const tokens = await Promise.all([au, uk].map((one) => tokenFor(running, one, TOKEN_HOST)))
  const words = await wordsOf(running, [au.apiKey, uk.apiKey])
  const pages = ['/', '/docs', '/docs/errors', '/console', '/openapi.json', '/health/ready']
  const world: World = {
    // Look-ups have the most to go wrong and cost the least time; what is written waits for the disk.
    endpoints: ENDPOINTS.flatMap((one) =>
      Array<typeof one>(one.scope === 'account' ? 1 : 8).fill(one),
    ),
    pages: [...pages, '/invoices/{number}/pdf', '/try/map', '/nothing', '/favicon.ico'],
    words,
    tokenHost: TOKEN_HOST,
    keys: {
      api: lookUp.map(({ apiKey }) => apiKey),
      // Two of the accounts stay without private addresses, so that their answers are kept ones.
      admin: [ownAu, ownUk].map(({ adminKey }) => adminKey),
      token: tokens,
      spareApi: [spareAu, spareUk].map(({ apiKey }) => apiKey),
      spareAdmin: [spareAu, spareUk].map(({ adminKey }) => adminKey),
    },
  }
  return { world, ids: words.id, accounts }
}

async function wordsOf(running: TestService, apiKeys: readonly string[]) {
  const terms = ['s', '1', '12 high st', 'flat 2', '3/12', 'unit 4', 'lot 7', 'st', 'road', 'x']
  const ids: string[] = []
  const lines: string[] = []
  for (const key of apiKeys) {
    for (const path of [...'abcdefghijklmnop1234'].flatMap((c) => [
      `/autocomplete/${c}`,
      `/location/${c}`,
    ])) {
      const { json } = await running.ask(path, key)
      for (const { id, address, location } of json.suggestions) {
        ids.push(id)
        lines.push(address ?? location)
      }
    }
  }
  const { data } = running.service
  const typed = (['au', 'uk'] as const).flatMap((product) => data.typedExamples(product))
  const postcodes = lines.flatMap(
    (line) => line.match(/[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}|\b\d{4}$/g) ?? [],
  )
  return {
    term: [...terms, ...typed, ...lines.slice(0, 200).map((line) => line.toLowerCase())],
    address: [...lines, ...typed],
    id: [...ids, ...Array<string>(ids.length >> 3).fill('1'), ...Array<string>(LEARNED).fill('2')],
    from: [...ids, ...postcodes],
    to: [...ids, ...postcodes],
    // Few, so that what was added at one of them is found again.
    postcode: [...postcodes.slice(0, 3), ...postcodes.slice(-3), '3000', 'SW1A 1AA'],
    house: ['1', '2', 'flat 1'],
    number: ['1', '1000', '000001'],
    state: ['VIC', 'nsw'],
    host: ['shop.example.com', 'www.example.invalid', 'shop.example.invalid'],
    // None of these can be reached, whoever would try.
    url: ['https://www.example.invalid/x', 'shop.example.invalid', 'http://a.example.invalid:8080'],
    kind: ['first-limit-reached', 'second-limit-reached', 'track', 'expired'],
    template: ['{postcode}', '{formatted_address}', 'x', '{postcode, ,}'],
    search: ['postcode', 'locality', 'locality_name', 'state', 'county'],
    year: ['2024', '2025', '2026'],
    from_year: ['2026'],
    to_year: ['2026'],
    from_month: ['1', '02'],
    to_month: ['3', '11'],
    plan_name: ['fuzz', 'trial', 'scale', 'nothing'],
    'email-address': Array.from({ length: 30 }, (_, at) => `cc-${at}@example.com`),
    'new-email-address': Array.from({ length: 10 }, (_, at) => `new-${at}@example.com`),
  }
}
