// Who calls, and from where: every way in which a key is taken or refused.
// Covers: src/access/caller.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import {
  authenticate,
  type CredentialFacts,
  credentialFacts,
} from '../../src/access/authenticate.ts'
import type { Caller } from '../../src/access/caller.ts'
import { Credentials } from '../../src/access/credentials.ts'
import { createAccount } from '../../src/account/accounts.ts'
import { newCredential, sha256 } from '../../src/account/keys/credential.ts'
import type { Request } from '../../src/http/message.ts'
import { Problem } from '../../src/http/problem.ts'
import { LEGACY } from '../../src/legacy/legacy.ts'
import { newId } from '../../src/lib/ids.ts'
import { keysOfAgent } from '../../src/request/agent-answers.ts'
import { makePlans, newEmail } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, type MakeStore } from '../support/stores.ts'

const OWN = 'https://address.example'

eachSharedStore((makeStore) => {
  test('each kind of key is found with its account and its subscription', async (t) => {
    const { ask, keys, accountId } = await open(makeStore, t)
    const page = { origin: 'https://www.shop.example' }
    for (const [kind, key, from] of [
      ['api', keys.api, {}],
      ['admin', keys.admin, {}],
      ['token', keys.token, page],
    ] as const) {
      const caller = await ask(key, from)
      assert(!(caller instanceof Problem))
      assert.equal(caller.kind, kind)
      assert.equal(caller.accountId, accountId)
      assert.equal(caller.subscription?.planName, 'trial')
    }
  })

  test('no key, an empty one, two, a mistyped one and an unknown one are 401', async (t) => {
    const { authenticateWith, keys } = await open(makeStore, t)
    const unknown = newCredential('api')
    for (const apiKeys of [[], [''], [keys.api, keys.api], [`${keys.api}x`], [unknown]]) {
      assert401(await authenticateWith({ ...SERVER, apiKeys }))
    }
  })

  test('an API key from a web page is 401, from a server it is not', async (t) => {
    const { ask, keys } = await open(makeStore, t)
    for (const from of [
      { origin: 'https://shop.example' },
      { origin: OWN },
      { origin: 'null' },
      { secFetchSite: 'cross-site' },
      { secFetchSite: 'same-site' },
      { secFetchSite: 'same-origin' },
      { secFetchSite: 'none', origin: 'https://shop.example' },
    ]) {
      assert401(await ask(keys.api, from))
    }
    for (const from of [{}, { secFetchSite: 'none' }, { referer: 'https://shop.example/' }]) {
      assert(!((await ask(keys.api, from)) instanceof Problem), JSON.stringify(from))
    }
  })

  test('the admin key is taken from our own pages and from no other', async (t) => {
    const { ask, keys } = await open(makeStore, t)
    for (const from of [
      { origin: 'https://shop.example' },
      { origin: 'null' },
      { origin: `${OWN}.evil.net` },
      { secFetchSite: 'cross-site' },
      { secFetchSite: 'same-site' },
      { origin: OWN, secFetchSite: 'cross-site' },
      { origin: 'https://shop.example', secFetchSite: 'same-origin' },
      { origin: 'https://other', host: 'localhost:8080' },
    ]) {
      assert401(await ask(keys.admin, from))
    }
    for (const from of [
      {},
      { origin: OWN },
      { origin: OWN, secFetchSite: 'same-origin' },
      { secFetchSite: 'same-origin' },
      { secFetchSite: 'none' },
      { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' },
      { origin: 'https://inside:8443', host: 'inside:8443' },
    ]) {
      assert(!((await ask(keys.admin, from)) instanceof Problem), JSON.stringify(from))
    }
  })

  test('a domain token is taken from pages of its domain and from nowhere else', async (t) => {
    const { ask, keys } = await open(makeStore, t)
    for (const from of [
      {},
      { origin: 'https://evil-shop.example' },
      { origin: 'null', referer: 'https://shop.example/' },
      { referer: 'https://shop.example.evil.net/' },
      { secFetchSite: 'same-origin', host: 'other.example' },
      { secFetchSite: 'cross-site', host: 'shop.example' },
      { secFetchSite: 'same-origin' },
      { host: 'shop.example' },
    ]) {
      assert401(await ask(keys.token, from))
    }
    for (const from of [
      { origin: 'https://shop.example' },
      { origin: 'https://WWW.shop.example:8443' },
      { referer: 'https://shop.example/basket?x=1' },
      { secFetchSite: 'same-origin', host: 'shop.example:8080' },
    ]) {
      assert(!((await ask(keys.token, from)) instanceof Problem), JSON.stringify(from))
    }
  })

  test('a refusal never repeats the key', async (t) => {
    const { ask, keys } = await open(makeStore, t)
    const refused = await ask(keys.api, { origin: 'https://shop.example' })
    assert401(refused)
    assert(!JSON.stringify(refused).includes(keys.api.slice(4)))
  })
})

test('keys are read from the query, else from Authorization where that is switched on', () => {
  const basic = Buffer.from('api-key:api_c').toString('base64')
  const cases = [
    ['Bearer api_b', []],
    ['api-key api_b', ['api_b']],
    ['API-KEY  api_b', ['api_b']],
    [`Basic ${basic}`, ['api_c']],
    [`basic ${Buffer.from('api-key:api:c:').toString('base64')}`, ['api:c:']],
    [`Basic ${Buffer.from('api-key').toString('base64')}`, ['']],
    [`Basic ${Buffer.from('me:api_c').toString('base64')}`, []],
  ] as const
  for (const [authorization, found] of cases) {
    const request = requestWith({ authorization, origin: 'https://x' })
    assert.deepEqual(credentialFacts(request).apiKeys, ['api_a'])
    assert.deepEqual(credentialFacts(request, LEGACY.keysOfAuthorization).apiKeys, ['api_a'])
    const bare = { ...request, query: new Map() }
    assert.deepEqual(credentialFacts(bare).apiKeys, [])
    assert.deepEqual(credentialFacts(bare, LEGACY.keysOfAuthorization).apiKeys, found)
  }
})

test('agents bring their key as a bearer, and what the query says wins', () => {
  const bearer = (authorization: string, query = new Map<string, string[]>()) =>
    credentialFacts({ ...requestWith({ authorization }), query }, keysOfAgent).apiKeys
  assert.deepEqual(bearer('Bearer api_b'), ['api_b'])
  assert.deepEqual(bearer(' bearer   api_b x'), ['api_b'])
  assert.deepEqual(bearer('api-key api_b'), ['api_b'])
  assert.deepEqual(bearer('Bearer'), [''])
  assert.deepEqual(bearer('Digest api_b'), [])
  assert.deepEqual(bearer('Bearer api_b', new Map([['api-key', ['api_a']]])), ['api_a'])
})

test('where a request comes from is read of all of its headers', () => {
  const headers = {
    origin: 'https://A.example',
    referer: 'https://b.example/',
    'sec-fetch-site': 'Same-Origin',
    host: 'c.example',
  }
  assert.deepEqual(credentialFacts(requestWith(headers)), {
    apiKeys: ['api_a'],
    origin: 'https://A.example',
    referer: 'https://b.example/',
    secFetchSite: 'same-origin',
    host: 'c.example',
  })
})

const SERVER: CredentialFacts = {
  apiKeys: [],
  origin: undefined,
  referer: undefined,
  secFetchSite: undefined,
  host: undefined,
}

async function open(makeStore: MakeStore, t: TestContext) {
  const store = await makeStore(t)
  const clock = new ManualClock()
  const wanted = { email: newEmail(), product: 'au' } as const
  const made = await createAccount(store, makePlans(), wanted, clock.now())
  assert(made.kind === 'created')
  const token = newCredential('token')
  await sql`
    insert into credential (id, account_id, kind, sha256, masked, domain, created_at)
    values (${newId('cred_')}, ${made.accountId}, 'token', ${sha256(token)}, '', 'shop.example', 0)
  `.execute(store.db)
  const judge = async (credentials: Credentials, facts: CredentialFacts) => {
    try {
      return await authenticate(credentials, OWN, facts)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
  // Judged alike whether or not the key was just used from where it may be.
  const authenticateWith = async (facts: CredentialFacts): Promise<Caller | Problem> => {
    const credentials = new Credentials(store, clock)
    const first = await judge(credentials, facts)
    const [key = ''] = facts.apiKeys
    const apiKeys = [key.slice(0, made.apiKey.length)]
    for (const from of [{}, { origin: 'https://shop.example' }]) {
      await judge(credentials, { ...SERVER, ...from, apiKeys })
    }
    assert.deepEqual(await judge(credentials, facts), first)
    return first
  }
  return {
    accountId: made.accountId,
    keys: { api: made.apiKey, admin: made.adminKey, token },
    authenticateWith,
    ask: (key: string, from: Partial<CredentialFacts>) =>
      authenticateWith({ ...SERVER, ...from, apiKeys: [key] }),
  }
}

function assert401(answer: Caller | Problem): void {
  assert(answer instanceof Problem, 'the key was taken')
  assert.equal(answer.code, 'unauthorized')
}

function requestWith(headers: Record<string, string>): Request {
  return {
    id: '1',
    method: 'GET',
    path: '/get/1',
    query: new Map([['api-key', ['api_a']]]),
    headers,
    remoteAddress: '127.0.0.1',
    readBody: async () => ({ kind: 'text', text: '' }),
  }
}
