// The life of a request, in process: what is refused and where, what is counted, and what is written down.
// Covers: src/pipeline.ts, src/routes.ts, src/request/**

import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { addApiKey } from '../src/account/keys/account-keys.ts'
import { auditEntriesBefore } from '../src/account/operators/audit-entries.ts'
import { addOperator } from '../src/account/operators/operators.ts'
import { buildIndex, sourceOfRows } from '../src/engine/engine.ts'
import { StoreError } from '../src/store/store-error.ts'
import { figureOf, openInProcess } from './support/servers/in-process.ts'

const { service, ask, account, logged, dataDir } = await openInProcess(
  { after },
  { TRUST_PROXY: '10.0.0.9' },
  [{ name: 'one', product: 'uk', daily_lookup_limit_1: 1 }],
)

test('a bug is told to the log and not to the caller, a store that is away is 503, and nobody waits on', async () => {
  const { apiKey } = await account('uk', 'starter')
  const { json } = await ask(`/autocomplete/queens?api-key=${apiKey}`)
  const get = `${json.suggestions[0].url}?api-key=${apiKey}`
  const { meter } = service.answering
  const { charge } = meter
  meter.charge = () => Promise.reject(new Error('a secret of ours'))
  const bug = await ask(get)
  assert.deepEqual([bug.status, bug.json.code], [500, 'internal-error'])
  assert.equal(bug.json.detail, 'The service failed. Nothing was charged.')
  const [line] = logged.filter(({ event }) => event === 'request failed')
  assert.deepEqual([line?.level, line?.request_id], ['error', 'r1'])
  assert.match(JSON.stringify(line), /a secret of ours/)
  meter.charge = () => Promise.reject(new StoreError('The store has stopped.'))
  const away = await ask(get)
  assert.deepEqual([away.status, away.headers['retry-after']], [503, '1'])
  assert.match(bug.policy ?? '', /"plan"/, 'a refusal tells where the caller stands')
  assert.equal(service.metrics.inFlight, 0)
  meter.charge = charge
  const { last_errors: errors } = await service.answering.context.operations.health()
  assert.deepEqual(
    errors.map(({ text }) => text),
    ['store failed: The store has stopped.', 'request failed: a secret of ours'],
  )
})

test('a rehearsed refusal is a refusal to the caller and no failure in the figures', async () => {
  const { apiKey } = await account('uk')
  assert.equal((await ask(`/find/XX500X?api-key=${apiKey}`)).status, 500)
  const answered = (status: number) =>
    figureOf(service, `doorplate_requests_total{route="/find/{postcode}",status="${status}"}`)
  assert.deepEqual([answered(200), answered(500)], [1, Number.NaN])
})

test('a delivery of our own webhooks is refused, whoever sends it', async () => {
  const { adminKey } = await account('uk')
  const headers = { 'webhook-id': 'msg_1' }
  const refused = await ask(`/v2/subscription?api-key=${adminKey}`, { headers })
  assert.deepEqual([refused.status, refused.json.title], [400, 'webhook-id'])
  assert.equal((await ask('/health/live', { headers })).status, 200, 'a page does nothing')
})

test('whatever an operator changes, by any method and for whom, is in the log by name', async () => {
  const { accountId } = await account('uk')
  const key = await addOperator(service.store, 'Ada', 1)
  const asOperator = (method: string, path: string, body?: object) =>
    ask(`/operator${path}?api-key=${key}`, { method, body })
  const email = 'made@example.com'
  const created = await asOperator('POST', '/accounts', { email, product: 'uk' })
  assert.equal(created.status, 200)
  const one = `/accounts/${accountId}`
  assert.equal((await asOperator('PUT', `${one}/note`, { note: 'late' })).status, 200)
  const host = { url: 'shop.example.com' }
  const token = await asOperator('POST', `${one}/api/security/domain-token`, host)
  assert.equal(token.status, 200, JSON.stringify(token.json))
  const gone = await asOperator('DELETE', `${one}/api/security/domain-token/shop.example.com`)
  assert.ok(gone.status < 300, JSON.stringify(gone.json))
  await asOperator('GET', `${one}/api/v2/subscription`)
  const acts = await auditEntriesBefore(service.store.db, 99, undefined, 99)
  const from = '127.0.0.1'
  // Nobody's address is in the log: it could not be erased there.
  const masked = { call: 'POST /operator/accounts', from, email: 'm…@example.com', product: 'uk' }
  const made = JSON.stringify(masked)
  assert.deepEqual(
    acts.reverse().map((act) => [act.operator, act.accountId, JSON.parse(act.details).call]),
    [
      ['Ada', created.json.account_id, 'POST /operator/accounts'],
      ['Ada', accountId, `PUT /operator${one}/note`],
      ['Ada', accountId, `POST /operator${one}/api/security/domain-token`],
      ['Ada', accountId, `DELETE /operator${one}/api/security/domain-token/shop.example.com`],
    ],
  )
  assert.equal(acts[0]?.details, made)
})

