// Sign-in by OpenID Connect against a real provider: who gets in, who does not, and how that ends.
// Covers: src/access/openid-connect.ts, src/endpoints/session/**, src/account/operators/operators.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../../src/account/accounts.ts'
import { auditEntriesBefore } from '../../../src/account/operators/audit-entries.ts'
import {
  addOperator,
  readmitOperator,
  removeOperator,
  setRole,
} from '../../../src/account/operators/operators.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { SessionBrowser } from '../../support/browser/session-browser.ts'
import { eachService } from '../../support/each-service.ts'
import { issuerSettings, signInAtIssuer, startIssuer } from '../../support/issuer/issuer.ts'
import { startTestService, type TestService } from '../../support/running.ts'

const verified = (email: string, ...groups: string[]) => ({ email, email_verified: true, groups })
const PEOPLE = {
  ada: verified('ada@example.com', 'staff', 'cn=desk,ou=groups'),
  grace: verified('grace@example.com', 'cn=desk,ou=groups', 'ops'),
  mallory: verified('mallory@example.com', 'staff'),
  taken: verified('Taken Name', 'ops'),
  nameless: { groups: 'ops' },
  holder: verified('Holder@Example.com'),
  twice: verified('twice@example.com'),
  unverified: { email: 'holder@example.com', email_verified: false },
}
const issuer = await startIssuer(PEOPLE)
after(() => issuer[Symbol.asyncDispose]())
const settings = {
  ...issuerSettings(issuer.url),
  OIDC_OPERATOR_ROLES: 'ops=administrator;cn=desk,ou=groups=support',
  OIDC_HOLDERS: '1',
}

type Kind = 'console' | 'operator'

async function backFromIssuer(browser: SessionBrowser, kind: Kind, person: string) {
  const begun = await browser.send('POST', `/${kind}/session/openid`)
  assert.equal(begun.status, 200, begun.text)
  const back = await signInAtIssuer(begun.json.url, person)
  assert.equal(back.pathname, `/${kind}`)
  return back.search.slice(1)
}

function finish(browser: SessionBrowser, kind: Kind, query: string) {
  return browser.send('POST', `/${kind}/session/openid/finish`, { query })
}

async function signIn(running: TestService, kind: Kind, person: string) {
  const browser = new SessionBrowser(running)
  const answer = await finish(browser, kind, await backFromIssuer(browser, kind, person))
  return { browser, answer }
}

async function newHolder({ service }: TestService, email: string, product: 'au' | 'uk' = 'uk') {
  const { store, plans, clock } = service
  const made = await createAccount(store, plans, { email, product }, clock.now())
  return made.kind === 'created' ? made.accountId : ''
}

async function lastEntry({ service }: TestService) {
  const [entry] = await auditEntriesBefore(service.store.db, Number.MAX_SAFE_INTEGER, undefined, 1)
  assert.ok(entry)
  return { ...entry, details: JSON.parse(entry.details) }
}

async function askAt(port: number, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://localhost:${port}${path}`, init)
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, text, json: JSON.parse(text) }
}

const overview = (browser: SessionBrowser) =>
  browser.send('GET', '/operator/session/api/operator/overview')

eachService(promises, () => ({ settings }))

