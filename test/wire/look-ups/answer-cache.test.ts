// Promises about answers that are kept: nobody can tell, and nothing that costs is ever given away.
// Covers: src/endpoints/answer-cache.ts, src/pipeline.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readUsage } from '../../../src/account/usage.ts'
import { AnswerCache } from '../../../src/endpoints/answer-cache.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { startTestService } from '../../support/running.ts'
import { runs } from '../../support/runs.ts'
import { askInProcess } from './in-process.ts'

test('the same question gives the same bytes again, to each product its own', async () => {
  await using running = await startTestService()
  const au = await running.account('au')
  const uk = await running.account('uk')
  for (const path of [
    '/autocomplete/12 ki',
    '/typeahead/ric',
    '/location/ric',
    '/autocomplete/s?top=2',
  ]) {
    const first = await running.ask(path, au.apiKey)
    const other = await running.ask(path, uk.apiKey)
    assert.equal((await running.ask(path, au.apiKey)).text, first.text)
    assert.equal((await running.ask(path, uk.apiKey)).text, other.text)
    assert.notEqual(first.text, other.text, path)
    assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8')
  }
  const two = await running.ask('/autocomplete/s?top=2', au.apiKey)
  const three = await running.ask('/autocomplete/s?top=3', au.apiKey)
  assert.equal(two.json.suggestions.length, 2)
  assert.equal(three.json.suggestions.length, 3)
})

test('a kept answer still needs a key, and counts for the rate limits', async () => {
  await using running = await startTestService({ settings: { KEY_REQUESTS_PER_MINUTE: '3' } })
  const { apiKey } = await running.account('au')
  for (let at = 0; at < 3; at += 1) await running.ask('/autocomplete/s', apiKey)
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 429)
  assert.equal((await running.ask('/autocomplete/s')).status, 401)
})

test('a used-up day refuses what could cost a look-up, also where nobody finds anything', async () => {
  const plans = [{ name: 'one', product: 'uk', daily_lookup_limit_1: 1 }]
  await using running = await startTestService({ plans })
  const nothing = '/autocomplete/xyzzyplugh?show-postcode=true'
  assert.equal((await running.ask(nothing, (await running.account('uk')).apiKey)).status, 200)
  const { apiKey } = await running.account('uk', 'one')
  await running.ask('/autocomplete/sheffield?show-postcode=true', apiKey)
  assert.equal((await running.ask(nothing, apiKey)).status, 429)
})

test('an answer that costs a look-up is charged each time', async () => {
  await using running = await startTestService()
  const { apiKey, accountId } = await running.account('uk')
  for (let at = 0; at < 3; at += 1) {
    await running.ask('/autocomplete/sheffield?show-postcode=true', apiKey)
    await running.ask('/autocomplete/sheffield', apiKey)
  }
  const { store, clock } = running.service
  assert.equal((await readUsage(store, accountId, utcDay(clock.now()))).lookups, 3)
})

test('no spelling of a question gets its answer kept for another one', async () => {
  await using running = await startTestService()
  const attacker = await running.account('uk')
  const other = await running.account('uk')
  const forged = '/autocomplete/14%20queens?top%3D20%0Ashow-postcode=true'
  const honest = '/autocomplete/14%20queens?top=20&show-postcode=true'
  await running.ask(forged, attacker.apiKey)
  const answer = await running.ask(honest, other.apiKey)
  assert.equal(answer.headers.get('lookup-cost'), '1')
  const fresh = await running.ask(`${honest}&x=1`, other.apiKey)
  assert.deepEqual(answer.json, fresh.json)
})

const PLENTY = {
  name: 'plenty',
  product: 'uk',
  daily_lookup_limit_1: 1_000_000,
  daily_lookup_limit_2: 1_000_000,
  requests_per_5_minutes: 1_000_000,
}

test('after any request, any other one is answered as if it were the first', async () => {
  const settings = { KEY_REQUESTS_PER_MINUTE: '1000000' }
  await using running = await startTestService({ plans: [PLENTY], settings })
  const { apiKey } = await running.account('uk', 'plenty')
  const ask = async (answers: AnswerCache, target: string) => {
    const mark = target.includes('?') ? '&' : '?'
    const { service: base } = running
    const service = { ...base, answering: { ...base.answering, answers } }
    const { status, headers, body } = await askInProcess(
      service,
      `${target}${mark}api-key=${apiKey}`,
    )
    return { status, cost: headers['lookup-cost'], body: String(body) }
  }
  const { clock } = running.service
  await fc.assert(
    fc.asyncProperty(twoRequests, async ([first, second]) => {
      const kept = new AnswerCache(clock)
      await ask(kept, first)
      await ask(kept, first)
      assert.deepEqual(await ask(kept, second), await ask(new AnswerCache(clock), second))
    }),
    { numRuns: runs(250) },
  )
})

const betweenPairs = fc.constantFrom('\n', '&', '\n3:', '","', '\0')
const inPair = fc.constantFrom('=', ':', '","')
const sound = fc.constantFrom<Pair>(
  ['top', '2'],
  ['top', '20'],
  ['all', 'true'],
  ['show-postcode', 'true'],
  ['show-postcode', 'false'],
  ['template', '{line_1}'],
  ['x', 'y'],
)
const nasty = fc.tuple(
  fc.constantFrom('', 'top', 'x', 'x=y', 'api_key', '3:top'),
  fc.constantFrom('', '2', '1:2', 'é', '%0A', '&', 'x=y'),
)
const parameters = fc.array(fc.oneof({ arbitrary: sound, weight: 4 }, nasty), { maxLength: 4 })
const terms = fc.constantFrom('sk1', '14 queens', 'a?top=2', 'SK1', 'sk1/', '%')

/** Each character as it is, or escaped by one of the two ways of a query. */
const encodings = fc.constantFrom<(text: string) => string>(
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
)

type Pair = readonly [name: string, value: string]

function target(term: string, pairs: readonly Pair[], encode: (text: string) => string): string {
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return `/autocomplete/${encodeURIComponent(term)}${query === '' ? '' : `?${query}`}`
}

/** Two neighbours of the list as one, whose name or value holds what the other three were. */
function fuse(pairs: readonly Pair[], at: number, between: string, equals: string): Pair[][] {
  const [one, two] = [pairs[at], pairs[at + 1]]
  if (one === undefined || two === undefined) return [pairs.toReversed()]
  const inName: Pair = [`${one.join(equals)}${between}${two[0]}`, two[1]]
  const inValue: Pair = [one[0], `${one[1]}${between}${two.join(equals)}`]
  return [inName, inValue].map((fused) => pairs.toSpliced(at, 2, fused))
}

/** The second request, and before it one that says the same letters in other parts, or something else altogether. */
const twoRequests = fc
  .record({ term: terms, pairs: parameters, encode: encodings, firstEncode: encodings })
  .chain(({ term, pairs, encode, firstEncode }) => {
    const at = fc.nat(Math.max(0, pairs.length - 2))
    const fused = fc
      .tuple(at, betweenPairs, inPair)
      .chain((how) => fc.constantFrom(...fuse(pairs, ...how)))
      .map((spelling) => target(term, spelling, firstEncode))
    const inTerm = betweenPairs.map((between) =>
      target([term, ...pairs.map((pair) => pair.join('='))].join(between), [], firstEncode),
    )
    const unrelated = fc
      .tuple(terms, parameters)
      .map(([otherTerm, others]) => target(otherTerm, others, firstEncode))
    return fc.tuple(
      fc.oneof({ arbitrary: fused, weight: 4 }, inTerm, unrelated),
      fc.constant(target(term, pairs, encode)),
    )
  })
