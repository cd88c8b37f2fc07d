// The doctor: sound books pass, and each fault that is planted is named by account and day.
// Covers: src/billing/doctor/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import { choosePlan, endSubscription } from '../../../src/account/subscriptions.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { examine } from '../../../src/billing/doctor/doctor.ts'
import type { Store } from '../../../src/store/store.ts'
import { callerOf, patientMeter } from '../../support/accounts.ts'
import { eachSharedStore, type MakeStore } from '../../support/stores.ts'
import { type Books, DAY_MS, emptyBooks, holder, PLANS } from '../books.ts'

const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)
const BUFFERED = PLANS.map((plan) => ({ ...plan, monthlyBuffer: 3 }))

/** Two months of an account: look-ups on two days that follow each other, into the buffer, and two invoices. */
async function twoMonths(makeStore: MakeStore, t: TestContext) {
  const empty = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
  const parts: Books = { ...empty, plans: BUFFERED }
  const { store, clock, plans } = parts
  const accountId = await holder(parts, 'small')
  clock.set('2026-03-08T09:00:00Z')
  await runBilling(parts, clock.now())
  const meter = patientMeter({ store, plans, clock })
  for (const lookups of [4, 12]) {
    const caller = await callerOf(store, accountId)
    await Promise.all(Array.from({ length: lookups }, () => meter.charge(caller)))
    clock.advance(DAY_MS)
  }
  await meter.close()
  clock.set('2026-03-10T09:00:00Z')
  await runBilling(parts, clock.now())
  return { parts, accountId }
}

/** Accounts on a month, a year and a trial; one that has changed its plan, one that has ended, one that came back. */
async function manyAccounts(makeStore: MakeStore, t: TestContext): Promise<Books> {
  const parts = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
  const { store, clock, plans } = parts
  const ids: string[] = []
  for (const plan of ['small', 'large', 'year', undefined, 'small', 'small']) {
    ids.push(await holder(parts, plan))
    clock.advance(DAY_MS)
  }
  const [small = '', large = '', , , ended = '', back = ''] = ids
  clock.set('2026-02-20T09:00:00Z')
  await runBilling(parts, clock.now())
  await choosePlan(store, plans, large, 'small', clock.now())
  for (const id of [ended, back]) await endSubscription(store, id, clock.now())
  clock.set('2026-03-25T09:00:00Z')
  await runBilling(parts, clock.now())
  await choosePlan(store, plans, back, 'large', clock.now())
  await choosePlan(store, plans, large, 'year', clock.now())
  assert.deepEqual(await faultsIn(parts), [])
  const meter = patientMeter({ store, plans, clock })
  for (const id of [small, large, back]) await meter.charge(await callerOf(store, id))
  await meter.close()
  clock.set('2026-04-26T09:00:00Z')
  await runBilling(parts, clock.now())
  return parts
}

async function faultsIn(parts: Books): Promise<string[]> {
  return (await examine(parts)).flatMap(({ faults }) => faults)
}

type Statement = (accountId: string) => RawBuilder<unknown>

interface Fault {
  readonly promise: string
  readonly plant: Statement
  /** `$` stands for the account. */
  readonly says: readonly RegExp[]
}

