// What an agent asks becomes one request of the service, and its answer without what an agent does not need.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LookUpRefused, localLookUps, lookUpsOf, type Question } from '../../src/agents/look-ups.ts'
import type { Searches } from '../../src/search/address-search.ts'

async function asked(question: Question, status = 200, body: unknown = {}) {
  const requests: string[] = []
  const lookUps = lookUpsOf(async ({ path, query }) => {
    requests.push(`${path}?${[...query].map(([name, [value]]) => `${name}=${value}`).join('&')}`)
    return { status, headers: {}, body: JSON.stringify(body) }
  }, false)
  return { answer: await lookUps.ask(question, undefined), requests }
}

test('each question is the request that any caller would make', async () => {
  const near = { kind: 'nearest', latitude: 51.5, longitude: -0.1, radiusKm: 0.5, top: 3 } as const
  for (const [question, request] of [
    [{ kind: 'find', text: '3/12 king st', top: 4 }, '/autocomplete/3%2F12%20king%20st?top=4'],
    [{ kind: 'get', id: 'a/b' }, '/get/a%2Fb?'],
    [{ kind: 'validate', line: '1 x st?' }, '/validate/1%20x%20st%3F?'],
    [near, '/nearest/51.5/-0.1?top=3&radius=0.5'],
  ] as const) {
    assert.deepEqual((await asked(question)).requests, [request])
  }
})

test('suggestions come without their addresses, and a refusal as a sentence with its code', async () => {
  const suggestions = [{ address: '1 X St', url: '/get/1', id: '1' }]
  const { answer } = await asked({ kind: 'find', text: 'x', top: 1 }, 200, { suggestions })
  assert.deepEqual(answer, { suggestions: [{ address: '1 X St', id: '1' }] })
  for (const status of [400, 404, 429, 503]) {
    const refusal = asked({ kind: 'get', id: 'x' }, status, { detail: 'No.', code: 'not-found' })
    await assert.rejects(refusal, (error: unknown) => {
      assert(error instanceof LookUpRefused)
      assert.equal(error.message, `No. (${status}, not-found)`)
      return true
    })
  }
  const several = { candidates: ['1'] }
  assert.deepEqual((await asked({ kind: 'validate', line: 'x' }, 300, several)).answer, several)
})

test('the data on this machine is asked for distances in kilometres, to the metre', async () => {
  const near = [{ id: '1', item: { address_label: '1 X ST' }, distanceMetres: 1234.6 }]
  const searches = { au: { nearest: () => near, get: () => undefined }, uk: undefined }
  const local = localLookUps(searches as unknown as Searches)
  assert.deepEqual(local.products, ['au'])
  const question = { kind: 'nearest', latitude: 0, longitude: 0, radiusKm: 1, top: 1 } as const
  assert.deepEqual(await local.ask(question, 'au'), {
    suggestions: [{ id: '1', address: '1 X ST', distance: 1.235 }],
  })
  await assert.rejects(local.ask({ kind: 'get', id: 'x' }, 'au'), LookUpRefused)
  await assert.rejects(local.ask(question, 'uk'), /No data is loaded for uk/)
})

test('an agent that asks for a retired ID is told its successors, locally and by the service', async () => {
  const get = (id: string) => (id === 'B' ? { address_label: '1 X ST' } : undefined)
  const searches = { au: { product: 'au', get } } as unknown as Searches
  const local = localLookUps(searches, (product, id, isHeld) => {
    assert.deepEqual([product, isHeld('B'), isHeld('C')], ['au', true, false])
    const successors = [{ id: 'B', inferred: true }]
    return id === 'A' ? { release: 'au-1', successors } : undefined
  })
  const ask = (id: string) => local.ask({ kind: 'get', id }, 'au')
  await assert.rejects(ask('A'), /^LookUpRefused: This ID is retired: au-1 .* It continues as B\.$/)
  await assert.rejects(ask('C'), /^LookUpRefused: No address has the ID C\.$/)
  const detail = 'This ID is retired: au-1 was the last release with it. It continues as B.'
  const refused = { detail, code: 'not-found', retired: true, successors: [] }
  const service = asked({ kind: 'get', id: 'A' }, 404, refused)
  await assert.rejects(service, /It continues as B\. \(404, not-found\)$/)
})

test('questions of the agent go to the data on this machine, and validation is strict', async () => {
  const asked: unknown[] = []
  const record = (answer: unknown) => (question: unknown) => {
    asked.push(question)
    return answer
  }
  const found = [{ id: '1', label: '1 X ST', item: {} }]
  const uk = { formatted_address: ['1 X St', '', '', 'Leeds', ''], postcode: 'LS1 1AA' }
  const near = [{ id: '2', item: uk, distanceMetres: 5 }]
  const search = {
    autocomplete: record(found),
    validate: record({ kind: 'none' }),
    nearest: record(near),
    get: record({ postcode: 'LS1 1AA' }),
  }
  const local = localLookUps({ au: undefined, uk: search } as unknown as Searches)
  const ask = (question: Question) => local.ask(question, 'uk')
  assert.deepEqual(await ask({ kind: 'find', text: 'x', top: 3 }), {
    suggestions: [{ id: '1', address: '1 X ST' }],
  })
  assert.deepEqual(await ask({ kind: 'validate', line: 'y' }), { kind: 'none' })
  assert.deepEqual(await ask({ kind: 'get', id: '7' }), { postcode: 'LS1 1AA' })
  const question = { kind: 'nearest', latitude: 1, longitude: 2, radiusKm: 1, top: 4 } as const
  assert.deepEqual(await ask(question), {
    suggestions: [{ id: '2', address: '1 X St, Leeds, LS1 1AA', distance: 0.005 }],
  })
  assert.deepEqual(asked, [{ term: 'x', top: 3 }, { line: 'y', strict: true }, '7', question])
})