test('an operator’s paths and pages are there from private networks only, and metrics not by a proxy', async () => {
  const key = await addOperator(service.store, 'Ben', 1)
  const path = `/operator/health?api-key=${key}`
  const { accountId } = await account('uk')
  const inItsName = `/operator/accounts/${accountId}/api/v4/usage?api-key=${key}`
  const from = async (remoteAddress: string, headers: Record<string, string> = {}) => [
    (await ask(path, { remoteAddress, headers })).status,
    (await ask('/metrics', { remoteAddress, headers })).status,
    (await ask('/operator', { remoteAddress, headers })).status,
    (await ask(inItsName, { remoteAddress, headers })).status,
  ]
  assert.deepEqual(await from('127.0.0.1'), [200, 200, 200, 200])
  assert.deepEqual(await from('10.0.0.9'), [200, 200, 200, 200])
  assert.deepEqual(await from('192.0.2.1'), [404, 404, 404, 404])
  const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
  for (const name of FORWARDED) {
    assert.deepEqual(await from('127.0.0.1', { [name]: '10.0.0.1' }), [404, 404, 404, 404], name)
  }
  // One that is known says for whom it asks.
  const by = (visitor: string) => from('10.0.0.9', { 'x-forwarded-for': visitor })
  assert.deepEqual(await by('10.0.0.1'), [200, 404, 200, 200])
  assert.deepEqual(await by('192.0.2.1'), [404, 404, 404, 404])
})

test('a path that is not there by this method says which are, and by which others', async () => {
  const refused = await ask('/find/SW1A1AA', { method: 'DELETE' })
  assert.equal(refused.status, 405)
  assert.equal(refused.headers.allow, 'GET, OPTIONS')
  const preflight = await ask('/find/SW1A1AA', { method: 'OPTIONS' })
  assert.deepEqual([preflight.status, preflight.headers.allow], [204, 'GET, OPTIONS'])
})

test('messages of UK look-ups are those that older clients compare, all others are sentences', async () => {
  const [uk, au] = [await account('uk'), await account('au')]
  const message = async (target: string) => {
    const { json } = await ask(target)
    return json.Message === json.detail ? 'sentence' : json.Message
  }
  assert.equal(await message('/get/none'), 'Unauthorized')
  assert.equal(await message(`/get/none?api-key=${uk.apiKey}`), 'Not Found')
  assert.equal(await message(`/get/none?api-key=${au.apiKey}`), 'sentence')
  assert.equal(await message(`/v2/subscription?api-key=${uk.apiKey}`), 'sentence')
  assert.equal(await message('/nothing/here'), 'sentence')
})

test('no page is below a session or an account, and a look-up waits for its delay', async () => {
  for (const path of ['/health/live', '/docs', '/metrics', '/console']) {
    assert.equal((await ask(`/console/session/api${path}`)).status, 404, path)
    assert.equal((await ask(`/operator/accounts/acc_1/api${path}`)).status, 404, path)
  }
  const { apiKey } = await account('uk')
  const { json } = await ask(`/autocomplete/queens?api-key=${apiKey}`)
  const { meter } = service.answering
  const { charge } = meter
  meter.charge = async () => ({ stage: 'penalty', penaltyMs: 60 })
  const slow = ask(`${json.suggestions[0].url}?api-key=${apiKey}`)
  assert.equal(await Promise.race([slow.then(() => 'answered'), delay(20, 'waits')]), 'waits')
  assert.equal((await slow).headers['lookup-cost'], '1')
  meter.charge = charge
})

