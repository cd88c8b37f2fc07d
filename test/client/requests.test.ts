// What the client sends for each kind of call, with a fetch of the test's own.
// Covers: src/client/client.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, DoorplateError } from '../../src/client/client.js'

async function sent(name: string, input: Readonly<Record<string, unknown>>, options: object = {}) {
  let request = ''
  let signal: AbortSignal | undefined
  const fetch = async (url: string, init: RequestInit & { signal: AbortSignal }) => {
    const type = JSON.stringify(init.headers)
    request = `${init.method} ${url} ${type} ${init.body ?? ''}`.trim()
    signal = init.signal
    return new Response(null, { status: 204 })
  }
  const base = { baseUrl: 'https://a.example//', key: 'k&1', fetch }
  const client = createClient({ ...base, ...options } as Parameters<typeof createClient>[0])
  const answer = await client[name]?.(input)
  return { request, signal, answer }
}

test('options go into the query of a GET and into the body of all else, and those without a value nowhere', async () => {
  const text = '{"content-type":"text/plain"}'
  for (const [name, input, request] of [
    ['get', { id: 'a/b' }, 'GET https://a.example/get/a%2Fb?api-key=k%261 {}'],
    [
      'autocomplete',
      { term: '1 x', top: 2, template: undefined },
      'GET https://a.example/autocomplete/1%20x?api-key=k%261&top=2 {}',
    ],
    [
      'autocomplete',
      { term: 'x', top: 2, filter: { state: 'VIC' } },
      `POST https://a.example/autocomplete/x?api-key=k%261 ${text} {"top":2,"filter":{"state":"VIC"}}`,
    ],
    ['unsubscribe', {}, 'PUT https://a.example/subscription/unsubscribe?api-key=k%261 {}'],
    [
      'rotateNamedApiKey',
      { name: 'main', grace: 0 },
      `PUT https://a.example/security/api-keys/main?api-key=k%261 ${text} {"grace":0}`,
    ],
    [
      'deleteOnlyWebhook',
      { kind: 'track', id: '1' },
      'DELETE https://a.example/webhook/track?api-key=k%261&id=1 {}',
    ],
  ] as const) {
    const { request: made, answer } = await sent(name, input)
    assert.equal(made, request)
    assert.equal(answer, undefined)
  }
})

test('what a path needs is asked for by its name before anything is sent', async () => {
  for (const id of [undefined, '']) {
    await assert.rejects(sent('get', { id }), new TypeError('/get/{id} needs id.'))
  }
})

test('an attempt ends after the time that was given, or when its caller gives up', async () => {
  const never = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    )
  const base = { baseUrl: 'https://a.example', key: 'k', retries: 0, fetch: never as typeof fetch }
  const slow = await createClient({ ...base, timeoutMs: 1 })
    .get?.({ id: 'x' })
    .catch((error: unknown) => error)
  assert(slow instanceof DoorplateError)
  assert.deepEqual([slow.status, slow.code, slow.cause], [0, 'no-answer', 'TimeoutError'])
  const giving = new AbortController()
  const asked = createClient(base).get?.({ id: 'x' }, { signal: giving.signal })
  const reason = new Error('enough')
  giving.abort(reason)
  await assert.rejects(asked ?? assert.fail(), reason)
})