const FAULTS: readonly Fault[] = [
  {
    promise: 'a day that lost a look-up is named',
    plant: (id) =>
      sql`update usage_day set lookups = 3 where account_id = ${id} and day = '2026-03-08'`,
    says: [/\$ has 3 look-ups on 2026-03-08, but 4 were charged/, /\$ says 16 .* have 15/],
  },
  {
    promise: 'a day whose ledger is whole and that has a look-up too many is named',
    plant: (id) =>
      sql`update usage_day set lookups = 13 where account_id = ${id} and day = '2026-03-09'`,
    says: [/\$ has 13 look-ups on 2026-03-09, but 12 were charged/, /\$ says 16 .* have 17/],
  },
  {
    promise: 'a buffer that forgot what was drawn is named',
    plant: (id) => sql`update usage_month set buffer_used = 1 where account_id = ${id}`,
    says: [/\$ has 1 look-ups from the buffer in 2026-03, but 2 were drawn/],
  },
  {
    promise: 'a buffer beyond all look-ups of its month is named',
    plant: (id) => sql`update usage_month set buffer_used = 99 where account_id = ${id}`,
    says: [/\$ drew 99 from the buffer in 2026-03, which has only 16/],
  },
  {
    promise: 'an event of a limit that was not reached is named',
    plant: (id) =>
      sql`insert into limit_event (account_id, day, kind, created_at, plan_name, limit_reached,
        next_limit, time_penalty_ms)
        values (${id}, '2026-03-07', 'first-limit-reached', 1, 'small', 5, 10, 0)`,
    says: [/\$ has the event first-limit-reached of 5 on 2026-03-07, but only 0/],
  },
  {
    promise: 'an event of a limit that one look-up was missing to is named',
    plant: (id) =>
      sql`update limit_event set limit_reached = 13
        where account_id = ${id} and day = '2026-03-09' and kind = 'second-limit-reached'`,
    says: [/\$ has the event second-limit-reached of 13 on 2026-03-09, but only 12/],
  },
  {
    promise: 'an invoice whose state no invoice can have is named',
    plant: () => sql`update invoice set state = 'lost' where number = 1`,
    says: [/Invoice 1 of the account \$ has an impossible state or due date/],
  },
  {
    promise: 'a missing invoice number is named',
    plant: () => sql`update invoice_counter set last_number = 4`,
    says: [/Invoice 3 is missing/],
  },
  {
    promise: 'an invoice beyond the counter is named',
    plant: () => sql`update invoice_counter set last_number = 1`,
    says: [/Invoice 2 has a higher number than the last one issued/],
  },
  {
    promise: 'a total that is not lines and tax is named',
    plant: () => sql`update invoice set total_minor = total_minor + 1 where number = 1`,
    says: [/Invoice 1 of the account \$ does not add up/],
  },
  {
    promise: 'a tax that is not that of the rate is named',
    plant: () =>
      sql`update invoice set tax_minor = 1, total_minor = net_minor + 1 where number = 2`,
    says: [/Invoice 2 of the account \$ does not add up/],
  },
  {
    promise: 'a line whose subtotal is wrong is named',
    plant: () => sql`update invoice_line set unit_minor = 1 where invoice_number = 1`,
    says: [/Invoice 1 of the account \$ does not add up/],
  },
  {
    promise: 'terms that overlap are named',
    plant: () =>
      sql`update invoice set period_start = period_start - 1000, lookups = lookups
        where number = 2`,
    says: [/Invoice 2 of the account \$, from 10 Feb 2026, overlaps the term before/],
  },
  {
    promise: 'a gap between terms is named',
    plant: () => sql`update invoice set period_start = period_start + 1000 where number = 2`,
    says: [/Invoice 2 of the account \$, from 10 Feb 2026, does not follow the term before/],
  },
  {
    promise: 'a billing date that is no term after the last is named',
    plant: (id) =>
      sql`update subscription set next_billing_at = next_billing_at + 86400000
        where account_id = ${id}`,
    says: [/\$ has its next invoice on 11 Apr 2026, which is not a whole term after 10 Mar 2026/],
  },
  {
    promise: 'a plan without a billing date is named',
    plant: (id) => sql`update subscription set next_billing_at = null where account_id = ${id}`,
    says: [/\$ has a plan but no date for the next invoice/],
  },
  {
    promise: 'an invoice that says other look-ups than its days have is named',
    plant: () => sql`update invoice set lookups = 15 where number = 2`,
    says: [/Invoice 2 of the account \$ says 15 look-ups, its line 16, but its days have 16/],
  },
  {
    promise: 'an invoice without its mail is named',
    plant: () => sql`delete from mail where once_key = 'invoice:2'`,
    says: [/mail of invoice 2 of the account \$ is missing/],
  },
  {
    promise: 'a mail of an invoice that does not exist is named',
    plant: (id) =>
      sql`insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text,
        body_html, invoice_number, created_at, due_at)
        values ('m', ${id}, 'invoice', 'invoice:77', 'a@example.com', '[]', '', '', '', '77', 1, 1)`,
    says: [/A mail of the account \$ refers to invoice 77, which the account does not have/],
  },
  {
    promise: 'an invoice that is due before its date is named',
    plant: () => sql`update invoice set due_at = invoiced_at - 1 where number = 2`,
    says: [/Invoice 2 of the account \$ has an impossible state or due date/],
  },
  {
    promise: 'a term that is over before it begins is named',
    plant: () => sql`update invoice set period_end = period_start - 1 where number = 2`,
    says: [
      /Invoice 2 of the account \$, from 10 Feb 2026, does not follow/,
      /Invoice 2 of the account \$ says 16 look-ups, but its days have 0/,
      /\$ has its next invoice on 10 Apr 2026, which is not a whole term after 10 Feb 2026/,
    ],
  },
  {
    promise: 'last days that nobody has billed for days are named',
    plant: (id) =>
      sql`insert into ended_term
        (account_id, anchor_at, product, plan_name, next_billing_at, ended_at, due_at)
        values (${id}, 1, 'uk', 'small', 2, 1, ${Date.parse('2026-03-08T08:59:59Z')})`,
    says: [/The last days of the account \$ should have been billed on 8 Mar 2026 and were not/],
  },
  {
    promise: 'an account without a subscription is named',
    plant: () =>
      sql`insert into account (id, email, email_of_product, created_at)
        values ('acc_bare', 'b@example.com', 'b@example.com', 1)`,
    says: [/The account acc_bare has no subscription/],
  },
  {
    promise: 'a plan that nobody changed to is named, and one that plans.json does not have',
    plant: (id) =>
      sql`insert into plan_change (account_id, seq, changed_at, from_plan, to_plan)
        values (${id}, 1, 1, 'small', 'large')`,
    says: [/\$ is on the plan small, but its last change was to large/],
  },
]

