// A service answers as one that has just started, whoever asked what before.
// Covers: src/endpoints/answer-cache.ts, src/endpoints/read-input.ts, src/endpoints/look-ups/look-up.ts
// Covers: src/access/credentials.ts, src/access/allowance.ts, src/private-addresses/private-searches.ts
// Covers: src/rate-limits/rate-limits.ts, src/web/docs/docs-page.ts, src/web/files.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import type { Product } from '../../src/address/product.ts'
import { parseTarget } from '../../src/http/target.ts'
import { makePipeline } from '../../src/pipeline.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { openService } from '../../src/service.ts'
import { FUZZ_SETTINGS } from '../fuzz/campaign.ts'
import { type FuzzRequest, makeRequest, type World } from '../fuzz/grammar.ts'
import { openInProcess } from '../support/servers/in-process.ts'

const REQUESTS = 500
const AT_ONCE = 16
const SEED = Number(process.env.WARM_SEED ?? 1)
/** So many services start only to answer one page and one look-up. */
const NEW_SERVICES = 3
const TOKEN_HOST = 'shop.example.com'

const { service, account, ask, clock } = await openInProcess(
  { after },
  FUZZ_SETTINGS.settings,
  FUZZ_SETTINGS.plans,
)

type Holder = Awaited<ReturnType<typeof account>>

/** Each list says something else at the same place, so that one account's answer is wrong for another. */
async function addPrivate({ adminKey }: Holder, product: Product, street: string): Promise<void> {
  const place =
    product === 'au'
      ? { town_or_city: 'Newtown', postcode: '2042' }
      : { town_or_city: 'Stockport', postcode: 'SK1 1AA' }
  for (const number of [1, 12]) {
    const body = { line_1: `${number} ${street}`, ...place, residential: true }
    const added = await ask(`/v2/private-address?api-key=${adminKey}`, { method: 'POST', body })
    assert.equal(added.status, 200, JSON.stringify(added.json))
  }
}

async function keysOf(product: Product): Promise<World['keys']> {
  const [plain, one, other] = [
    await account(product, 'fuzz'),
    await account(product, 'fuzz'),
    await account(product, 'fuzz'),
  ]
  await addPrivate(one, product, 'High Street')
  await addPrivate(other, product, 'Highfield Road')
  const host = { host: TOKEN_HOST }
  const saved = await saveDomainToken(service.store, one.accountId, host, clock.now())
  assert.equal(saved.kind, 'saved')
  const made = await ask(`/security/api-keys?api-key=${plain.adminKey}`, {
    method: 'POST',
    body: { name: 'trial', test: true },
  })
  const api = [plain, one, other].map(({ apiKey }) => apiKey)
  return {
    api: [...api, made.json.key],
    admin: [one.adminKey],
    token: [saved.kind === 'saved' ? saved.token.value : ''],
    spareApi: [],
    spareAdmin: [],
  }
}

async function worldOf(product: Product): Promise<World> {
  const keys = await keysOf(product)
  const [key = ''] = keys.api
  const found = await Promise.all(
    [...'abcdefgh12'].map((letter) => ask(`/autocomplete/${letter}?top=20&api-key=${key}`)),
  )
  const all: { id: string; address: string }[] = found.flatMap(({ json }) => json.suggestions)
  const lines = all.map(({ address }) => address)
  const ids = all.map(({ id }) => id)
  const beginnings = lines.slice(0, 6).map((line) => line.slice(0, 6))
  return {
    // Nothing that is written: both services have the same store.
    endpoints: ENDPOINTS.filter(
      (one) =>
        ['address', 'lookup', 'batch'].includes(one.scope) &&
        one.methods.includes('GET') &&
        (one.product === undefined || one.product === product),
    ),
    pages: ['/nothing'],
    tokenHost: TOKEN_HOST,
    keys,
    // Few, so that the same is asked again with other options and by another account.
    words: {
      term: ['1 high', '12 high', '12 high st', 'h', '1', ...beginnings],
      address: [...lines.slice(0, 10), '12 High Street, Newtown 2042'],
      id: ids.slice(0, 20),
      from: ids.slice(0, 4),
      to: ids.slice(0, 4),
      postcode: ['2042', 'SK1 1AA', 'SK11AA', '3000'],
      house: ['1', '12', 'flat 1'],
      state: ['VIC', 'nsw'],
      template: ['{postcode}', '{formatted_address}', '{postcode, ,}'],
      search: ['postcode', 'locality', 'state', 'county'],
      top: ['1', '6', '20'],
      latitude: ['-33.9', '53.4'],
      longitude: ['151.18', '-2.15'],
    },
  }
}

