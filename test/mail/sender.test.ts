// The sender of mails: each once, however many nodes there are and whatever fails in between.
// Covers: src/mail/**

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { OWN_BRAND } from '../../src/lib/brand/brand.ts'
import { makeLog } from '../../src/lib/log.ts'
import { endLease, LEASE_MS, leaseMail } from '../../src/mail/leases.ts'
import { Outbox } from '../../src/mail/outbox.ts'
import { type MailKind, queueMail } from '../../src/mail/queue.ts'
import { MailSender, type MailSenderParts } from '../../src/mail/sender.ts'
import { Smtp } from '../../src/mail/smtp.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { type Manners, startSmtp } from '../support/servers/smtp.ts'
import { eachSharedStore, newDataDir } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 50 })
const CHILD = fileURLToPath(new URL('./sender-child.ts', import.meta.url))
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ONE_MORE_MS = 75_000

interface World {
  readonly store: Store
  readonly clock: ManualClock
  readonly logged: string[]
  queue(occasion: string, more?: { kind?: MailKind; cc?: readonly string[] }): Promise<void>
  sender(parts: Pick<MailSenderParts, 'transport'> & Partial<MailSenderParts>): MailSender
}

/** The queue is empty at first: the tests share a store. */
async function newWorld(store: Store, clock = new ManualClock()): Promise<World> {
  await sql`delete from mail`.execute(store.db)
  const { accountId } = await newCaller(store, PLANS, 'small', clock.now())
  const logged: string[] = []
  const log = makeLog(
    'debug',
    () => clock.now(),
    (line) => logged.push(line),
  )
  const from = { name: 'Doorplate', address: 'mail@doorplate.example' }
  return {
    store,
    clock,
    logged,
    queue: (occasion, { kind = 'invoice', cc = [] } = {}) =>
      queueMail(store.db, {
        accountId,
        kind,
        onceKey: `${accountId}:${occasion}`,
        to: 'to@example.com',
        cc,
        subject: occasion,
        text: `${occasion}\n`,
        html: `<p>${occasion}</p>`,
        now: clock.now(),
      }),
    sender: (parts) =>
      new MailSender({
        brand: OWN_BRAND,
        keptDays: 90,
        baseUrl: 'http://localhost:8080',
        store,
        clock,
        log,
        from,
        attachmentsOf: async () => [],
        random: () => 0.5,
        ...parts,
      }),
  }
}

function smtpAt(port: number, deadlineMs = 20_000): Smtp {
  return new Smtp({ host: '127.0.0.1', port, isSecure: false, user: '', password: '', deadlineMs })
}

async function mailRows({ store }: Pick<World, 'store'>) {
  const { rows } = await sql<{
    id: string
    subject: string
    attempts: number
    due_at: number
    sent_at: number | null
    given_up_at: number | null
    last_error: string
  }>`
    select id, subject, attempts, due_at, sent_at, given_up_at, last_error
    from mail order by subject`.execute(store.db)
  return rows
}

/** A sender with an SMTP server of such manners. */
async function withServer(t: TestContext, store: Store, manners: Manners = {}) {
  const world = await newWorld(store)
  const smtp = await startSmtp(t, manners)
  const sender = world.sender({ transport: smtpAt(smtp.port) })
  return { ...world, smtp, sender, newSender: world.sender }
}

