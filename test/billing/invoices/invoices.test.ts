// Invoices as they are kept: read back as they were written, found by their owner alone, marked as paid or void.
// Covers: src/billing/invoices/invoices.ts, src/billing/invoices/invoices.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Invoice, NewInvoice } from '../../../src/billing/invoices/invoice.ts'
import {
  findInvoice,
  insertInvoice,
  invoiceByNumber,
  invoicedUntil,
  invoicesInState,
  listInvoices,
  setInvoiceState,
} from '../../../src/billing/invoices/invoices.ts'
import type { Store } from '../../../src/store/store.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { emptyBooks, holder, SETTINGS } from '../books.ts'

/** Each number is another, so that none can be taken for another. */
function wanted(accountId: string, invoicedAt: number): NewInvoice {
  return {
    accountId,
    product: 'uk',
    anchorAt: 1001,
    term: { start: invoicedAt - 20, end: invoicedAt - 10 },
    invoicedAt,
    issuedAt: invoicedAt + 3,
    dueAt: invoicedAt + 14,
    currency: 'GBP',
    netMinor: 2800,
    taxMinor: 560,
    totalMinor: 3360,
    taxBasisPoints: 2000,
    lookups: 77,
    seller: { ...SETTINGS.seller, note: 'Pay soon.' },
    addressee: { email: 'jo@example.com', lines: ['Jo Ltd', '1 High St'] },
    lines: [
      { quantity: 1, details: 'Plan small', unitMinor: 2800, subtotalMinor: 2800 },
      { quantity: 77, details: 'Look-ups, included in the plan', unitMinor: 0, subtotalMinor: 0 },
    ],
  }
}

async function issue(store: Store, accountId: string, invoicedAt: number): Promise<Invoice> {
  return store.transaction((tx) => insertInvoice(tx, wanted(accountId, invoicedAt)))
}

const numbers = (invoices: readonly Invoice[]) => invoices.map(({ number }) => number)

eachSharedStore((makeStore) => {
  test('an invoice is read back as it was written, whether or not it says when it is due', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store } = parts
    const id = await holder(parts)
    const first = await issue(store, id, 5000)
    assert.deepEqual(first, { ...wanted(id, 5000), number: '1', state: 'open' })
    assert.deepEqual(await invoiceByNumber(store.db, '1'), first)
    const silent = await store.transaction((tx) =>
      insertInvoice(tx, { ...wanted(id, 6000), dueAt: undefined, product: 'au' }),
    )
    assert.deepEqual(await invoiceByNumber(store.db, '2'), silent)
    for (const none of ['3', '0', '01', '-1', '1.0', 'x', '', '9'.repeat(16)]) {
      assert.equal(await invoiceByNumber(store.db, none), undefined, none)
    }
  })

  test('an account sees its own, the newest first, from a moment up to another', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store } = parts
    const [id, other] = [await holder(parts), await holder(parts)]
    for (const at of [5000, 6000, 7000]) await issue(store, id, at)
    await issue(store, other, 6000)
    assert.deepEqual(numbers(await listInvoices(store.db, id)), ['3', '2', '1'])
    const within = { from: 5000, until: 7000 }
    assert.deepEqual(numbers(await listInvoices(store.db, id, within)), ['2', '1'])
    assert.deepEqual(numbers(await listInvoices(store.db, id, { from: 5001 })), ['3', '2'])
    assert.equal((await findInvoice(store.db, id, '1'))?.number, '1')
    assert.equal(await findInvoice(store.db, id, '4'), undefined, 'it is another account’s')
    await store.transaction(async (tx) => {
      assert.equal(await invoicedUntil(tx, id, 1001), 6990)
      assert.equal(await invoicedUntil(tx, id, 1002), undefined)
    })
  })

  test('an invoice is paid or void from a moment on, and everything else of it stays', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store } = parts
    const id = await holder(parts)
    const [one, two] = [await issue(store, id, 5000), await issue(store, id, 6000)]
    const paid = { ...one, state: 'paid' } as const
    assert.deepEqual(await setInvoiceState(store, '1', 'paid', 88), { kind: 'set', invoice: paid })
    const again = await setInvoiceState(store, '1', 'paid', 99)
    assert.deepEqual(again, { kind: 'unchanged', invoice: paid })
    assert.deepEqual(await setInvoiceState(store, '9', 'paid', 99), { kind: 'no-such-invoice' })
    assert.deepEqual(await invoicesInState(store.db, 'paid', 0), [paid])
    assert.deepEqual(await invoicesInState(store.db, 'open', 0), [two])
    assert.deepEqual(await invoicesInState(store.db, 'void', 0), [])
    const { rows } = await sql<{ state_at: number | null }>`
      select state_at from invoice order by number`.execute(store.db)
    assert.deepEqual(
      rows.map(({ state_at }) => state_at),
      [88, null],
    )
  })

  test('of very many invoices each has its own lines', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store } = parts
    const id = await holder(parts)
    const issued: Invoice[] = []
    await store.transaction(async (tx) => {
      for (let at = 1; at <= 1001; at += 1) {
        const lines = [{ quantity: 1, details: `${at}`, unitMinor: at, subtotalMinor: at }]
        issued.unshift(await insertInvoice(tx, { ...wanted(id, 5000 + at), lines }))
      }
    })
    assert.deepEqual(await listInvoices(store.db, id), issued)
  })
})