/** In pairs that differ in one value of the query, which may be the key. */
function requestsIn(world: World, random: SeededRandom, count: number): FuzzRequest[] {
  const requests: FuzzRequest[] = []
  const others: FuzzRequest[] = []
  const given = new Map<string, string[]>([['api-key', [...world.keys.api]]])
  while (requests.length < count / 2) {
    const request = makeRequest(world, random)
    if (request.method !== 'GET') continue
    const [path = '', query = ''] = request.target.split('?', 2)
    const pairs = query.split('&').map((pair) => pair.split('=', 2) as [string, string])
    for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value])
    const [changed] = random.pick(pairs)
    const other = pairs.map(([name, value]) =>
      name === changed ? `${name}=${random.pick(given.get(name) ?? [])}` : `${name}=${value}`,
    )
    requests.push(request)
    others.push({ ...request, target: `${path}?${other.join('&')}` })
  }
  // Not side by side, where both would be asked before either is answered.
  return [...requests, ...others]
}

/** What the lists of two accounts answer each in their own way and the release in a third, with options that differ. */
function byEveryKey({ keys }: World): FuzzRequest[] {
  return ['1%20high', '12%20high', '12%20high?top=1', '12%20high?top=2'].flatMap((term) =>
    keys.api.map((key) => {
      const target = `/autocomplete/${term}${term.includes('?') ? '&' : '?'}api-key=${key}`
      return { method: 'GET', target, headers: {}, body: undefined }
    }),
  )
}

/** Each page as it is and compressed, twice. */
function pageRequests(): FuzzRequest[] {
  const targets = ['/', '/docs', '/docs?product=au', '/docs?product=uk', '/openapi.json']
  return [...targets, ...targets].flatMap((target) =>
    [{}, { 'accept-encoding': 'gzip' }].map((headers) => ({
      ...{ method: 'GET', target, body: undefined },
      headers,
    })),
  )
}

/** A service on the same store and the same data, which has answered nothing yet. */
async function newAnswers(requests: readonly FuzzRequest[]): Promise<string[]> {
  const own = await openService({ config: service.config, clock, log: service.log })
  try {
    await own.data.ensure(() => {})
    return await answersOf(makePipeline(own), requests)
  } finally {
    await own.close()
  }
}

async function answersOf(
  answer: ReturnType<typeof makePipeline>,
  requests: readonly FuzzRequest[],
): Promise<string[]> {
  const answers: string[] = []
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const some = requests.slice(at, at + AT_ONCE).map(async ({ target, headers }) => {
      const { path, query } = parseTarget(target) ?? { path: '', query: new Map() }
      const readBody = async () => ({ kind: 'text', text: '' }) as const
      const asked = { id: 'r1', method: 'GET', remoteAddress: '127.0.0.1', readBody }
      const reply = await answer({ ...asked, path, query, headers })
      const { policy } = reply.standing ?? {}
      return JSON.stringify([reply.status, reply.headers, policy, String(reply.body)])
    })
    answers.push(...(await Promise.all(some)))
  }
  return answers
}

test('an answer does not depend on the requests before it, whoever made them', async () => {
  const random = new SeededRandom(SEED)
  const worlds = [await worldOf('au'), await worldOf('uk')]
  const requests = worlds.flatMap((world) => requestsIn(world, random, REQUESTS / 2))
  for (const request of [...pageRequests(), ...worlds.flatMap(byEveryKey)]) {
    requests.splice(random.below(REQUESTS), 0, request)
  }
  const forwards = await answersOf(makePipeline(service), requests)
  const backwards = (await newAnswers(requests.toReversed())).reverse()
  const differ = requests.flatMap(({ target }, at) =>
    forwards[at] === backwards[at] ? [] : [[target, forwards[at], backwards[at]]],
  )
  assert.deepEqual(differ, [])
  const pages = requests.flatMap(({ headers }, at) => ('accept-encoding' in headers ? [at] : []))
  for (let nth = 0; nth < NEW_SERVICES; nth += 1) {
    const some = [pages[nth], random.below(REQUESTS)]
    const answers = await newAnswers(some.map((at) => requests[at]))
    assert.deepEqual(
      answers,
      some.map((at) => forwards[at]),
    )
  }
  const answered = forwards.filter((each) => each.startsWith('[200'))
  assert.ok(new Set(answered).size > REQUESTS / 10, `${new Set(answered).size} answers`)
})
