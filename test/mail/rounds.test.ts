// Round by round: which mails are tried, which are not, and when the next try is.
// Covers: src/mail/{sender,leases,queue,message}.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { OWN_BRAND } from '../../src/lib/brand/brand.ts'
import { makeLog } from '../../src/lib/log.ts'
import { queueMail } from '../../src/mail/queue.ts'
import { MailSender, type MailSenderParts } from '../../src/mail/sender.ts'
import type { Delivery, Transport } from '../../src/mail/transport.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, type MakeStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 50 })
const TAKEN: Delivery = { kind: 'taken', deferred: [], refused: [], note: '' }
const AWAY: Delivery = { kind: 'deferred', recipients: ['a@x.net'], isServer: true, note: 'away' }
const LATER: Delivery = { ...AWAY, isServer: false }
const MINUTE = 60_000

async function open(makeStore: MakeStore, t: TestContext) {
  const store = await makeStore(t)
  await sql`delete from mail`.execute(store.db)
  const clock = new ManualClock()
  const { accountId } = await newCaller(store, PLANS, 'small', clock.now())
  const world = { answer: TAKEN, tried: 0, whileSending: (): unknown => undefined }
  const logged: Record<string, unknown>[] = []
  const transport: Transport = {
    name: 'test',
    deadlineMs: 30_000,
    tidy: async () => {},
    deliver: async () => {
      world.tried += 1
      await world.whileSending()
      return world.answer
    },
  }
  const sender = (changes: Partial<MailSenderParts> = {}) =>
    new MailSender({
      store,
      clock,
      log: makeLog(
        'info',
        () => clock.now(),
        (line) => logged.push(JSON.parse(line)),
      ),
      from: { name: 'x', address: 'x@x.net' },
      brand: OWN_BRAND,
      baseUrl: 'http://localhost',
      keptDays: 90,
      transport,
      attachmentsOf: async () => [],
      random: () => 0.5,
      ...changes,
    })
  const own = sender()
  let queued = 0
  return {
    store,
    clock,
    world,
    logged,
    sender,
    async queue(count: number, occasion?: string): Promise<void> {
      for (let at = 0; at < count; at += 1) {
        queued += 1
        const onceKey = occasion ?? `${accountId} ${queued}`
        const mail = { to: 'a@x.net', cc: [], subject: 's', text: 't', html: '<p>t</p>' }
        await queueMail(store.db, {
          accountId,
          kind: 'invoice',
          onceKey,
          ...mail,
          now: clock.now(),
        })
      }
    },
    /** How many mails one round of a sender tries. */
    async tries(by = own): Promise<number> {
      const before = world.tried
      await by.round()
      return world.tried - before
    },
  }
}