/** With a change that is undone afterwards. */
async function changed<T>(parts: Books, statement: RawBuilder<unknown>, look: Look<T>): Promise<T> {
  const undo = new Error('Nothing of this is kept.')
  let seen: { readonly value: T } | undefined
  await assert.rejects(
    parts.store.transaction(async (tx) => {
      const { numAffectedRows, rows } = await statement.execute(tx)
      assert.ok(Number(numAffectedRows ?? rows.length) > 0, 'nothing is changed')
      seen = { value: await look({ ...parts, store: withDb(parts.store, tx) }) }
      throw undo
    }),
    undo,
  )
  return seen?.value ?? assert.fail()
}

type Look<T> = (parts: Books) => Promise<T>

function withDb(store: Store, db: Store['db']): Store {
  return new Proxy(store, { get: (all, name) => (name === 'db' ? db : Reflect.get(all, name)) })
}

/** What an invoice, its lines, a day and a subscription say: each figure by itself, by the table that has it. */
const FIGURES: readonly (readonly [string, readonly string[]])[] = [
  ['usage_day', ['lookups']],
  ['invoice_counter', ['last_number']],
  ['invoice', ['net_minor', 'tax_minor', 'total_minor', 'tax_basis_points', 'lookups']],
  ['invoice', ['period_start', 'anchor_at']],
  ['invoice_line', ['quantity', 'unit_minor', 'subtotal_minor']],
  ['subscription', ['started_at', 'next_billing_at']],
]