test('a test key looks up when the day is used up, and a store that fails is counted and logged', async () => {
  const { accountId, apiKey } = await account('uk', 'one')
  const made = await addApiKey(service.store, accountId, { name: 'try', isTest: true }, 1)
  assert(made.kind === 'made')
  const { json } = await ask(`/autocomplete/queens?api-key=${apiKey}`)
  const get = async (key: string) => (await ask(`${json.suggestions[0].url}?api-key=${key}`)).status
  const { store } = service
  const { procedure } = store
  store.procedure = () => {
    store.procedure = procedure
    return Promise.reject(new StoreError('away for a moment'))
  }
  assert.equal(await get(apiKey), 200)
  assert.equal(figureOf(service, 'doorplate_store_faults_total'), 1)
  assert.ok(logged.some((line) => /away for a moment/.test(JSON.stringify(line))))
  assert.deepEqual([await get(apiKey), await get(made.key)], [429, 200])
})

test('of several matches each is charged: the answer waits for the longest delay, and says who was refused', async () => {
  const { apiKey } = await account('uk')
  const { json } = await ask(`/autocomplete/queens?top=2&api-key=${apiKey}`)
  const addresses = json.suggestions.map(({ address }: { address: string }) => address)
  const match = () => ask(`/match?api-key=${apiKey}`, { method: 'POST', body: { addresses } })
  const { meter } = service.answering
  const { charge } = meter
  const chargedAs = (...outcomes: (number | Error)[]) => {
    let asked = 0
    meter.charge = async () => {
      const outcome = outcomes[asked++]
      if (outcome instanceof Error) throw outcome
      return { stage: 'plain', penaltyMs: outcome ?? 0 }
    }
  }
  chargedAs(0, 60)
  const slow = match()
  assert.equal(await Promise.race([slow.then(() => 'answered'), delay(20, 'waits')]), 'waits')
  assert.equal((await slow).headers['lookup-cost'], '2')
  chargedAs(0, new StoreError('away'))
  const half = await match()
  assert.equal(half.headers['lookup-cost'], '1')
  assert.deepEqual(
    half.json.matches.map(({ verdict }: { verdict: string }) => verdict === 'refused'),
    [false, true],
  )
  chargedAs(new StoreError('away'), new StoreError('away'))
  const none = await match()
  assert.deepEqual([none.status, none.headers['lookup-cost']], [503, undefined])
  meter.charge = charge
})

test('a test key is answered from the sample, and nobody is given what was kept for the other', async () => {
  const { accountId, apiKey } = await account('au')
  const made = await addApiKey(service.store, accountId, { name: 'try', isTest: true }, 1)
  assert(made.kind === 'made')
  const directory = join(dataDir, 'releases')
  await cp(directory, join(dataDir, 'sample'), { recursive: true })
  const rows = ['1', '2'].map((numberFirst) => ({
    addressDetailPid: `GAVIC${numberFirst}`,
    ...{ numberFirst, streetName: 'ZEBRA', streetType: 'STREET' },
    ...{ localityName: 'TOWN', state: 'VIC', postcode: '3999' },
  }))
  const source = sourceOfRows('au', rows)
  const { release } = await buildIndex(source, { directory, now: Date.parse('2020-01-01') })
  await service.answering.context.operations.useRelease(release, false)
  const found = async (term: string, key: string) => {
    const { json, headers } = await ask(`/autocomplete/${term}?api-key=${key}`)
    return [json.suggestions.length > 0, headers['test-key']]
  }
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(await found('zebra', apiKey), [true, undefined])
    assert.deepEqual(await found('zebra', made.key), [false, '1'])
    assert.deepEqual(await found('king', made.key), [true, '1'])
    assert.deepEqual(await found('king', apiKey), [false, undefined])
  }
})

test('what follows a wait is done in turns: many bodies of one account keep nobody else waiting', async () => {
  const [many, one] = [await account('uk', 'scale'), await account('uk', 'scale')]
  const answered: string[] = []
  const post = async ({ apiKey }: typeof one) => {
    const path = `/nearest/51.519/-0.059?api-key=${apiKey}`
    assert.equal((await ask(path, { method: 'POST', body: { term: '4', top: 20 } })).status, 200)
    answered.push(apiKey)
    inFlight = Math.max(inFlight, service.metrics.inFlight)
  }
  let inFlight = 0
  for (const each of [many, one]) await post(each)
  const costly = Array.from({ length: 30 }, () => post(many))
  await Promise.all([...costly, post(one)])
  const before = answered.slice(2).indexOf(one.apiKey)
  assert.ok(before < 10, `${before} of ${costly.length} were answered before it`)
  assert.ok(inFlight < 10, `${inFlight} were in flight, for which others would be refused`)
  assert.equal(service.metrics.inFlight, 0)
})
