// What a caller seldom meets: refusals with their status, field and sentence, and answers to odd questions.
// Covers: src/endpoints/**

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { sha256 } from '../../src/account/keys/credential.ts'
import { addOperator } from '../../src/account/operators/operators.ts'
import type { Batch } from '../../src/batches/batch.ts'
import { batchJson, unlessBusy, uploadRefusal } from '../../src/endpoints/batch/batch-json.ts'
import { locationSuggestion, suggestion } from '../../src/endpoints/look-ups/look-up.ts'
import { PROBLEMS, Problem } from '../../src/http/problem.ts'
import type { TestAccount } from '../support/running.ts'
import { openInProcess } from '../support/servers/in-process.ts'

const { service, ask, account, clock, dataDir } = await openInProcess({ after })
const { db } = service.store

async function refused(who: string, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ')
  const mark = path.includes('?') ? '&' : '?'
  const { status, headers, json } = await ask(`${path}${mark}api-key=${who}`, { method, body })
  return [status, json.title, json.detail, headers['retry-after']]
}

/** Of an account on a plan of its own. */
function of(product: 'au' | 'uk' = 'uk'): Promise<TestAccount> {
  return account(product, 'standard')
}

test('the 51st change of plan within a day is refused until the first of them is a day old', async () => {
  const { accountId, adminKey } = await of()
  for (let seq = 1; seq <= 50; seq += 1) {
    await sql`
      insert into plan_change (account_id, seq, changed_at, from_plan, to_plan)
      values (${accountId}, ${seq}, ${clock.now() - 1500 + seq}, 'standard', 'starter')`.execute(db)
  }
  assert.deepEqual(
    await refused(adminKey, 'PUT /subscription/change-plan', { plan_name: 'scale' }),
    [429, 'rate limit', 'The plan can be changed 50 times a day.', '86399'],
  )
})

test('an account without a subscription is told so by every call about subscriptions', async () => {
  const { accountId, adminKey, apiKey } = await of()
  await sql`delete from subscription where account_id = ${accountId}`.execute(db)
  const none = [404, 'not found', 'This account has no subscription.', undefined]
  for (const [call, body] of [
    ['GET /v2/subscription'],
    ['PUT /subscription', { name: 'x' }],
    ['PUT /subscription/unsubscribe'],
    ['PUT /subscription/change-plan', { plan_name: 'scale' }],
  ] as const) {
    assert.deepEqual(await refused(adminKey, call, body), none, call)
  }
  const bare = [403, 'forbidden', 'This key has no subscription.', undefined]
  for (const call of ['GET /autocomplete/high', 'POST /batch', 'GET /find/XX200X']) {
    assert.deepEqual(await refused(apiKey, call), bare, call)
  }
})

test('who is on a plan that is not set up is told so by whatever would cost, and nothing is charged', async () => {
  const { accountId, apiKey, adminKey } = await of()
  await sql`update subscription set plan_name = 'gone' where account_id = ${accountId}`.execute(db)
  const sentence = 'The plan "gone" is not configured.'
  for (const call of ['GET /find/ST12AA', 'GET /get/AVijJ0LZDuQ', 'GET /find/NOTHING']) {
    assert.deepEqual(await refused(apiKey, call), [503, 'service unavailable', sentence, '1'], call)
  }
  assert.equal((await ask(`/autocomplete/high?api-key=${apiKey}`)).status, 200)
  const { json } = await ask(`/v3/usage?api-key=${adminKey}`)
  assert.deepEqual([json.usage_today, json.daily_limit], [0, 0])
})

test('a signed link to a missing invoice is a 404, and a changed link is a 403', async () => {
  const { invoiceUrl } = service.answering.context
  const { pathname, search } = new URL(invoiceUrl('4711'))
  assert.equal((await ask(pathname + search)).status, 404)
  assert.equal((await ask(pathname.replace('4711', '4712') + search)).status, 403)
})

test('the 101st domain token and the 10,001st private address are refused by the name of their field', async () => {
  const { accountId, adminKey } = await of()
  for (let at = 0; at < 100; at += 1) {
    await sql`
      insert into credential (id, account_id, kind, sha256, masked, domain, created_at, token_value)
      values (${`${accountId}${at}`}, ${accountId}, 'token', ${`${accountId}${at}`}, '',
        ${`s${at}.example.com`}, 1, 'x')`.execute(db)
  }
  assert.deepEqual(
    await refused(adminKey, 'POST /security/domain-token', { url: 'shop.example.com' }),
    [400, 'url', 'An account can have at most 100 domain tokens. Delete one first.', undefined],
  )
  await sql`
    insert into private_address_list (account_id, version, addresses, last_number)
    values (${accountId}, 1, 10000, 10000)`.execute(db)
  const address = { postcode: 'SW1A 1AA', line_1: '1 The Mall', residential: true }
  assert.deepEqual(await refused(adminKey, 'POST /v2/private-address', address), [
    400,
    'private-address',
    'An account can have at most 10,000 private addresses.',
    undefined,
  ])
  const csv = 'postcode,line_1,residential\nSW1A 1AA,1 The Mall,true'
  const [status, title, detail] = await refused(adminKey, 'POST /v2/private-address/import', {
    csv,
  })
  assert.deepEqual([status, title], [400, 'csv'])
  assert.match(detail, /10,000.*Nothing was added/)
})

