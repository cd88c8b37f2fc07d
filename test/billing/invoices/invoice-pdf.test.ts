// The PDF of an invoice: readable, on as many pages as it needs, always the same bytes, whatever letters are in it.
// Covers: src/billing/invoices/{invoice-pdf,invoice-drawing,win-ansi}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Invoice } from '../../../src/billing/invoices/invoice.ts'
import { renderInvoicePdf, toWinAnsi } from '../../../src/billing/invoices/invoice-pdf.ts'
import { MONTH_INVOICE, SETTINGS } from '../books.ts'
import { pdfTexts } from './pdf-text.ts'

const LINE = {
  quantity: 1,
  details: 'Plan small, 31 Jan 2026 to 27 Feb 2026',
  unitMinor: 2800,
  subtotalMinor: 2800,
}

const INVOICE: Invoice = {
  ...MONTH_INVOICE,
  addressee: { email: 'jo@example.com', lines: ['Jo Ltd', '1 High St'] },
  lines: [LINE],
}

test('it says who, whom, what and how much', async () => {
  const [page] = pdfTexts(await renderInvoicePdf(INVOICE))
  for (const text of [
    'Acme Ltd',
    'VAT invoice',
    'VAT number GB 1',
    '1042',
    '28 Feb 2026',
    '14 Mar 2026',
    'Jo Ltd',
    'jo@example.com',
    LINE.details,
    'VAT 20%',
    '£28.00',
    '£5.60',
    'Total (GBP)',
    '£33.60',
    'Page 1 of 1',
  ]) {
    assert.ok(page.includes(text), text)
  }
})

