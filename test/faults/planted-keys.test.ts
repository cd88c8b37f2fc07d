// Keys are planted and used everywhere, right and wrong; then every byte that the service wrote is searched for them.
// Covers: src/lib/log.ts, src/endpoints/**, src/store/backup.ts

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { newCredential } from '../../src/account/keys/credential.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { makeRequest, type World } from '../fuzz/grammar.ts'
import { runCli } from '../support/cli.ts'
import { killed, type ServiceProcess, startProcess } from '../support/process.ts'
import { startReceiver } from '../support/servers/receiver.ts'
import { newDataDir } from '../support/stores.ts'
import { type Holder, newHolder, pathsFor } from './holder.ts'
import { findsIn, findsInFolder } from './planted-keys.ts'

const REQUESTS = 800
const SEED = 7
const SIGNING_SECRET = 'planted-signing-secret-4711'

test('no planted key is in any file, log line, mail, PDF, webhook, backup or answer', async (t) => {
  const dataDir = newDataDir(t)
  const place = { databaseUrl: '', dataDir }
  const receiver = await startReceiver(t)
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    LEGACY_AUTH: '1',
    SIGNING_SECRET,
    WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
    TEST_CLOCK: '1',
  }
  const node = await startProcess(env)
  t.after(() => killed(node))
  const holders = [await newHolder(place, 'au'), await newHolder(place, 'uk')]
  const planted = holders.flatMap(({ apiKey, adminKey }) => [apiKey, adminKey])
  // One that nobody was given is as secret as the others: it is a near miss of a key.
  const stranger = newCredential('api')
  const secrets = [...planted, stranger, SIGNING_SECRET]
  const answers: string[] = []
  const ask = (path: string, init?: RequestInit) => heard(node, answers, path, init)

  for (const holder of holders) await useAll(ask, node, holder, receiver.url)
  await ask(`/autocomplete/s?api-key=${stranger}`, {
    headers: { referer: `https://x/?${stranger}` },
  })
  await ask(`/nothing/${planted[0]}?api-key=${planted[0]}#${planted[1]}`)
  await ask('/autocomplete/s', { headers: { authorization: `api-key ${planted[0]}` } })
  await madeUp(ask, holders)
  await runCli(['clock', 'advance', '40d'], env)
  const billed = await runCli(['bill', '--json'], env)
  const backup = join(dataDir, 'backup.gz')
  const saved = await runCli(['backup', backup], env)
  const shown = await runCli(['account', 'list', '--json'], env)
  assert.equal(saved.code, 0, saved.err)
  const invoices = JSON.parse(await ask(`/invoices?api-key=${holders[0].adminKey}`))
  assert.ok(invoices.length > 0, billed.out + billed.err)
  const { pathname, search } = new URL(invoices[0].pdf_url)
  const pdf = Buffer.from(await (await fetch(node.baseUrl + pathname + search)).arrayBuffer())
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  await receiver.until(2)
  while (!readdirSync(join(dataDir, 'outbox')).some((name) => name.endsWith('.eml'))) {
    await new Promise((done) => setTimeout(done, 20))
  }
  // Its files are read when it writes no more of them: a mail is renamed when it is complete.
  await killed(node)

  const commands = [billed, saved, shown].map(({ out, err }) => out + err).join('\n')
  assert.deepEqual(
    [
      ...findsInFolder(dataDir, secrets),
      ...findsIn('the output', Buffer.from(node.written()), secrets),
      ...findsIn('an answer', Buffer.from(answers.join('\n')), secrets),
      ...findsIn('a webhook', Buffer.from(JSON.stringify(receiver.received)), secrets),
      ...findsIn('the output of a command', Buffer.from(commands), secrets),
      ...findsIn('a PDF', pdf, secrets),
    ],
    [],
  )
  assert.ok(answers.length > REQUESTS / 2)
})