test('an endpoint that was switched off says since when, and nothing is sent to it again', async () => {
  const { accountId, adminKey } = await of()
  const path = '/webhook/expired'
  const url = 'https://hooks.example.com/a'
  await ask(`${path}?api-key=${adminKey}`, { method: 'POST', body: { url } })
  await sql`
    update webhook_endpoint set switched_off_at = ${clock.now()}
    where account_id = ${accountId}`.execute(db)
  const { json } = await ask(`${path}/1?api-key=${adminKey}`)
  assert.deepEqual(json, { id: '1', url, switched_off_at: '3/14/2026 12:00:00 PM' })
  assert.deepEqual(
    await refused(adminKey, `POST ${path}/1/deliveries/msg_0000000000000000_1/replay`),
    [400, 'id', 'The endpoint is disabled. Register its URL again.', undefined],
  )
  const sample = await ask(`${path}/test?api-key=${adminKey}`, { method: 'POST' })
  assert.equal(sample.json.message, 'A sample event was queued for 0 endpoints.')
})

test('a domain token with a limit of nothing has the limit of the deployment, and works', async () => {
  const { adminKey } = await of()
  const path = `/security/domain-token`
  for (const [sent, limit, minutes] of [
    [{}, 60, 1],
    [{ limit: 0, limit_minutes: 0 }, 60, 1],
    [{ limit: 0, limit_minutes: 5 }, 300, 5],
    [{ limit: 7, limit_minutes: 5 }, 7, 5],
    [{ limit: null, limit_minutes: null }, 60, 1],
  ] as const) {
    const body = { url: 'zero.example.com', ...sent }
    const made = await ask(`${path}?api-key=${adminKey}`, { method: 'POST', body })
    const { json } = await ask(`${path}/zero.example.com?api-key=${adminKey}`)
    const { token: value } = made.json
    assert.deepEqual(json, { value, host: 'zero.example.com', limit, limit_minutes: minutes })
    service.answering.context.forgetCredential(sha256(value))
    const headers = { origin: 'https://zero.example.com' }
    const answer = await ask(`/autocomplete/high?api-key=${value}`, { headers })
    assert.equal(answer.status, 200)
  }
})

test('a postcode in the shape of the test postcodes that is none of them is no postcode', async () => {
  const { apiKey } = await of()
  const [status] = await refused(apiKey, 'GET /find/XX555X')
  assert.equal(status, 400)
})

test('a release that nothing uses is removed, and one in use, or of no such name, is not', async () => {
  const key = (await addOperator(service.store, 'anna', clock.now())) ?? assert.fail()
  const { release } = service.data.searches.uk?.release ?? assert.fail()
  const remove = (name: string) => refused(key, `DELETE /operator/releases/${name}`)
  const sentence = `The release ${release} is in use, so it cannot be removed.`
  assert.deepEqual(await remove(release), [400, 'release', sentence, undefined])
  await rm(join(dataDir, 'releases', 'uk.current'))
  const listed = async () => {
    const { json } = await ask(`/operator/releases?api-key=${key}`)
    return json.map((each: { release: string }) => each.release).includes(release)
  }
  assert.equal(await listed(), true)
  const { status, json } = await ask(`/operator/releases/${release}?api-key=${key}`, {
    method: 'DELETE',
  })
  assert.deepEqual([status, json.message], [200, `The release ${release} was deleted.`])
  assert.equal(await listed(), false)
  assert.equal((await remove(release))[0], 404)
})

test('an id is escaped in the path that resolves it', () => {
  for (const [id, escaped] of [
    ['GAVIC413656673', 'GAVIC413656673'],
    ['a/b?c#d e', 'a%2Fb%3Fc%23d%20e'],
    ['ä+%', '%C3%A4%2B%25'],
  ] as const) {
    assert.deepEqual(suggestion(id, 'x'), { address: 'x', url: `/get/${escaped}`, id })
    assert.deepEqual(locationSuggestion(id, 'x'), {
      location: 'x',
      url: `/get-location/${escaped}`,
      id,
    })
  }
})