eachSharedStore((makeStore) => {
  test('a mail is sent once, an occasion has one mail, and two nodes send each once', async (t) => {
    const { queue, tries, world, sender } = await open(makeStore, t)
    await queue(3, 'the same')
    assert.equal(await tries(), 1)
    assert.equal(await tries(), 0)
    await queue(10)
    const before = world.tried
    await Promise.all([sender().round(), sender().round()])
    assert.equal(world.tried - before, 10)
  })

  test('a slow try is followed by the whole wait, and a server that was slow to fail by the whole pause', async (t) => {
    const { queue, tries, world, clock } = await open(makeStore, t)
    world.whileSending = () => clock.advance(20_000)
    world.answer = LATER
    await queue(1)
    assert.equal(await tries(), 1)
    clock.advance(MINUTE - 1)
    assert.equal(await tries(), 0)
    clock.advance(1)
    world.answer = AWAY
    assert.equal(await tries(), 1)
    await queue(1)
    clock.advance(29_999)
    assert.equal(await tries(), 0)
    clock.advance(1)
    assert.equal(await tries(), 1)
  })

  test('where the server is away four are tried, the rest is left, and nobody asks for 30 seconds', async (t) => {
    const { queue, tries, world, clock } = await open(makeStore, t)
    world.answer = AWAY
    await queue(12)
    assert.equal(await tries(), 4)
    world.answer = TAKEN
    clock.advance(29_999)
    assert.equal(await tries(), 0)
    clock.advance(1)
    assert.equal(await tries(), 8, 'those that were left')
    clock.advance(30_000)
    assert.equal(await tries(), 4, 'a minute after their first try')
  })

  test('a mail that cannot be taken now is tried after a minute and not before, and others meanwhile', async (t) => {
    const { queue, tries, world, clock } = await open(makeStore, t)
    world.answer = LATER
    await queue(6)
    assert.equal(await tries(), 6)
    world.answer = TAKEN
    clock.advance(MINUTE - 1)
    assert.equal(await tries(), 0)
    await queue(1)
    assert.equal(await tries(), 1)
    clock.advance(1)
    assert.equal(await tries(), 6)
  })

  test('a round that is cut off by a stop begins no other mail, and counts what it did', async (t) => {
    const { queue, store, world, sender, clock } = await open(makeStore, t)
    await queue(12)
    const stopping = sender()
    world.whileSending = () => void stopping.close()
    await stopping.round()
    assert.equal(world.tried, 4, 'those under way')
    assert.deepEqual(stopping.counts, { sent: 4, failed: 0, givenUp: 0 })
    world.whileSending = () => {}
    world.answer = { kind: 'refused', note: 'never' }
    const other = sender()
    await other.round()
    assert.deepEqual(other.counts, { sent: 0, failed: 8, givenUp: 8 })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from mail where given_up_at = ${clock.now()}`.execute(store.db)
    assert.equal(Number(rows[0]?.n), 8)
  })

  test('a mail that is under way at a stop has five seconds, and is then cut off and due again', async (t) => {
    const { store, queue, sender } = await open(makeStore, t)
    await queue(1)
    const begun = Promise.withResolvers<void>()
    let isCut = false
    const transport: Transport = {
      name: 'slow',
      deadlineMs: 30_000,
      tidy: async () => {},
      deliver: (_envelope, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isCut = true
            resolve(LATER)
          })
          begun.resolve()
        }),
    }
    const slow = sender({ transport })
    slow.start()
    await begun.promise
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const closed = slow.close()
    t.mock.timers.tick(4999)
    assert.equal(isCut, false)
    t.mock.timers.tick(1)
    assert.equal(isCut, true)
    t.mock.timers.reset()
    await closed
    const { rows } = await sql<{ sent_at: number | null; leased_until: number | null }>`
      select sent_at, leased_until from mail`.execute(store.db)
    assert.deepEqual(rows, [{ sent_at: null, leased_until: null }])
  })

  test('the logo goes along with each mail, under a name that fits its kind', async (t) => {
    const { queue, sender } = await open(makeStore, t)
    for (const [contentType, filename] of [
      ['image/png', 'logo.png'],
      ['image/jpeg', 'logo.jpg'],
    ] as const) {
      await queue(1)
      const sent: string[] = []
      const transport: Transport = {
        name: 'keeping',
        deadlineMs: 30_000,
        tidy: async () => {},
        deliver: async ({ bytes }) => {
          sent.push(String(bytes))
          return TAKEN
        },
      }
      const logo = { contentType, content: Buffer.from('picture') }
      await sender({ transport, brand: { name: 'Acme', logo } }).round()
      assert.equal(sent.length, 1)
      assert.match(sent[0] ?? '', new RegExp(`Content-Type: ${contentType}; name=${filename}`))
    }
  })

  test('what was taken for some and refused for others is sent and told, and a lost lease is told', async (t) => {
    const { queue, store, world, sender, logged } = await open(makeStore, t)
    await queue(1)
    world.answer = { ...TAKEN, refused: ['b@x.net', 'c@x.net'], note: 'not b, not c' }
    const own = sender()
    await own.round()
    const [some] = logged.filter(({ event }) => event === 'mail refused for some')
    assert.deepEqual([some?.level, some?.refused, some?.note], ['warn', 2, 'not b, not c'])
    assert.equal(own.counts.sent, 1)
    await queue(1)
    world.answer = TAKEN
    world.whileSending = () => sql`update mail set fence = fence + 1`.execute(store.db)
    await own.round()
    const [lost] = logged.filter(({ event }) => event === 'mail lease lost')
    assert.deepEqual([lost?.level, lost?.kind, lost?.attempts], ['warn', 'invoice', 1])
    assert.equal(own.counts.sent, 1, 'another node has it now')
  })

  test('a mail whose attachments are not ready within a minute is put off, and told', async (t) => {
    const { queue, world, sender, logged } = await open(makeStore, t)
    await queue(1)
    const begun = Promise.withResolvers<void>()
    const slow = sender({
      attachmentsOf: () => {
        t.mock.timers.enable({ apis: ['setTimeout'] })
        begun.resolve()
        return new Promise(() => {})
      },
    })
    const round = slow.round()
    await begun.promise
    t.mock.timers.tick(60_000)
    t.mock.timers.reset()
    await round
    assert.deepEqual([world.tried, slow.counts.sent, slow.counts.failed], [0, 0, 1])
    const [late] = logged.filter(({ event }) => event === 'mail postponed')
    assert.equal(late?.note, 'The attachments took too long.')
  })

  test('a transport that fails by itself fails the round, after the other mails of it', async (t) => {
    const { queue, world, sender } = await open(makeStore, t)
    await queue(9)
    world.whileSending = () => {
      if (world.tried === 2) throw new Error('a bug of ours')
    }
    await assert.rejects(sender().round(), /a bug of ours/)
    assert.equal(world.tried, 9)
  })

  test('a mail that was tried forty times is given up without another try', async (t) => {
    const { queue, tries, store, clock, world, sender } = await open(makeStore, t)
    await queue(2)
    world.answer = LATER
    await sql`update mail set attempts = 39 where id = (select min(id) from mail)`.execute(store.db)
    await sql`update mail set attempts = 40 where attempts = 0`.execute(store.db)
    assert.equal(await tries(), 1, 'the fortieth is made')
    const { rows } = await sql<{ given_up_at: number | null }>`
      select given_up_at from mail order by attempts`.execute(store.db)
    assert.deepEqual(
      rows.map((row) => row.given_up_at),
      [null, clock.now()],
    )
    world.answer = AWAY
    const later = sender()
    await later.round()
    assert.equal(later.queued, 1, 'what was given up waits no more')
  })
})
