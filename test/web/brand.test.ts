// The name and the logo of who runs the service, on pages, in mails and on invoices; and the page of an unknown path.
// Covers: src/web/html.ts, src/web/files.ts, src/web/not-found-page.ts, src/lib/brand/brand.ts, src/mail/layout.ts

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import { renderInvoicePdf } from '../../src/billing/invoices/invoice-pdf.ts'
import { completeMail, mailBody, SERVICE_URL } from '../../src/mail/layout.ts'
import { queueMail } from '../../src/mail/queue.ts'
import { readConfig } from '../../src/settings/config.ts'
import { testService } from '../support/running.ts'

const folder = await mkdtemp(join(tmpdir(), 'doorplate-brand-'))
const logoFile = join(folder, 'logo.png')
await writeFile(logoFile, onePixelPng())

const running = await testService({
  settings: { BRAND_NAME: 'Smith & Sons', BRAND_LOGO: logoFile, DEMO: '1' },
})

/** One red pixel. */
function onePixelPng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, check])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

test('every page has the name and the logo, and no mark is left', async () => {
  for (const path of ['/', '/console', '/docs', '/docs/errors']) {
    const { text } = await running.ask(path)
    assert.match(text, /<title>[^<]*Smith &amp; Sons<\/title>/, path)
    assert.match(text, /src="\/brand\/logo"[^>]*><span>Smith &amp; Sons<\/span>/, path)
    assert.doesNotMatch(text, /[\u{E000}-\u{E0FF}]/u, path)
    // Customers are told no command of the operator; sample data is not for customers.
    if (path !== '/') assert.doesNotMatch(text, /account create|doorplate --/, path)
    assert.doesNotMatch(text, /first start/, path)
  }
  const logo = await running.ask('/brand/logo')
  assert.equal(logo.headers.get('content-type'), 'image/png')
})

test('a mail is signed with the name, shows the logo, and its links lead to the service', async () => {
  const { store, clock, jobs } = running.service
  const body = mailBody({
    title: 'Used \u{E000} up',
    subject: 'Used up',
    paragraphs: ['A larger plan takes effect at once.'],
    action: { label: 'Choose a larger plan', url: `${SERVICE_URL}/console#plan` },
  })
  await store.transaction((tx) =>
    queueMail(tx, {
      accountId: undefined,
      kind: 'limit-notice',
      onceKey: 'brand',
      to: 'a@example.com',
      cc: [],
      ...body,
      now: clock.now(),
    }),
  )
  await jobs.mailSender.round()
  const outbox = join(running.dataDir, 'outbox')
  const [file = ''] = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  const mail = await PostalMime.parse(await readFile(join(outbox, file)))
  assert.match(mail.text ?? '', /^-- \nSmith & Sons$/m)
  assert.ok(mail.text?.includes(`${running.baseUrl}/console#plan`))
  assert.match(mail.html ?? '', /src="cid:logo"[^>]*>Smith &amp; Sons/)
  assert.equal(mail.attachments[0]?.contentId, '<logo>')
  assert.doesNotMatch(`${mail.text}${mail.html}`, /[\u{E000}-\u{E0FF}]/u)
  assert.match(mail.text ?? '', /^Used up$/m, 'a mark in a text is no mark')
})

test('without a logo a mail has none', () => {
  const mail = completeMail(mailBody({ title: 'A', paragraphs: [] }), {
    brand: 'Doorplate',
    baseUrl: 'https://a.example',
    pictureUrl: undefined,
  })
  assert.match(mail.text, /^Doorplate$/m)
  assert.doesNotMatch(mail.html, /<img/)
})

test('an invoice has the logo where it can be printed, and the name unless a seller is set', async () => {
  const { config } = running.service
  assert.equal(config.billing.seller.name, 'Smith & Sons')
  const { billing } = readConfig({ BRAND_NAME: 'A', INVOICE_SELLER: 'A Ltd' })
  assert.equal(billing.seller.name, 'A Ltd')
  const invoice = {
    number: '1',
    seller: config.billing.seller,
    addressee: { email: 'jo@example.com', lines: ['Jo Ltd'] },
    invoicedAt: 0,
    term: { start: 0, end: 86_400_000 },
    lines: [],
    currency: 'GBP',
    product: 'uk',
    netMinor: 0,
    taxMinor: 0,
    totalMinor: 0,
    taxBasisPoints: 0,
  } as unknown as Parameters<typeof renderInvoicePdf>[0]
  const [plain, printed] = await Promise.all([
    renderInvoicePdf(invoice),
    renderInvoicePdf(invoice, config.brand.logo),
  ])
  assert.equal(plain.includes('/Subtype /Image'), false)
  assert.equal(printed.includes('/Subtype /Image'), true)
})

test('a wrong name or logo stops the start with a sentence', async () => {
  await writeFile(join(folder, 'big.png'), Buffer.alloc(300 * 1024))
  for (const [settings, says] of [
    [{ BRAND_NAME: '<b>' }, /^BRAND_NAME must have 1 to 60 characters/],
    [{ BRAND_LOGO: 'logo.gif' }, /^BRAND_LOGO must be a \.png, \.jpg or \.svg file/],
    [{ BRAND_LOGO: '/nowhere/logo.png' }, /cannot be read/],
    [{ BRAND_LOGO: join(folder, 'big.png') }, /at most 256 KiB/],
  ] as const) {
    assert.throws(() => readConfig(settings), { message: says })
  }
})

test('a person gets a page for an unknown path, a program a Problem', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const page = await running.ask('/nothing/<b>', undefined, { headers })
  assert.equal(page.status, 404)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match(page.text, /Page not found[\s\S]*href="\/docs"/)
  assert.doesNotMatch(page.text, /<b>/)
  const problem = await running.ask('/nothing')
  assert.equal(problem.json.code, 'not-found')
  const posted = await running.ask('/nothing', undefined, { method: 'POST', headers })
  assert.equal(posted.json.code, 'not-found')
})