function promises(service: () => Promise<TestService>): void {
  test('an operator gets the role of the first group that is mapped, with an entry in the audit log', async () => {
    const running = await service()
    const { browser, answer } = await signIn(running, 'operator', 'ada')
    assert.deepEqual(answer.json, { signed_in: true, name: 'ada@example.com', role: 'support' })
    assert.equal((await overview(browser)).status, 200)
    const { operator, act, outcome, details } = await lastEntry(running)
    assert.deepEqual([operator, act, outcome], ['ada@example.com', 'Sign in', 'done'])
    const { way, who, from, console } = details
    assert.deepEqual([way, who, console], ['OpenID Connect', `${issuer.url} ada`, 'operator'])
    assert.match(from, /127\.0\.0\.1/)
    const { json } = (await signIn(running, 'operator', 'grace')).answer
    assert.equal(json.role, 'administrator')
  })

  test('somebody without a mapped group does not get in, and the refusal is in the audit log', async () => {
    const running = await service()
    const { browser, answer } = await signIn(running, 'operator', 'mallory')
    assert.equal(answer.status, 403)
    assert.equal(answer.json.detail, 'None of your groups may sign in here.')
    assert.equal((await overview(browser)).status, 401)
    const { outcome, details } = await lastEntry(running)
    assert.match(outcome, /^refused: 403 forbidden, None of your groups/)
    assert.equal(details.who, `${issuer.url} mallory`)
  })

  test('a name that an operator with a key has is not taken over, and a person without a name gets one', async () => {
    const running = await service()
    const { store, clock } = running.service
    await addOperator(store, 'Taken Name', clock.now())
    const { answer } = await signIn(running, 'operator', 'taken')
    assert.match(answer.json.detail, /^Another operator already has your name\./)
    const { json } = (await signIn(running, 'operator', 'nameless')).answer
    assert.deepEqual([json.name, json.role], ['nameless', 'administrator'])
  })

  test('who is removed, changes role or loses the group notices at the next call, on every node', async () => {
    const running = await service()
    // What a command does, in another process on the same store.
    const { databaseUrl, dataDir } = running.service.config
    const elsewhere = await openStore({ databaseUrl, dataDir })
    const { browser } = await signIn(running, 'operator', 'ada')
    const note = () =>
      browser.send('PUT', '/operator/session/api/operator/accounts/acc_none/note', { note: '' })
    try {
      assert.equal((await note()).status, 404)
      assert.ok(await setRole(elsewhere, 'ada@example.com', 'viewer'))
      assert.equal((await note()).status, 403)
      assert.ok(await removeOperator(elsewhere, 'ada@example.com', 1))
      assert.equal((await overview(browser)).status, 401)
      const { detail } = (await signIn(running, 'operator', 'ada')).answer.json
      assert.match(detail, /^Your access was removed\./)
      assert.ok(await readmitOperator(elsewhere, 'ada@example.com'))
      assert.ok(!(await readmitOperator(elsewhere, 'ada@example.com')), 'a second time')
      assert.equal((await signIn(running, 'operator', 'ada')).answer.json.role, 'support')
    } finally {
      await elsewhere.close()
    }
  })

  test('a holder signs in by an address that the issuer has verified, and only to an account of it', async () => {
    const running = await service()
    const accountId = await newHolder(running, 'holder@example.com')
    const { browser, answer } = await signIn(running, 'console', 'holder')
    assert.deepEqual(answer.json, { signed_in: true })
    const state = await browser.send('GET', '/console/session')
    assert.equal(state.json.account_id, accountId)
    const entry = await lastEntry(running)
    assert.deepEqual([entry.operator, entry.accountId], ['account holder', accountId])
    const refusals = { unverified: /not verified/, mallory: /no account/ }
    for (const [person, detail] of Object.entries(refusals)) {
      const refused = (await signIn(running, 'console', person)).answer
      assert.equal(refused.status, 403)
      assert.match(refused.json.detail, detail)
    }
    const operator = await finish(browser, 'operator', 'state=x')
    assert.equal(operator.status, 403, 'a session of the console is none of operators')
  })

  test('an address with several accounts is asked which, and each choice works once in that browser', async () => {
    const running = await service()
    await newHolder(running, 'twice@example.com', 'uk')
    await newHolder(running, 'twice@example.com', 'au')
    const { browser, answer } = await signIn(running, 'console', 'twice')
    const products = answer.json.accounts.map(({ product }: { product: string }) => product)
    assert.deepEqual(products, ['uk', 'au'])
    const { link } = answer.json.accounts[1]
    assert.equal((await new SessionBrowser(running).openLink(link)).status, 400)
    assert.equal((await browser.openLink(link)).status, 200)
    assert.equal((await browser.send('GET', '/console/session')).json.product, 'au')
    assert.equal((await browser.openLink(link)).status, 400)
  })

  test('signing out ends the session here, sends the browser to the issuer, and is in the audit log', async () => {
    const running = await service()
    const { browser } = await signIn(running, 'operator', 'grace')
    const { json } = await browser.send('DELETE', '/operator/session')
    const url = new URL(json.go_to)
    assert.equal(url.origin + url.pathname, `${issuer.url}/session/end`)
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${running.baseUrl}/operator`)
    assert.equal((await fetch(url)).status, 200, 'the issuer takes it')
    assert.equal((await overview(browser)).status, 401)
    const { operator, act, details } = await lastEntry(running)
    assert.deepEqual([operator, act], ['grace@example.com', 'Sign out'])
    assert.match(details.from, /127\.0\.0\.1/)
  })

  test('an answer of the issuer works once, in the browser that asked, and not with a part of it changed', async () => {
    const running = await service()
    const browser = new SessionBrowser(running)
    const query = await backFromIssuer(browser, 'operator', 'grace')
    const began = /began in another browser or tab/
    assert.match((await finish(new SessionBrowser(running), 'operator', query)).json.detail, began)
    const state = query.replace(/state=\w{4}/, 'state=0000')
    assert.match((await finish(browser, 'operator', state)).json.detail, began)
    const iss = query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')
    assert.match((await finish(browser, 'operator', iss)).json.detail, /not valid/)
    const code = query.replace(/code=[^&]*/, 'code=made-up')
    assert.match((await finish(browser, 'operator', code)).json.detail, /refused \(invalid_grant\)/)
    assert.equal((await finish(browser, 'operator', query)).status, 200)
    assert.match((await finish(browser, 'operator', query)).json.detail, /invalid_grant/)
    const refused = await backFromIssuer(browser, 'operator', '')
    const { detail } = (await finish(browser, 'operator', refused)).json
    assert.equal(detail, 'The sign-in service refused (access_denied). Sign in again.')
  })

  test('a sign-in that began at one node ends at another', async () => {
    const one = await service()
    const { databaseUrl } = one.service.config
    await using node = await startTestService({
      settings: { ...settings, BASE_URL: one.baseUrl },
      ...(databaseUrl !== '' && { databaseUrl }),
    })
    const { port } = node.service.config
    const other = {
      ask: (path: string, _key?: string, init?: RequestInit) => askAt(port, path, init),
    }
    const begun = new SessionBrowser(one)
    const query = await backFromIssuer(begun, 'operator', 'grace')
    const elsewhere = new SessionBrowser(other)
    for (const [name, value] of begun.cookies) elsewhere.cookies.set(name, value)
    assert.equal((await finish(elsewhere, 'operator', query)).status, 200)
    if (databaseUrl === '') return
    begun.cookies.set('doorplate_operator', elsewhere.cookies.get('doorplate_operator') ?? '')
    assert.equal((await overview(begun)).status, 200)
    await elsewhere.send('DELETE', '/operator/session')
    assert.equal((await overview(begun)).status, 401)
  })
}

test('new keys of the issuer, a clock that is a little off and a secret in the body are no hindrance', async () => {
  const before = await startIssuer(PEOPLE)
  await using running = await startTestService({
    settings: { ...settings, OIDC_ISSUER: before.url },
  })
  const person = async () => (await signIn(running, 'operator', 'grace')).answer
  assert.equal((await person()).status, 200)
  await before[Symbol.asyncDispose]()

  const port = Number(new URL(before.url).port)
  const asked = await new SessionBrowser(running).send('POST', '/operator/session/openid')
  assert.equal(asked.status, 503)
  assert.equal(
    asked.json.detail,
    'The sign-in service is not responding. Try again later, or sign in another way.',
  )
  assert.equal((await running.ask('/health/ready')).status, 200)
  const { store, clock } = running.service
  const key = await addOperator(store, 'Ada', clock.now())
  const byKey = new SessionBrowser(running)
  const other = await byKey.send('POST', '/operator/session', { operator_key: key })
  assert.equal(other.status, 200, 'other ways in are as before')

  const methods = ['client_secret_post']
  const rotated = await startIssuer(PEOPLE, { port, methods, skewSeconds: 50 })
  assert.equal((await person()).status, 200)
  await rotated[Symbol.asyncDispose]()
  await using _late = await startIssuer(PEOPLE, { port, skewSeconds: -7200 })
  assert.match(
    (await person()).json.detail,
    /^The clock of the sign-in service and ours are too far apart/,
  )
})

test('mailed links and keys can be switched off', async () => {
  await using running = await startTestService({
    settings: { ...settings, SIGN_IN_WAYS: 'none', OIDC_HOLDERS: '0' },
  })
  const browser = new SessionBrowser(running)
  const { json } = await browser.send('GET', '/operator/session')
  assert.deepEqual(
    [json.signed_in, json.ways, json.openid_name],
    [false, ['openid'], 'single sign-on'],
  )
  const attempts = [
    ['/console/session', { admin_key: 'admin_x' }, 'Signing in by key is switched off here.'],
    ['/operator/session', { operator_key: 'op' }, 'Signing in by key is switched off here.'],
    ['/console/session/link', { email: 'a@b.c' }, 'Signing in by mail is switched off here.'],
  ] as const
  for (const [path, body, detail] of attempts) {
    const refused = await browser.send('POST', path, body)
    assert.deepEqual([refused.status, refused.json.detail], [403, detail])
  }
  assert.equal((await browser.send('POST', '/console/session/openid')).status, 404)
})