test('the search finds a key wherever one is hidden', () => {
  const key = newCredential('admin')
  const packed = Buffer.concat([Buffer.from('x\nstream\n'), deflateSync(`(${key})`)])
  const mailed = packed.toString('base64').replace(/.{76}/g, '$&\r\n')
  const filler = Buffer.alloc(200, 'x').toString('base64').replace(/.{76}/g, '$&\r\n')
  for (const bytes of [
    Buffer.from(`a=${key}&b`),
    Buffer.from(key, 'utf16le'),
    packed,
    Buffer.from(`${filler}\r\n\r\n${mailed}`),
  ]) {
    assert.equal(findsIn('here', bytes, [key]).length, 1)
  }
  assert.deepEqual(findsIn('here', Buffer.from(newCredential('admin')), [key]), [])
})

type Ask = (path: string, init?: RequestInit) => Promise<string>

async function heard(
  node: ServiceProcess,
  answers: string[],
  path: string,
  init?: RequestInit,
): Promise<string> {
  const answer = await fetch(node.baseUrl + path, init)
  const body = await answer.text()
  answers.push(JSON.stringify([...answer.headers]) + body)
  return body
}

/** What leaves traces: look-ups, webhooks, mails, a private address, a new key, a token. */
async function useAll(ask: Ask, node: ServiceProcess, holder: Holder, hook: string): Promise<void> {
  const { apiKey, adminKey } = holder
  const sending = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) })
  await ask(`/webhook/track?api-key=${adminKey}`, sending('POST', { url: hook }))
  await ask(`/webhook/track/test?api-key=${adminKey}`, sending('POST', {}))
  const { metered } = await pathsFor(node.baseUrl, holder)
  const referer = `https://shop.example.com/?key=${apiKey}`
  await ask(metered, { headers: { referer } })
  await ask(metered, { headers: { origin: 'https://shop.example.com', referer } })
  const url = 'https://shop.example.com'
  await ask(`/security/domain-token?api-key=${adminKey}`, sending('POST', { url }))
  const email = `new-${holder.accountId}@example.com`
  await ask(`/email-address?api-key=${adminKey}`, sending('PUT', { 'new-email-address': email }))
  const line = { postcode: '3000', line_1: '1 Some Street', residential: true }
  await ask(`/v2/private-address?api-key=${adminKey}`, sending('POST', line))
  await ask(`/security/api-key?api-key=${adminKey}`)
  for (const path of ['/', '/docs', '/console', '/metrics', '/health/ready', '/events']) {
    await ask(`${path}?api-key=${adminKey}`)
  }
}

async function madeUp(ask: Ask, holders: readonly Holder[]): Promise<void> {
  const keys = {
    api: holders.map(({ apiKey }) => apiKey),
    admin: holders.map(({ adminKey }) => adminKey),
    token: [newCredential('token')],
    spareApi: holders.map(({ apiKey }) => apiKey),
    spareAdmin: holders.map(({ adminKey }) => adminKey),
  }
  const world: World = {
    // A subscription that has ended would hear nothing but that.
    endpoints: ENDPOINTS.filter(({ path }) => !/unsubscribe|^\/webhook|(api|admin)-key/.test(path)),
    pages: ['/docs', '/nothing'],
    words: { term: ['s', '1 high street'], plan_name: ['scale'], id: ['1', '2'] },
    tokenHost: 'shop.example.com',
    keys,
  }
  for (let at = 0; at < REQUESTS; at += 1) {
    const { method, target, headers, body } = makeRequest(
      world,
      new SeededRandom(SEED * 100_000 + at),
    )
    const isSendable = !['TRACE'].includes(method) && /^[\x21-\x7e]+$/.test(target)
    if (!isSendable || (body !== undefined && /^(GET|HEAD)$/.test(method))) continue
    const given = Object.entries(headers).filter(
      ([name, value]) =>
        /^(x-forwarded-for|origin|referer|authorization|content-type)$/.test(name) &&
        /^[\x20-\x7e]*$/.test(value),
    )
    await ask(target, { method, headers: given as [string, string][], ...(body && { body }) })
  }
}
