// What takes too long for the event loop is answered in a thread, with the same answer and at its own price.
// Covers: src/threads/**, src/request/bill.ts, src/endpoints/look-ups/match.ts, src/rate-limits/request-cost.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { matchAddress } from '../../src/match/match.ts'
import { LOOP_STEPS_MAX, Work } from '../../src/search/work.ts'
import { openInProcess } from '../support/servers/in-process.ts'

const { service, ask, account } = await openInProcess({ after })

/** Lines that spend all steps of a search, also on the sample data. */
const LONG = {
  au: 'PL PL PL PL PL U PL PL PL PL PL PL PL U PL PL',
  uk: 'NEWCASTLE,',
}

function workLeft(headers: { policy?: string | undefined; limits?: string | undefined }): number {
  return Number(/"work";r=(\d+)/.exec(headers.limits ?? '')?.[1])
}

test('a search that is too long for the event loop has the answer of the whole search', async () => {
  for (const product of ['au', 'uk'] as const) {
    const { apiKey } = await account(product, 'starter')
    const line = LONG[product]
    const search = service.data.searches[product]
    const work = new Work()
    const wanted = search?.validate({ line, strict: true, work })
    assert.ok(work.spent > LOOP_STEPS_MAX, `${work.spent}`)
    const { status, json } = await ask(`/validate/${encodeURIComponent(line)}?api-key=${apiKey}`)
    if (product === 'uk') {
      assert.equal(json.status, { one: 200, several: 300, none: 404 }[wanted?.kind ?? 'none'])
    } else assert.equal(status, { one: 200, several: 300, none: 404 }[wanted?.kind ?? 'none'])
  }
})

test('what such a search takes is spent from the share of its account', async () => {
  const { apiKey } = await account('uk', 'starter')
  const brief = await ask(`/autocomplete/queens?api-key=${apiKey}`)
  const long = await ask(`/validate/${encodeURIComponent(LONG.uk)}?api-key=${apiKey}`)
  const work = new Work()
  service.data.searches.uk?.validate({ line: LONG.uk, strict: true, work })
  // Those of the thread, and those of the event loop before; 100,000 steps are a millisecond.
  const due = (work.spent + LOOP_STEPS_MAX) / 100_000
  const spent = workLeft(brief) - workLeft(long)
  assert.ok(Math.abs(spent - due) <= 1, `${spent} of ${due}`)
})

test('a list of lines is matched in the thread as it would be here, and each row is counted', async () => {
  for (const product of ['au', 'uk'] as const) {
    const { apiKey } = await account(product, 'starter')
    const search = service.data.searches[product]
    assert(search !== undefined)
    const known = search.at(7)
    const label = search.autocomplete({ term: known.id, top: 1 })[0]?.label ?? ''
    const addresses = [label, label.replace(/\d+/, '9999'), 'no such thing', '', LONG[product]]
    const body = { addresses }
    const { json, limits } = await ask(`/match?api-key=${apiKey}`, { method: 'POST', body })
    assert.deepEqual(
      json.matches,
      JSON.parse(JSON.stringify(addresses.map((line) => matchAddress(search, line)))),
    )
    assert.ok(workLeft({ limits }) <= 1999)
  }
})

test('private addresses are searched in the thread too', async () => {
  const { apiKey, adminKey } = await account('uk', 'starter')
  const line = { line_1: '99999 Newcastle Test Yard', line_2: '', line_3: '', line_4: '' }
  const place = { locality: '', town_or_city: 'Newcastle', county: '', postcode: 'SK1 1AA' }
  const own = { ...line, ...place, latitude: 53.4, longitude: -2.1, residential: true }
  const added = await ask(`/v2/private-address?api-key=${adminKey}`, { method: 'POST', body: own })
  assert.equal(added.status, 200, JSON.stringify(added.json))
  const body = { addresses: ['99999 Newcastle Test Yard, Newcastle, SK1 1AA'] }
  const { json } = await ask(`/match?api-key=${apiKey}`, { method: 'POST', body })
  assert.match(json.matches[0].address, /99999 Newcastle Test Yard/i)
})

test('bad input of a request that goes to the thread is refused by name', async () => {
  const { apiKey } = await account('au', 'starter')
  for (const [body, field] of [
    [{}, 'addresses'],
    [{ addresses: ['a'], rows: [{ line: 'a' }] }, 'rows'],
  ] as const) {
    const { status, json } = await ask(`/match?api-key=${apiKey}`, { method: 'POST', body })
    assert.deepEqual([status, json.title], [400, field])
  }
})