eachSharedStore((makeStore, newPlace) => {
  test('what was queued is sent once and is marked so', async (t) => {
    const { queue, sender, smtp, ...world } = await withServer(t, await makeStore(t))
    for (let at = 0; at < 12; at += 1) await queue(`mail ${at}`, { cc: ['cc@example.com'] })
    await queue('mail 0')
    await sender.round()
    await sender.round()
    assert.equal(smtp.received.length, 12)
    assert.equal(new Set(smtp.received.map(({ mail }) => mail.messageId)).size, 12)
    assert.deepEqual(smtp.received[0].recipients, ['to@example.com', 'cc@example.com'])
    assert.ok((await mailRows(world)).every((row) => row.sent_at === world.clock.now()))
    assert.deepEqual(sender.counts, { sent: 12, failed: 0, givenUp: 0 })
  })

  test('a mail that is put off is tried again after growing pauses, and then arrives', async (t) => {
    const manners = { data: (count: number) => (count <= 3 ? 451 : undefined) }
    const { queue, sender, smtp, clock, ...world } = await withServer(
      t,
      await makeStore(t),
      manners,
    )
    await queue('late')
    const pauses: number[] = []
    while (smtp.received.length === 0) {
      await sender.round()
      const [row] = await mailRows(world)
      if (row.sent_at !== null) break
      assert.match(row.last_error, /451/)
      pauses.push((row.due_at - clock.now()) / 60_000)
      clock.advance(row.due_at - clock.now() - 1)
      await sender.round()
      assert.equal((await mailRows(world))[0].attempts, row.attempts)
      clock.advance(1)
    }
    assert.deepEqual(pauses, [1, 5, 15])
    assert.deepEqual([sender.counts.sent, sender.counts.failed], [1, 3])
  })

  test('a mail that nobody takes is given up after days, with the last error', async (t) => {
    const { queue, sender, clock, logged, ...world } = await withServer(t, await makeStore(t), {
      data: () => 451,
    })
    await queue('invoice')
    await queue('notice', { kind: 'limit-notice' })
    const begin = clock.now()
    let invoice = (await mailRows(world))[0]
    while (invoice.given_up_at === null && clock.now() - begin < 10 * DAY_MS) {
      await sender.round()
      clock.advance(6 * HOUR_MS)
      invoice = (await mailRows(world))[0]
    }
    const [, notice] = await mailRows(world)
    assert.match(invoice.last_error, /451/)
    const days = (moment: number | null) => ((moment ?? 0) - begin) / DAY_MS
    assert.ok(days(invoice.given_up_at) >= 4 && days(invoice.given_up_at) < 5)
    // Yesterday's allowance is no news.
    assert.ok(days(notice.given_up_at) >= 1 && days(notice.given_up_at) < 2)
    assert.equal(sender.counts.givenUp, 2)
    assert.equal(logged.filter((line) => line.includes('mail given up')).length, 2)
  })

  test('refused for good by all is given up at once and logged, without a copy to anybody', async (t) => {
    const { queue, sender, smtp, logged, ...world } = await withServer(t, await makeStore(t), {
      rcpt: () => 550,
    })
    await queue('refused')
    await sender.round()
    const [row] = await mailRows(world)
    assert.ok(row.given_up_at !== null && row.sent_at === null)
    assert.match(row.last_error, /550/)
    assert.equal(smtp.received.length, 0)
    assert.ok(logged.some((line) => line.includes('mail given up') && line.includes('550')))
  })

  test('a CC that is put off gets the mail later, and nobody else gets it again', async (t) => {
    let isOff = true
    const { queue, sender, smtp, clock, ...world } = await withServer(t, await makeStore(t), {
      rcpt: (address) => (isOff && address === 'b@example.com' ? 450 : undefined),
    })
    await queue('both', { cc: ['a@example.com', 'b@example.com'] })
    await sender.round()
    isOff = false
    clock.advance(ONE_MORE_MS)
    await sender.round()
    assert.deepEqual(
      smtp.received.map(({ recipients }) => recipients),
      [['to@example.com', 'a@example.com'], ['b@example.com']],
    )
    assert.equal(smtp.received[0].mail.messageId, smtp.received[1].mail.messageId)
    assert.equal((await mailRows(world))[0].sent_at, clock.now())
  })

  test('a sender that lost its lease cannot say anything about the mail any more', async (t) => {
    const store = await makeStore(t)
    const { queue, clock, ...world } = await newWorld(store)
    await queue('fenced')
    const [{ id }] = await mailRows({ store })
    const first = await leaseMail(store, id, clock.now())
    assert.ok(first)
    assert.equal(await leaseMail(store, id, clock.now() + LEASE_MS - 1), undefined)
    clock.advance(LEASE_MS)
    const second = await leaseMail(store, id, clock.now())
    assert.ok(second)
    const sent = { kind: 'sent', note: '' } as const
    assert.equal(await endLease(store, first, sent, clock.now()), false)
    assert.equal((await mailRows({ ...world, store }))[0].sent_at, null)
    assert.equal(await endLease(store, second, sent, clock.now()), true)
    assert.equal(await endLease(store, second, sent, clock.now()), false)
  })

  test('a mail whose lease is nearly over is not begun', async (t) => {
    const { queue, smtp, newSender, ...world } = await withServer(t, await makeStore(t))
    await queue('slow')
    const sender = newSender({
      transport: smtpAt(smtp.port),
      attachmentsOf: async () => {
        world.clock.advance(LEASE_MS - 1000)
        return []
      },
    })
    await sender.round()
    assert.equal(smtp.connections(), 0)
  })

  test('an attachment that cannot be made puts the mail off', async (t) => {
    const { queue, smtp, newSender, ...world } = await withServer(t, await makeStore(t))
    await queue('without')
    const attachmentsOf = async () => Promise.reject(new Error('No such invoice.'))
    await newSender({ transport: smtpAt(smtp.port), attachmentsOf }).round()
    const [row] = await mailRows(world)
    assert.equal(row.last_error, 'No such invoice.')
    assert.ok(row.due_at > world.clock.now())
  })

  test('a server that is away is left alone for a while, and the mails behind lose no time', async (t) => {
    const world = await newWorld(await makeStore(t))
    for (let at = 0; at < 20; at += 1) await world.queue(`mail ${at}`)
    const sender = world.sender({ transport: smtpAt(1) })
    await sender.round()
    await sender.round()
    assert.ok((await mailRows(world)).filter(({ attempts }) => attempts > 0).length <= 4)
    world.clock.advance(ONE_MORE_MS)
    const smtp = await startSmtp(t)
    await world.sender({ transport: smtpAt(smtp.port) }).round()
    assert.equal(smtp.received.length, 20)
  })

  test('a taken mail is written down although the store was away for a moment', async (t) => {
    const store = await makeStore(t)
    const world = await newWorld(store)
    await world.queue('once')
    const smtp = await startSmtp(t)
    let isAway = false
    const db = new Proxy(store.db, {
      get(target, name) {
        if (name === 'getExecutor' && isAway && smtp.received.length > 0) {
          isAway = false
          throw new Error('The store is away.')
        }
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    isAway = true
    const sender = world.sender({ transport: smtpAt(smtp.port), store: { db } })
    await sender.round()
    assert.equal(isAway, false)
    assert.equal((await mailRows(world))[0].sent_at, world.clock.now())
    assert.equal(smtp.received.length, 1)
  })

  test('mails that were sent or given up are forgotten in time, and others never', async (t) => {
    const { queue, sender, newSender, clock, ...world } = await withServer(t, await makeStore(t), {
      data: (count) => (count === 1 ? undefined : 554),
    })
    await queue('a sent')
    await sender.round()
    await queue('b refused')
    await sender.round()
    clock.advance(90 * DAY_MS)
    await sender.round()
    assert.equal((await mailRows(world)).length, 2)
    const waiting = newSender({ transport: smtpAt(1) })
    await queue('c waits')
    clock.advance(HOUR_MS)
    await waiting.round()
    assert.deepEqual(
      (await mailRows(world)).map(({ subject }) => subject),
      ['c waits'],
    )
  })

  test('the job tells how many wait and for how long', async (t) => {
    const world = await newWorld(await makeStore(t))
    const sender = world.sender({ transport: smtpAt(1) })
    await sender.round()
    assert.deepEqual([sender.queued, sender.oldestAgeMs], [0, 0])
    await world.queue('one')
    world.clock.advance(HOUR_MS)
    await world.queue('two')
    await sender.round()
    assert.deepEqual([sender.queued, sender.oldestAgeMs], [2, HOUR_MS])
  })

  test('without a server each mail is one file, which a mail program opens', async (t) => {
    const world = await newWorld(await makeStore(t))
    const folder = join(newDataDir(t), 'outbox')
    const transport = new Outbox(folder, () => world.clock.now())
    await world.queue('on paper', { cc: ['cc@example.com'] })
    const content = Buffer.from('%PDF')
    const pdf = { filename: 'i.pdf', contentType: 'application/pdf', content }
    const sender = world.sender({ transport, attachmentsOf: async () => [pdf] })
    await sender.round()
    const [{ id }] = await mailRows(world)
    assert.deepEqual(readdirSync(folder), [`${id}.eml`])
    const mail = await PostalMime.parse(readFileSync(join(folder, `${id}.eml`)))
    assert.equal(mail.subject, 'on paper')
    assert.equal(mail.cc?.[0]?.address, 'cc@example.com')
    assert.equal(mail.attachments[0].mimeType, 'application/pdf')
    // The same mail once more, as after a kill between the file and the mark, makes no second file.
    await sql`update mail set sent_at = null where id = ${id}`.execute(world.store.db)
    await sender.round()
    assert.deepEqual(readdirSync(folder), [`${id}.eml`])
    writeFileSync(join(folder, 'notes.txt'), "somebody else's")
    world.clock.advance(90 * DAY_MS + HOUR_MS)
    await sender.round()
    assert.deepEqual(readdirSync(folder), ['notes.txt'])
  })

  test('an outbox that cannot be written puts mails off with a sentence', async (t) => {
    const world = await newWorld(await makeStore(t))
    await world.queue('nowhere')
    const file = join(newDataDir(t), 'outbox')
    writeFileSync(file, '')
    await world.sender({ transport: new Outbox(file, () => 0) }).round()
    assert.match(
      (await mailRows(world))[0].last_error,
      /outbox cannot be written: the file already exists\./,
    )
  })

  test('a node killed before the server took the mail loses nothing, and its mail is sent once', async (t) => {
    const place = await newPlace(t)
    const smtp = await startSmtp(t, { data: (count) => (count <= 4 ? 'hang' : undefined) })
    const clock = new ManualClock(new Date().toISOString())
    const store = await makeStore(t, place)
    const world = await newWorld(store, clock)
    for (let at = 0; at < 4; at += 1) await world.queue(`mail ${at}`)
    const child = spawn(process.execPath, [CHILD, place.databaseUrl, place.dataDir, `${smtp.port}`])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    while (smtp.datas() < 4) await delay(10)
    child.kill('SIGKILL')
    await ended
    const sender = world.sender({ transport: smtpAt(smtp.port) })
    await sender.round()
    assert.equal(smtp.received.length, 0)
    clock.advance(LEASE_MS + 60_000)
    await sender.round()
    await sender.round()
    assert.deepEqual(smtp.received.map(({ mail }) => mail.subject).sort(), [
      'mail 0',
      'mail 1',
      'mail 2',
      'mail 3',
    ])
  })

  test('two nodes with one queue send every mail once', async (t) => {
    const place = await newPlace(t)
    const stores = [await makeStore(t, place), await makeStore(t, place)]
    const world = await newWorld(stores[0])
    const mails = 60
    for (let at = 0; at < mails; at += 1) await world.queue(`mail ${at}`)
    const smtp = await startSmtp(t)
    const senders = stores.map((store) => world.sender({ transport: smtpAt(smtp.port), store }))
    await Promise.all(senders.map((sender) => sender.round()))
    assert.equal(smtp.received.length, mails)
    assert.equal(new Set(smtp.received.map(({ mail }) => mail.messageId)).size, mails)
    assert.equal(senders[0].counts.sent + senders[1].counts.sent, mails)
    assert.ok(senders.every(({ counts }) => counts.sent > 0))
  })

  test('a mail that was taken by a server that never said so comes again under the same Message-ID', async (t) => {
    const world = await newWorld(await makeStore(t))
    await world.queue('in doubt')
    const silent = await startSmtp(t, { isSilentlyTaking: true })
    await world.sender({ transport: smtpAt(silent.port) }).round()
    world.clock.advance(ONE_MORE_MS)
    const smtp = await startSmtp(t)
    await world.sender({ transport: smtpAt(smtp.port) }).round()
    assert.equal(silent.received[0].mail.messageId, smtp.received[0].mail.messageId)
    assert.deepEqual(silent.received[0].raw, smtp.received[0].raw)
  })
})
