// PDFs are drawn beside the requests, kept, and drawn anew for whatever is printed differently; accounts take turns.
// Covers: src/billing/invoices/invoice-printer.ts, src/billing/invoices/invoice-print-worker.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { renderInvoicePdf } from '../../../src/billing/invoices/invoice-pdf.ts'
import { InvoicePrinter } from '../../../src/billing/invoices/invoice-printer.ts'
import { insertInvoice, setInvoiceState } from '../../../src/billing/invoices/invoices.ts'
import { OWN_BRAND } from '../../../src/lib/brand/brand.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Ending, eachSharedStore } from '../../support/stores.ts'
import { books, holder, MONTH_INVOICE } from '../books.ts'

const LINE = { quantity: 1, details: 'Plan small', unitMinor: 2800, subtotalMinor: 2800 }

async function invoices(store: Store, count: number) {
  const accountId = await holder(books(store, '2026-01-01T00:00:00Z'))
  const made = []
  for (let at = 0; at < count; at += 1) {
    const term = { start: at, end: at + 1 }
    const invoice = { ...MONTH_INVOICE, accountId, term, lines: [LINE] }
    made.push(await store.transaction((tx) => insertInvoice(tx, invoice)))
  }
  return made
}

function printerOf(t: Ending, store: Store): InvoicePrinter {
  const printer = new InvoicePrinter(store.db, OWN_BRAND)
  t.after(() => printer.close())
  return printer
}

async function pdfOf(printer: InvoicePrinter, number: string): Promise<Buffer> {
  const printed = await printer.pdf(number)
  assert.equal(printed.kind, 'printed')
  return printed.pdf
}

eachSharedStore((makeStore) => {
  test('a PDF is that of the invoice, drawn once and kept, whether or not it is paid meanwhile', async (t) => {
    const store = await makeStore(t)
    const [invoice] = await invoices(store, 1)
    assert(invoice)
    const printer = printerOf(t, store)
    const [first, second] = await Promise.all([1, 2].map(() => pdfOf(printer, invoice.number)))
    assert.deepEqual(first, await renderInvoicePdf(invoice))
    assert.equal(first, second, 'the very same bytes')
    await setInvoiceState(store, invoice.number, 'paid', 0)
    assert.equal(await pdfOf(printer, invoice.number), first)
    const [file] = await printer.attachments(invoice.number)
    assert.equal(file?.filename, `invoice-${invoice.number}.pdf`)
    assert.equal(file?.content, first)
  })

  test('what is printed differently is drawn anew, as a fresh process would', async (t) => {
    const store = await makeStore(t)
    const [invoice] = await invoices(store, 1)
    assert(invoice)
    const printer = printerOf(t, store)
    await pdfOf(printer, invoice.number)
    await sql`update invoice_line set details = 'Mended'
      where invoice_number = ${Number(invoice.number)}`.execute(store.db)
    const now = await pdfOf(printer, invoice.number)
    assert.deepEqual(now, await pdfOf(printerOf(t, store), invoice.number))
    assert.deepEqual(
      now,
      await renderInvoicePdf({ ...invoice, lines: [{ ...LINE, details: 'Mended' }] }),
    )
  })

  test('no invoice has no PDF, and a twenty-first that waits of one account is refused', async (t) => {
    const store = await makeStore(t)
    const printer = printerOf(t, store)
    assert.deepEqual(await printer.pdf('999999'), { kind: 'no-such-invoice' })
    await assert.rejects(printer.attachments('999999'), /no-such-invoice/)
    const [many, [other]] = [await invoices(store, 21), await invoices(store, 1)]
    assert(other)
    const asked = await Promise.all([...many, other].map((each) => printer.print(each)))
    const kinds = asked.map(({ kind }) => kind)
    assert.deepEqual(kinds, [...Array(20).fill('printed'), 'busy', 'printed'])
    assert.equal((await printer.pdf(many[20]?.number ?? '')).kind, 'printed')
  })
})