test('each line has its own count, price and sum, and every line of an address is printed', async () => {
  const lines = [{ quantity: 1234, details: 'Things', unitMinor: 250, subtotalMinor: 308_500 }]
  const addressee = { email: 'jo@example.com', lines: ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'] }
  const seller = { ...SETTINGS.seller, address: ['G7', 'H8', 'I9', 'J10', 'K11', 'L12'] }
  const [page = ''] = pdfTexts(await renderInvoicePdf({ ...INVOICE, lines, addressee, seller }))
  for (const text of ['1,234', '£2.50', '£3,085.00', '31 Jan 2026', '27 Feb 2026']) {
    assert.ok(page.includes(text), text)
  }
  for (const text of [...addressee.lines, ...seller.address]) assert.ok(page.includes(text), text)
})

test('the largest counts and prices are not broken in two, and the link stands on a line of its own', async () => {
  const line = { quantity: 123_456_789, details: 'Things', unitMinor: 100_000_000 }
  const lines = [{ ...line, subtotalMinor: 1_234_567_890 }]
  const paymentUrl = 'https://pay.example.com/{number}'
  const seller = { ...SETTINGS.seller, note: 'Pay by transfer.', paymentUrl }
  const invoice = { ...INVOICE, lines, seller, currency: 'CHF' }
  const [page = ''] = pdfTexts(await renderInvoicePdf(invoice))
  const shown = page.split('\n')
  for (const text of [
    '123,456,789',
    'CHF 1,000,000.00',
    'CHF 12,345,678.90',
    'Pay by transfer.',
    'Pay online: https://pay.example.com/1042',
  ]) {
    assert.ok(shown.includes(text), text)
  }
})

test('a note stands below the sum, on a page of its own where it does not fit any more', async () => {
  const noted = (note: string, lines = [LINE]) =>
    renderInvoicePdf({ ...INVOICE, lines, seller: { ...SETTINGS.seller, note } })
  const [page = '', ...none] = pdfTexts(await noted('Pay by transfer.'))
  assert.deepEqual(none, [])
  assert.ok(page.indexOf('Pay by transfer.') > page.indexOf('£33.60'))
  const many = Array.from({ length: 14 }, () => LINE)
  const pages = pdfTexts(await noted('Word '.repeat(90).trim(), many))
  assert.equal(pages.length, 2)
  assert.ok(pages[0]?.includes('£33.60') && !pages[0].includes('Word Word'))
  assert.ok(pages[1]?.includes('Word Word') && pages[1].includes('Page 2 of 2'))
})

test('the sums stand together, behind the last line, however many lines there are', async () => {
  for (let count = 10; count <= 26; count += 1) {
    const lines = Array.from({ length: count }, () => LINE)
    const pages = pdfTexts(await renderInvoicePdf({ ...INVOICE, lines }))
    const withTotal = pages.filter((page) => page.includes('Total (GBP)'))
    assert.deepEqual(withTotal, [pages.at(-1)], `${count} lines`)
    const [last = ''] = withTotal
    assert.ok(last.includes('VAT 20%') && last.includes('£33.60'), `${count} lines`)
    assert.ok(last.includes(`Page ${pages.length} of ${pages.length}`), `${count} lines`)
  }
})

test('without a tax it speaks of none', async () => {
  const invoice = { ...INVOICE, taxBasisPoints: 0, taxMinor: 0, totalMinor: 2800 }
  const [page] = pdfTexts(await renderInvoicePdf(invoice))
  assert.ok(!/VAT (invoice|\d)/.test(page ?? '') && page?.includes('Total (GBP)'))
})

test('an Australian one is a tax invoice with the ABN, and has the link to pay it', async () => {
  const paymentUrl = 'https://pay.example.com/{number}?sum={total}{currency}'
  const seller = { ...SETTINGS.seller, taxId: '51 824 753 556', paymentUrl }
  const invoice = {
    ...INVOICE,
    product: 'au' as const,
    currency: 'AUD',
    taxBasisPoints: 1000,
    seller,
  }
  const [page = ''] = pdfTexts(await renderInvoicePdf(invoice))
  for (const text of ['Tax invoice', 'ABN 51 824 753 556', 'GST 10%', 'A$33.60']) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(page.includes('https://pay.example.com/1042?sum=33.60AUD'))
  const nothing = pdfTexts(await renderInvoicePdf({ ...invoice, totalMinor: 0 }))
  assert.ok(!nothing[0]?.includes('pay.example.com'))
})

test('many lines go on to further pages, each with the head of the table and its number', async () => {
  const lines = Array.from({ length: 60 }, () => LINE)
  const pages = pdfTexts(await renderInvoicePdf({ ...INVOICE, lines }))
  assert.ok(pages.length > 1)
  for (const [at, page] of pages.entries()) {
    assert.ok(page.includes('Unit price'), `page ${at + 1}`)
    assert.ok(page.includes(`Page ${at + 1} of ${pages.length}`))
    assert.equal(page.includes('Invoice 1042, continued'), at > 0)
  }
  assert.equal(pages.join('\n').split(LINE.details).length - 1, 60)
  assert.ok(pages.at(-1)?.includes('£33.60'))
})

test('the same invoice is the same bytes', async () => {
  const first = await renderInvoicePdf(INVOICE)
  assert.ok(first.equals(await renderInvoicePdf(structuredClone(INVOICE))))
})

test('letters that the fonts lack are written as near as can be', () => {
  assert.equal(
    toWinAnsi('Łódź, Nguyễn, Žižek, Straße, “€5” – ok'),
    'Lódz, Nguyen, Žižek, Straße, “€5” – ok',
  )
  assert.equal(toWinAnsi('Café, Žižek'.normalize('NFD')), 'Café, Žižek'.normalize('NFC'))
  assert.equal(toWinAnsi('東京 a\u0000b\nc ﬁ \u{1F600}\u0301'), '?? a b c fi ?')
})

test('neither endless words nor strange letters keep it from being printed', async () => {
  for (const text of [
    'W'.repeat(500),
    '\u0000\uD800\uFFFF\u202E',
    '🏠'.repeat(100),
    '',
    '%PDF (\\)',
  ]) {
    const invoice: Invoice = {
      ...INVOICE,
      seller: { name: text, address: Array(6).fill(text), taxId: text, note: text },
      addressee: { email: text, lines: Array(6).fill(text) },
      lines: [{ ...LINE, details: text }],
    }
    const pdf = await renderInvoicePdf(invoice)
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    assert.ok(pdfTexts(pdf).join('').includes('£33.60'))
  }
})