eachSharedStore((makeStore, _newPlace, kind) => {
  test('each fault of the books is named by its account and day', async (t) => {
    const { parts, accountId } = await twoMonths(makeStore, t)
    assert.deepEqual(await faultsIn(parts), [])
    for (const { promise, plant, says } of FAULTS) {
      await t.test(promise, async () => {
        const found = await changed(parts, plant(accountId), faultsIn)
        const faults = found.map((fault) => fault.replaceAll(accountId, '$'))
        assert.equal(faults.length, says.length, faults.join('\n'))
        for (const [at, pattern] of says.entries()) assert.match(faults[at] ?? '', pattern)
      })
    }
  })

  test('billing that is late by days is named', async (t) => {
    const { parts, accountId } = await twoMonths(makeStore, t)
    parts.clock.set('2026-04-20T00:00:00Z')
    const [fault] = await faultsIn(parts)
    assert.equal(
      fault,
      `The account ${accountId} should have been billed on 10 Apr 2026 and was not.`,
    )
  })

  test('the very first invoice is missed too', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
    await sql`update invoice_counter set last_number = 1`.execute(parts.store.db)
    assert.deepEqual(await faultsIn(parts), [
      'Invoice 1 is missing, although later ones were issued.',
    ])
  })

  test('an invoice that has lost all its lines is named, also one of nothing', async (t) => {
    const { parts } = await twoMonths(makeStore, t)
    const { db } = parts.store
    await sql`update invoice set net_minor = 0, tax_minor = 0, total_minor = 0
      where number = 2`.execute(db)
    await sql`update invoice_line set unit_minor = 0, subtotal_minor = 0
      where invoice_number = 2`.execute(db)
    const doesNotAddUp = async () =>
      (await faultsIn(parts)).filter((fault) => fault.endsWith('does not add up.')).length
    assert.equal(await doesNotAddUp(), 0)
    await sql`delete from invoice_line where invoice_number = 2`.execute(db)
    assert.equal(await doesNotAddUp(), 1)
  })

  test('look-ups that were taken back leave the books sound', async (t) => {
    const { parts, accountId } = await twoMonths(makeStore, t)
    const { store } = parts
    await voidLast(store, accountId)
    assert.deepEqual(
      (await faultsIn(parts)).filter((fault) => !fault.startsWith('Invoice')),
      [],
    )
  })

  test('a batch in which one account is refused counts for the others, and the books are sound', async (t) => {
    const { parts, accountId } = await twoMonths(makeStore, t)
    const { store, clock, plans } = parts
    const [ended, other] = [await holder(parts, 'small'), await holder(parts, 'small')]
    const callers = await Promise.all([accountId, ended, other].map((id) => callerOf(store, id)))
    await endSubscription(store, ended, clock.now())
    const meter = patientMeter({ store, plans, clock })
    const charges = await Promise.allSettled(callers.map((caller) => meter.charge(caller)))
    await meter.close()
    assert.deepEqual(
      charges.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    clock.advance(DAY_MS)
    assert.deepEqual(await faultsIn(parts), [])
  })

  test('half a penny of tax is rounded up, and a mail that was forgotten after a week is not missed', async (t) => {
    const empty = await emptyBooks(await makeStore(t), '2025-01-10T09:00:00Z')
    const settings = { ...empty.settings, taxBasisPoints: { au: 0, nz: 0, uk: 1250 } }
    const parts: Books = { ...empty, settings }
    const { clock, store } = parts
    await holder(parts, 'year')
    clock.set('2026-01-10T09:00:00Z')
    await runBilling(parts, clock.now())
    const { rows } = await sql<{ tax_minor: number }>`
      select tax_minor from invoice`.execute(store.db)
    assert.deepEqual(rows, [{ tax_minor: 4563 }])
    assert.deepEqual(await faultsIn(parts), [])
    clock.advance(7 * DAY_MS)
    await sql`delete from mail`.execute(store.db)
    assert.deepEqual(await faultsIn(parts), [])
    clock.advance(-1)
    assert.equal((await faultsIn(parts)).length, 1)
  })

  test('faults without end are named up to a number', async (t) => {
    const { parts } = await twoMonths(makeStore, t)
    await sql`update invoice_counter set last_number = 1000`.execute(parts.store.db)
    const rows = Array.from({ length: 30 }, (_, at) => sql`(${`acc_${at}`}, ${at}, ${at}, 1)`)
    await sql`insert into account (id, email, email_of_product, created_at)
      values ${sql.join(rows)}`.execute(parts.store.db)
    const faults = await faultsIn(parts)
    assert.ok(faults.includes('And 10 more faults of this kind.'))
  })

  test('a fault that is gone at a second look is none: the service was at work on it', async (t) => {
    const { parts } = await twoMonths(makeStore, t)
    let looks = 0
    const atWork = {
      ...parts,
      get plans() {
        looks += 1
        return looks === 1 ? [] : parts.plans
      },
    }
    assert.deepEqual(await faultsIn(atWork), [])
    assert.equal(looks, 2)
    assert.deepEqual(await faultsIn({ ...parts, plans: [] }), [
      'Accounts are on the plan small (uk), which plans.json does not have.',
    ])
  })

  if (kind === 'sqlite') {
    test('books of several accounts are sound, and no figure of them can be another one unseen', async (t) => {
      const parts = await manyAccounts(makeStore, t)
      assert.deepEqual(await faultsIn(parts), [])
      const unseen: string[] = []
      for (const [table, columns] of FIGURES) {
        for (const column of columns) {
          for (const by of [1, -1]) {
            const [name, figure] = [sql.table(table), sql.ref(column)]
            const change = sql`update ${name} set ${figure} = ${figure} + ${sql.lit(by)}
              where ${figure} = (select max(${figure}) from ${name})`
            const faults = await changed(parts, change, faultsIn)
            if (faults.length === 0) unseen.push(`${table}.${column} ${by}`)
          }
        }
      }
      assert.deepEqual(unseen, [])
    })

    test('a row that belongs to nothing is named', async (t) => {
      const { parts } = await twoMonths(makeStore, t)
      const { db } = parts.store
      await sql`pragma foreign_keys = off`.execute(db)
      await sql`delete from invoice_line`.execute(db)
      await sql`insert into invoice_line (invoice_number, position, quantity, details, unit_minor,
        subtotal_minor) values (88, 1, 1, '', 0, 0)`.execute(db)
      await sql`pragma foreign_keys = on`.execute(db)
      const faults = await faultsIn(parts)
      assert.ok(
        faults.includes('A row of invoice_line refers to a row of invoice that does not exist.'),
      )
    })
  }
})

/** As the service does with a batch whose waiters were refused. */
async function voidLast(store: Store, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from charge_batch where result like ${`%${accountId}%`}
    order by id desc limit 1`.execute(store.db)
  await store.procedure<typeof voidBatch>(VOID, { batchId: rows[0]?.id ?? '' })
}
