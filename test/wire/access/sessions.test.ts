// Signing in to the console, over real HTTP and under attack: links, sessions, who may use them, and how often.
// Covers: src/access/sessions.ts, src/endpoints/session/**, src/account/sessions/**, src/web/sign-up/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Sessions } from '../../../src/access/sessions.ts'
import { createAccount } from '../../../src/account/accounts.ts'
import { SESSIONS_MAX } from '../../../src/account/sessions/sessions.ts'
import type { Product } from '../../../src/address/product.ts'
import { SessionBrowser as Browser } from '../../support/browser/session-browser.ts'
import { eachService } from '../../support/each-service.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type Answer, startTestService, type TestService } from '../../support/running.ts'

const MINUTE_MS = 60_000
/** By default. */
const SESSION_MS = 12 * 60 * MINUTE_MS

/** The links that were mailed to an address, newest last; mails are made after the answer, so they are waited for. */
async function linksTo({ service }: TestService, email: string, count: number): Promise<string[]> {
  for (;;) {
    const { rows } = await sql<{ body_text: string }>`
      select body_text from mail where recipient = ${email} and kind = 'sign-in'
      order by created_at, id`.execute(service.store.db)
    if (rows.length >= count) {
      return rows.map((row) => /#(link_\w+)/.exec(row.body_text)?.[1] ?? '')
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

let made = 0

async function newHolder({ service }: TestService, product: Product = 'uk', wanted?: string) {
  made += 1
  const email = wanted ?? `person-${process.pid}-${made}@example.com`
  const { store, plans, clock } = service
  const account = await createAccount(store, plans, { email, product }, clock.now())
  assert.equal(account.kind, 'created')
  return { email, ...account }
}

const clock = new ManualClock()

eachService(attacks, () => ({ clock, settings: { SIGN_UP: 'open' } }))

function attacks(service: () => Promise<TestService>): void {
  test('a link by mail signs in once, in a browser that asked for one, within a quarter of an hour', async () => {
    const running = await service()
    const { email } = await newHolder(running)
    const browser = new Browser(running)
    const asked = await browser.askForLink(email.toUpperCase())
    assert.equal(asked.status, 200)
    assert.match(asked.headers.getSetCookie()[0] ?? '', /^doorplate_browser=.*; Max-Age=900;/)
    const [link = ''] = await linksTo(running, email, 1)
    const stranger = new Browser(running)
    assert.equal((await stranger.openLink(link)).status, 400)
    assert.equal((await browser.openLink(`${link}x`)).status, 400)
    assert.equal((await browser.openLink(link)).status, 200)
    const who = (await browser.send('GET', '/console/session')).json
    assert.deepEqual([who.email, who.product], [email, 'uk'])
    assert.equal((await browser.openLink(link)).status, 400, 'a second time')

    clock.advance(1)
    await browser.askForLink(email)
    const late = (await linksTo(running, email, 2))[1] ?? ''
    clock.advance(15 * MINUTE_MS)
    assert.equal((await browser.openLink(late)).status, 400, 'too late')
  })

  test('a link is void once the account has another e-mail address', async () => {
    const running = await service()
    const { email, adminKey } = await newHolder(running)
    const browser = new Browser(running)
    await browser.askForLink(email)
    const [link = ''] = await linksTo(running, email, 1)
    const moved = await running.ask(`/email-address?new-email-address=moved-${email}`, adminKey, {
      method: 'PUT',
    })
    assert.equal(moved.status, 204)
    assert.equal((await browser.openLink(link)).status, 400)
  })

  test('a session calls the account’s API, and nothing takes it for a key', async () => {
    const running = await service()
    const { adminKey, apiKey } = await newHolder(running)
    const browser = new Browser(running)
    const signedIn = await browser.send('POST', '/console/session', { admin_key: adminKey })
    assert.equal(signedIn.status, 200)
    assert.ok(!signedIn.text.includes(adminKey))
    const [cookie = ''] = signedIn.headers.getSetCookie()
    assert.match(cookie, /; Path=\/console\/session; Max-Age=43200; HttpOnly; SameSite=Strict$/)
    assert.equal((await browser.send('GET', '/console/session/api/v2/subscription')).status, 200)
    const secret = browser.cookies.get('doorplate_session') ?? ''
    for (const path of ['/v2/subscription', '/v4/usage', '/autocomplete/queens']) {
      assert.equal((await browser.send('GET', path)).status, 401, `${path} with the cookie`)
      assert.equal((await running.ask(path, secret)).status, 401, `${path} with it as a key`)
    }
    for (const path of [
      '/autocomplete/queens',
      '/get/1',
      '/console',
      '/metrics',
      '/openapi.json',
    ]) {
      const { status } = await browser.send('GET', `/console/session/api${path}`)
      assert.ok(status === 403 || status === 404, `${path} is ${status}`)
    }
    // And a key is nothing that the paths of sessions know.
    const withKey = `/console/session/api/v2/subscription?api-key=${adminKey}`
    assert.equal((await new Browser(running).send('GET', withKey)).status, 401)
    assert.equal((await browser.send('GET', withKey)).status, 401)
    for (const key of [apiKey, 'admin_made-up', secret, '']) {
      const refused = await new Browser(running).send('POST', '/console/session', {
        admin_key: key,
      })
      assert.ok(refused.status === 400 || refused.status === 401, `${refused.status}`)
      assert.deepEqual(refused.headers.getSetCookie(), [])
    }
  })

  test('no other page can use a session, sign in or sign out', async () => {
    const running = await service()
    const { adminKey, email } = await newHolder(running)
    const browser = new Browser(running)
    await browser.send('POST', '/console/session', { admin_key: adminKey })
    const others: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'x-console': '1', 'sec-fetch-site': 'cross-site' },
      { 'x-console': '1', 'sec-fetch-site': 'same-site' },
      { 'x-console': '1', origin: 'https://evil.example' },
      { 'x-console': '1', origin: 'null' },
      { 'x-console': 'yes' },
    ]
    for (const headers of others) {
      for (const [method, path, body] of [
        ['GET', '/console/session/api/v2/subscription'],
        ['PUT', '/console/session/api/subscription/unsubscribe'],
        ['GET', '/console/session'],
        ['DELETE', '/console/session'],
        ['POST', '/console/session', { admin_key: adminKey }],
        ['POST', '/console/session/link', { email }],
        ['POST', '/console/session/link/open', { link: 'link_x' }],
        ['POST', '/console/session/sign-up', { email, product: 'uk' }],
      ] as const) {
        const refused = await browser.send(method, path, body, headers)
        assert.equal(refused.status, 403, `${method} ${path} with ${JSON.stringify(headers)}`)
      }
    }
    // A page of another site has to ask first whether it may send the header, and hears that it may not.
    const { headers } = await browser.send('OPTIONS', '/console/session/api/v2/subscription')
    assert.ok(!/x-console/i.test(headers.get('access-control-allow-headers') ?? ''))
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.ok(await browser.isSignedIn())
  })

  test('a session that was planted before is never taken over, and a made-up one is nobody', async () => {
    const running = await service()
    const { adminKey } = await newHolder(running)
    const attacker = new Browser(running)
    await attacker.send('POST', '/console/session', {
      admin_key: (await newHolder(running)).adminKey,
    })
    const planted = attacker.cookies.get('doorplate_session') ?? ''
    const victim = new Browser(running)
    for (const value of [planted, 'session_planted']) {
      victim.cookies.set('doorplate_session', value)
      await victim.send('POST', '/console/session', { admin_key: adminKey })
      assert.notEqual(victim.cookies.get('doorplate_session'), value)
    }
    const other = new Browser(running)
    other.cookies.set('doorplate_session', 'session_planted')
    assert.equal(await other.isSignedIn(), false)
    const { email: seen } = (await attacker.send('GET', '/console/session')).json
    assert.notEqual(seen, (await victim.send('GET', '/console/session')).json.email)
  })

  test('a session ends after 12 hours, by signing out, everywhere, and when the admin key is cut off', async () => {
    const running = await service()
    const { adminKey, accountId } = await newHolder(running)
    const signIn = async (key = adminKey) => {
      const browser = new Browser(running)
      await browser.send('POST', '/console/session', { admin_key: key })
      return browser
    }
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    const kept = first.cookies.get('doorplate_session') ?? ''
    await first.send('DELETE', '/console/session')
    first.cookies.set('doorplate_session', kept)
    assert.equal(await first.isSignedIn(), false)
    assert.ok(await second.isSignedIn())
    await second.send('DELETE', '/console/session?everywhere=true')
    assert.equal(await third.isSignedIn(), false)

    const [owner, thief] = [await signIn(), await signIn()]
    const rotated = await owner.send('PUT', '/console/session/api/security/admin-key?grace=0')
    assert.equal(await thief.isSignedIn(), false)
    assert.ok(await owner.isSignedIn(), 'the one who replaced it goes on')
    clock.advance(SESSION_MS - 1)
    assert.ok(await owner.isSignedIn())
    clock.advance(1)
    assert.equal(await owner.isSignedIn(), false)
    const many = await signIn(rotated.json['admin-key'])
    const { rows } = await sql<{ id: string }>`
      select id from console_session where account_id = ${accountId}`.execute(
      running.service.store.db,
    )
    assert.ok(rows.length <= SESSIONS_MAX)
    assert.ok(await many.isSignedIn())
  })

  test('asking for a mail says nothing about whether the address has an account', async () => {
    const running = await service()
    const { email } = await newHolder(running)
    const unknown = `nobody-${email}`
    const answers: Answer[] = []
    // While this transaction holds the store, whoever asked it before answering would wait for ever.
    if (running.service.store.kind === 'sqlite') {
      await running.service.store.transaction(async () => {
        for (const one of [email, unknown]) answers.push(await new Browser(running).askForLink(one))
      })
    } else {
      for (const one of [email, unknown]) answers.push(await new Browser(running).askForLink(one))
    }
    const [known, other] = answers
    assert.deepEqual([known?.status, known?.text], [other?.status, other?.text])
    assert.equal(known?.headers.getSetCookie().length, other?.headers.getSetCookie().length)
    await linksTo(running, email, 1)
    const { rows } = await sql<{ id: string }>`
      select id from mail where recipient = ${unknown}`.execute(running.service.store.db)
    assert.deepEqual(rows, [])
    clock.advance(16 * MINUTE_MS)
  })

  test('strangers who ask for links to a mailbox do not keep its owner from signing in', async () => {
    const running = await service()
    const { email } = await newHolder(running)
    const [stranger, owner] = [new Browser(running), new Browser(running)]
    const asked: Answer[] = []
    for (let nth = 0; nth < 4; nth += 1) asked.push(await stranger.askForLink(email))
    asked.push(await owner.askForLink(email))
    const answers = new Set(asked.map(({ status, text }) => `${status} ${text}`))
    assert.deepEqual([...answers], ['200 {"message":"The mail was queued."}'])
    const links = await linksTo(running, email, 3)
    assert.equal(links.length, 3, 'no fourth mail')
    for (const link of links) {
      assert.equal((await new Browser(running).openLink(link)).status, 400, 'nobody asked there')
      assert.equal((await owner.openLink(link)).status, 200)
    }
    clock.advance(16 * MINUTE_MS)
  })

  test('one visitor gets ten mails in a quarter of an hour, for however many addresses', async () => {
    const running = await service()
    clock.advance(16 * MINUTE_MS)
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await new Browser(running).askForLink(`flood-${at}@example.com`)).status)
    }
    assert.deepEqual([statuses.slice(0, 10).every((one) => one === 200), statuses[10]], [true, 429])
    const refused = await new Browser(running).askForLink('flood@example.com')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    for (const email of ['x', 'a@b.c\r\nBcc: d@e.f', '', 'a@example.com, b@example.com']) {
      assert.equal((await new Browser(running).askForLink(email)).json.title, 'email')
    }
    clock.advance(16 * MINUTE_MS)
  })

  test('an address with an account of each product gets a link for each', async () => {
    const running = await service()
    const { email, accountId: first } = await newHolder(running, 'uk')
    const { accountId: second } = await newHolder(running, 'au', email)
    const browser = new Browser(running)
    await browser.askForLink(email)
    const accounts: string[] = []
    for (const link of await linksTo(running, email, 2)) {
      await browser.openLink(link)
      accounts.push((await browser.send('GET', '/console/session')).json.account_id)
    }
    assert.deepEqual(accounts.sort(), [first, second].sort())
  })

  test('signing up makes a trial account only when its link is opened, and one for each product', async () => {
    const running = await service()
    const { service: parts } = running
    made += 1
    const email = `new-${process.pid}-${made}@example.com`
    const browser = new Browser(running)
    const ask = (product: string) =>
      browser.send('POST', '/console/session/sign-up', { email, product })
    assert.equal((await ask('fr')).status, 400)
    assert.equal((await ask('au')).status, 200)
    const [link = ''] = await linksTo(running, email, 1)
    const count = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from account where email = ${email}`.execute(parts.store.db)
      return rows.length
    }
    assert.equal(await count(), 0)
    const opened = await browser.openLink(link)
    assert.equal((await running.ask('/v4/usage', opened.json.admin_key)).json.daily_limit, 100)
    assert.equal((await running.ask('/autocomplete/king', opened.json.api_key)).status, 200)
    assert.ok(await browser.isSignedIn())
    assert.equal(await count(), 1)
    // Asked for again, it signs in.
    clock.advance(1)
    await ask('au')
    const again = (await linksTo(running, email, 2))[1] ?? ''
    assert.deepEqual((await browser.openLink(again)).json, { signed_in: true })
    assert.equal(await count(), 1)
    clock.advance(61 * MINUTE_MS)
  })
}

test('where signing up is off, as usual, there is no such path and no such page', async (t) => {
  const running = await startTestService()
  t.after(() => running[Symbol.asyncDispose]())
  const browser = new Browser(running)
  const email = 'a@example.com'
  const asked = await browser.send('POST', '/console/session/sign-up', { email, product: 'uk' })
  assert.deepEqual([asked.status, (await running.ask('/sign-up')).status], [404, 404])
  assert.equal((await browser.send('GET', '/console/session')).json.sign_up, false)
})

test('behind TLS the cookie is sent over TLS only', () => {
  const store = { db: undefined as never }
  const sessions = new Sessions('console', store, new ManualClock(), 'https://address.example')
  assert.match(sessions.cookie('session_x', 60), /; HttpOnly; SameSite=Strict; Secure$/)
})
