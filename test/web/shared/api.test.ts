// Calls of the pages: what is sent where, and what a refusal tells the form that shows it.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Api, Refusal } from '../../../src/web/shared/api.js'

const asked: string[] = []
let answer: { status: number; headers?: Record<string, string>; body: string } = {
  status: 200,
  body: '',
}
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push(`${request.method} ${request.url} ${request.headers['x-console']} ${body}`)
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const { port } = server.address() as AddressInfo
const session = `http://127.0.0.1:${port}/console/session`
const api = new Api(session)

async function refusal(status: number, body: string, headers = {}): Promise<Refusal> {
  answer = { status, headers, body }
  const error = await api.get('/x').catch((caught: unknown) => caught)
  assert(error instanceof Refusal)
  return error
}

test('a call goes below the path of the session, with the header that no other site can send', async () => {
  answer = { status: 200, body: '{"a":1}' }
  assert.deepEqual(await api.get('/usage'), { a: 1 })
  await new Api(session, '/accounts/acc_1').send('PUT', '/label', { label: 'x' })
  await api.signIn('DELETE', '/keys')
  await api.send('POST', '/batches', new Blob(['a,b']))
  assert.equal(await (await api.getFile('/invoice')).text(), '{"a":1}')
  assert.deepEqual(asked.splice(0), [
    'GET /console/session/api/usage 1 ',
    'PUT /console/session/api/accounts/acc_1/label 1 {"label":"x"}',
    'DELETE /console/session/keys 1 ',
    'POST /console/session/api/batches 1 a,b',
    'GET /console/session/api/invoice 1 ',
  ])
})

test('every call for an account goes below its path, except calls about the session', async () => {
  answer = { status: 200, body: '{}' }
  const ofAccount = new Api(session, '/accounts/acc_1')
  await ofAccount.get('/usage')
  await ofAccount.send('DELETE', '/key')
  await ofAccount.send('POST', '/batches', new Blob(['a']))
  await ofAccount.getFile('/invoice')
  await ofAccount.signIn('DELETE', '')
  assert.deepEqual(asked.splice(0), [
    'GET /console/session/api/accounts/acc_1/usage 1 ',
    'DELETE /console/session/api/accounts/acc_1/key 1 ',
    'POST /console/session/api/accounts/acc_1/batches 1 a',
    'GET /console/session/api/accounts/acc_1/invoice 1 ',
    'DELETE /console/session 1 ',
  ])
})

test('an answer without content, or that is not JSON, is read as an empty object', async () => {
  for (const body of ['', '<html>']) {
    answer = { status: 200, body }
    assert.deepEqual(await api.get('/x'), {})
  }
})

test('a bad request names its field, and no other refusal does', async () => {
  const bad = await refusal(400, '{"code":"bad-request","title":"label","detail":"Too long."}')
  assert.deepEqual([bad.status, bad.field, bad.message], [400, 'label', 'Too long.'])
  const other = await refusal(403, '{"code":"forbidden","title":"forbidden","detail":"No."}')
  assert.deepEqual([other.status, other.code, other.field], [403, 'forbidden', ''])
})

test('a refusal says when to come again, in whichever field its reason is', async () => {
  const often = await refusal(429, '{"Message":"Too often."}', { 'retry-after': '7' })
  assert.deepEqual([often.message, often.retryAfterSeconds], ['Too often.', 7])
  assert.equal((await refusal(500, '{"code":"x"}')).retryAfterSeconds, 0)
})

test('a service that does not answer is reported as such, without a status', async () => {
  const nowhere = new Api('http://127.0.0.1:1/console/session')
  const error = await nowhere.get('/x').catch((caught: unknown) => caught)
  assert(error instanceof Refusal)
  assert.deepEqual([error.status, error.code, error.field], [0, 'no-answer', ''])
  assert.match(error.message, /^The service is not responding/)
})