test('a list that cannot be taken is refused by what is wrong with it', () => {
  const noRoom = (why: 'under-way' | 'kept' | 'all' | 'own-uploads' | 'all-uploads') =>
    ({ kind: 'no-room', why }) as const
  for (const [refusal, status, title, detail, retry] of [
    [{ kind: 'refused', field: 'columns', sentence: 'No.' }, 400, 'columns', /^No\.$/],
    [{ kind: 'too-many-rows' }, 413, undefined, /1,000,000 rows/],
    [{ kind: 'too-large' }, 413, undefined, /200 MiB/],
    [{ kind: 'cut-off' }, 408, undefined, /was discarded/],
    [{ kind: 'too-slow' }, 408, undefined, /less than 1 KiB per second/],
    [{ kind: 'encoded', encoding: 'br' }, 400, 'Content-Encoding', /gzip/],
    [noRoom('under-way'), 400, 'body', /^5 batches are already in progress/],
    [noRoom('kept'), 400, 'body', /Delete some of them/],
    [noRoom('all'), 503, undefined, /No storage/, 60],
    [noRoom('all-uploads'), 503, undefined, /No storage/, 60],
    [noRoom('own-uploads'), 429, undefined, /^2 uploads or previews are already in progress/, 5],
  ] as const) {
    const { code, detail: said, extra } = uploadRefusal(refusal)
    assert.equal(PROBLEMS[code].status, status)
    assert.equal(extra.title, title)
    assert.match(said, detail)
    assert.equal(extra.retryAfterSeconds, retry)
  }
})

test('an account whose questions about lists are waiting already is told to try again', () => {
  assert.equal(unlessBusy('answer'), 'answer')
  assert.throws(
    () => unlessBusy('busy'),
    (error) =>
      error instanceof Problem &&
      error.status === 429 &&
      error.extra.retryAfterSeconds === 1 &&
      error.detail.startsWith('5 requests about lists are already waiting.'),
  )
})

const NOW = Date.parse('2026-03-14T12:00:00Z')
const BATCH: Batch = {
  id: 'bat_1',
  accountId: 'acc_1',
  product: 'uk',
  isTest: false,
  isCharged: true,
  keyName: 'main',
  name: 'list.csv',
  waits: true,
  mails: false,
  columns: [{ column: 2, name: 'Address', read_as: 'address' }],
  layout: {
    file: 'list.csv',
    product: 'uk',
    format: 'delimited',
    encoding: 'utf-8',
    delimiter: ',',
    hasHeader: true,
    names: ['Ref', 'Address'],
    reads: [{ column: 1, role: 'address' }],
  } as unknown as Batch['layout'],
  isFinished: false,
  bytes: 9,
  rows: 3000,
  chunks: 6,
  doneRows: 0,
  exact: 0,
  corrected: 0,
  ambiguous: 0,
  notFound: 0,
  createdAt: NOW - 1000,
  dueAt: NOW,
  heldBy: '',
  endedBy: '',
  finishedAt: undefined,
  summary: undefined,
}

test('a list shows what state it is in, how far it is, and what it has cost', () => {
  const context = { listDays: 7, clock: { now: () => NOW, monotonicMs: () => 0 } }
  const shown = (changes: Partial<Batch>) => batchJson({ ...BATCH, ...changes }, context)
  assert.equal(shown({}).state, 'waiting')
  const found = { doneRows: 1999, exact: 1000, corrected: 500, ambiguous: 400, notFound: 99 }
  const running = shown(found)
  assert.deepEqual([running.state, running.done, running.progress], ['running', 1999, 0.666])
  assert.deepEqual(running.counts, { exact: 1000, corrected: 500, ambiguous: 400, not_found: 99 })
  assert.deepEqual([running.lookups, shown({ ...found, isCharged: false }).lookups], [1500, 0])
  assert.deepEqual(running.columns, [{ column: 2, name: 'Address', read_as: 'address' }])
  const held = { ...found, heldBy: 'daily-limit' }
  const paused = shown({ ...held, dueAt: NOW + 1 })
  assert.deepEqual(
    [paused.state, paused.paused_by, paused.paused_until],
    ['paused', 'daily-limit', '3/14/2026 12:00:00 PM'],
  )
  const due = shown(held)
  assert.deepEqual([due.state, due.paused_by, due.paused_until], ['running', '', ''])
  const ended = shown({ ...held, isFinished: true, finishedAt: NOW, endedBy: 'forbidden' })
  assert.deepEqual(
    [ended.state, ended.paused_by, ended.ended_by, ended.finished_at, ended.deleted_at],
    ['finished', '', 'forbidden', '3/14/2026 12:00:00 PM', '3/21/2026 12:00:00 PM'],
  )
  assert.equal(shown({ rows: 0 }).progress, 1)
  const reasons = { few: 1, many: 7, some: 3 }
  const summary = { unreadable: 2, confidences: [1, 2], reasons } as unknown as Batch['summary']
  assert.deepEqual(shown({ summary }).summary, {
    unreadable: 2,
    confidences: [1, 2],
    reasons: [
      { reason: 'many', rows: 7 },
      { reason: 'some', rows: 3 },
      { reason: 'few', rows: 1 },
    ],
  })
})
