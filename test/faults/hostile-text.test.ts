// Hostile text in addresses, names, URLs, plans and invoices is text wherever it comes out: pages, mails, PDFs, CSV.
// Covers: src/web/**, src/client/**, src/mail/**, src/billing/**, src/private-addresses/**

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import { setBillingAddress } from '../../src/billing/billing-address.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { pdfTexts } from '../billing/invoices/pdf-text.ts'
import { testBrowser } from '../support/browser/browser.ts'
import { testClientPages } from '../support/browser/client-pages.ts'
import {
  assertHarmless,
  assertShown,
  type WatchedPage,
  watchedPage,
} from '../support/browser/watched-page.ts'
import { runCli } from '../support/cli.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { posting, testService } from '../support/running.ts'
import { startReceiver } from '../support/servers/receiver.ts'

const MARKUP = '<img data-planted src=//planted.example/x onerror=window.__owned=1>'
const SCRIPT = '</script><script data-planted>window.__owned=1;alert(1)</script>'
const LINK = `<a data-planted href="javascript:window.__owned=1">x</a>`
const QUOTES = `"'\`><svg data-planted onload=alert(1)>&amp;&lt;b&gt;`
const FORMULA = `=cmd|'/c calc'!A1`
const LONG = 'W'.repeat(200)
const TEXTS = [MARKUP, SCRIPT, LINK, QUOTES, FORMULA, LONG]
/** Marks of direction, of no width, and controls: none may be left where they could make one text look like another. */
const UNSEEN = 'left\u202eright\u2066x\u200b\u0007\u001b[31mend'
/** As far as a mailbox may be called. */
const EMAIL = `=cmd|'&ltb&gt{x}'@example.com`
const SELLER = `Acme) /S /JavaScript /JS (1) ${MARKUP}\r\nBcc: thief@example.com\r\n\r\n${SCRIPT}`

const receiver = await startReceiver({ after: (work) => after(() => void work()) }, () => 410)
const browser = await testBrowser()
const shop = await testClientPages()
const clock = new ManualClock()
const running = await testService({
  clock,
  settings: {
    DEMO: '1',
    TOKEN_VISITOR_PER_MINUTE: '1000',
    WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
    INVOICE_SELLER: SELLER,
    INVOICE_SELLER_ADDRESS: [MARKUP, LINK].join('|'),
    INVOICE_NOTE: `${SCRIPT} ${LONG}`,
  },
  plans: [
    {
      name: 'odd',
      product: 'uk',
      amount: 19,
      daily_lookup_limit_1: 100,
      description: `${MARKUP} ${SCRIPT} ${QUOTES} ${LONG}`,
    },
  ],
})
const account = await running.account('uk', 'odd')
const HOOK = `${receiver.url}/${encodeURI(MARKUP)}?a='b'&c=${'W'.repeat(500)}`

before(async () => {
  await importHostileRelease()
  const { adminKey, accountId } = account
  const putting = (body: unknown) => ({ ...posting(body), method: 'PUT' })
  const sent = [
    await running.ask('/subscription', adminKey, putting({ name: QUOTES + UNSEEN })),
    await running.ask('/email-address', adminKey, putting({ 'new-email-address': EMAIL })),
    await running.ask('/cc/invoices', adminKey, posting({ 'email-address': `c${EMAIL}` })),
    await running.ask('/webhook/expired', adminKey, posting({ url: HOOK })),
  ]
  for (const line_1 of [...TEXTS, UNSEEN]) {
    const address = { line_1, line_2: 'Okapi House', postcode: 'AB15 9HL', residential: true }
    sent.push(await running.ask('/v2/private-address', adminKey, posting(address)))
  }
  for (const { status, text } of sent) assert.ok(status < 300, text)
  const lines = [MARKUP, LINK, FORMULA, 'W'.repeat(100)]
  await setBillingAddress(running.service.store.db, accountId, lines)
})

/** A data file is not to be trusted either: every name in it, and what is said of its source. */
async function importHostileRelease(): Promise<void> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = TEXTS.map((text, at) =>
    [cell(text), String(at + 1), 'Quagga Lane', 'Aberdeen', 'AB15 9HL', '57.1', '-2.2'].join(','),
  )
  const fields =
    'organisation building_number thoroughfare town_or_city postcode latitude longitude'
  const names = fields.split(' ')
  const [file, columns] = [join(running.dataDir, 'odd.csv'), join(running.dataDir, 'odd.json')]
  await writeFile(file, [names.join(','), ...rows].join('\n'))
  await writeFile(columns, JSON.stringify(Object.fromEntries(names.map((name) => [name, name]))))
  const args = ['import', 'csv', file, '--product', 'uk', '--columns', columns]
  const { code, err } = await runCli([...args, '--attribution', `${MARKUP} ${SCRIPT}`], {
    DATA_DIR: running.dataDir,
  })
  assert.equal(code, 0, err)
  await running.service.data.refresh()
}

function openPage(): Promise<WatchedPage> {
  return watchedPage(browser, [running.baseUrl, shop.origin])
}

test('text that a page does not escape is caught by every watcher', async () => {
  const watched = await openPage()
  const { page, faults } = watched
  const policy = `<meta http-equiv="content-security-policy" content="img-src 'none'">`
  await page.goto(
    shop.put('/open', `<body>${MARKUP}${QUOTES}<script>${SCRIPT}<script>throw Error('1')</script>`),
  )
  await page.goto(shop.put('/policy', `${policy}<body>${MARKUP}`))
  const seen = () => new Set(faults.map((fault) => fault.split(':')[0]))
  for (let round = 0; round < 200 && seen().size < 5; round += 1) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))')
  }
  assert.deepEqual([...seen()].sort(), ['dialog', 'error', 'policy', 'request', 'script'])
  await assert.rejects(assertHarmless(watched, 'the page'), /the page: markup/)
  await page.close()
})

test('addresses and the attribution of a data file are text on the start page', async () => {
  const watched = await openPage()
  const { page } = watched
  await page.goto(running.baseUrl)
  await assertShown(page, `${MARKUP} ${SCRIPT}`)
  await page.getByRole('combobox').fill(`quagga ${MARKUP}`)
  await page.getByRole('combobox').fill('quagga')
  await page
    .getByRole('option')
    .nth(TEXTS.length - 1)
    .waitFor()
  const options = (await page.getByRole('option').allInnerTexts()).join('\n').toLowerCase()
  for (const text of TEXTS) assert.ok(options.includes(text.toLowerCase()), text)
  await assertHarmless(watched, 'suggestions')
  await page.getByRole('option').filter({ hasText: '<img' }).click()
  await page.locator('.result address').waitFor()
  assert.match(
    await page.locator('.result').innerText(),
    /<img data-planted[\s\S]*<img data-planted/i,
  )
  await assertHarmless(watched, 'the chosen address')
  await page.close()
})

test('terms, templates and refusals are text in the reference, and alone in a tab', async () => {
  const watched = await openPage()
  const { page } = watched
  await page.goto(`${running.baseUrl}/docs`)
  // The page's own key looks up sample data alone.
  const { store, clock } = running.service
  const saved = await saveDomainToken(store, account.accountId, { host: 'localhost' }, clock.now())
  const token = saved.kind === 'saved' ? saved.token.value : assert.fail('no token')
  await page.getByRole('textbox', { name: 'Test key' }).fill(token)
  const card = page.locator('#get-autocomplete-term')
  await card.getByText('Try it').click()
  for (const [template, shown] of [
    [`${MARKUP}{line_1}`, '<img data-planted'],
    [`{${SCRIPT}}`, 'bad-request'],
  ]) {
    await card.getByRole('textbox', { name: 'term' }).fill('quagga')
    await card.getByRole('textbox', { name: 'template' }).fill(template)
    await card.getByRole('button', { name: 'Send request' }).click()
    await card.locator('.answer pre', { hasText: shown }).waitFor()
  }
  await assertHarmless(watched, '/docs')
  for (const path of [`/docs/errors?${MARKUP}#${MARKUP}`, `/get/${encodeURIComponent(MARKUP)}`]) {
    await page.goto(`${running.baseUrl}${path}`)
    await assertHarmless(watched, path)
  }
  await page.close()
})

test('the data of an account is shown as text in every section of the console', async () => {
  await bill()
  const watched = await openPage()
  const { page } = watched
  await signIn(page, { adminKey: MARKUP })
  await page.locator('[id$=admin_key-error]:not(:empty)').waitFor()
  await signIn(page, account)
  for (const [section, texts] of [
    ['Usage', []],
    ['Domain tokens', []],
    ['Plan', [MARKUP, SCRIPT, QUOTES, LONG]],
    ['Invoices', ['Plan odd']],
    ['E-mail', [EMAIL, `c${EMAIL}`]],
    ['Private addresses', [...TEXTS, 'left right x [31mend']],
    ['Webhooks', [new URL(HOOK).href]],
  ] as const) {
    await openSection(page, section)
    for (const text of texts) await assertShown(page, text)
    await assertHarmless(watched, section)
  }
  await openSection(page, 'Private addresses')
  await page.getByRole('button', { name: `Delete ${LONG}` }).click()
  await page.getByRole('dialog').filter({ hasText: LONG }).waitFor()
  await assertHarmless(watched, 'a question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await openSection(page, 'Plan')
  assert.ok((await page.getByLabel('Subscription name').inputValue()).startsWith(QUOTES))
  await page.close()
})

test('a refused input is shown in the console as text, never as markup', async () => {
  const watched = await openPage()
  const { page } = watched
  await signIn(page, account)
  for (const [section, label, button, texts] of [
    ['Domain tokens', 'Domain', 'Save token', [MARKUP, 'javascript:alert(1)', 'a\u202eb.com']],
    [
      'E-mail',
      'New e-mail address',
      'Change address',
      [`${MARKUP}@example.com`, 'a b@example.com'],
    ],
    ['Webhooks', 'URL', 'Add endpoint', ['javascript:alert(1)', `https://${SCRIPT}`]],
  ] as const) {
    await openSection(page, section)
    for (const text of texts) {
      await page.getByLabel(label, { exact: true }).first().fill(text)
      await page.getByRole('button', { name: button }).first().click()
      await page.locator('#account .error:not(:empty)').first().waitFor()
    }
    await assertHarmless(watched, section)
  }
  await page.close()
})

async function signIn(page: Page, { adminKey }: { readonly adminKey: string }): Promise<void> {
  await page.goto(`${running.baseUrl}/console`)
  await page.getByLabel('Admin key').fill(adminKey)
  await page.keyboard.press('Enter')
}

async function openSection(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: section, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: section }).waitFor()
  await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
}

test('private addresses are text in the address field of a shop and in the form that it fills', async () => {
  const { store } = running.service
  const host = { host: 'localhost', visitorLimit: undefined }
  const saved = await saveDomainToken(store, account.accountId, host, clock.now())
  const token = saved.kind === 'saved' ? saved.token.value : assert.fail(saved.kind)
  const watched = await openPage()
  const { page } = watched
  await page.goto(
    shop.put(
      '/shop',
      `<!doctype html><script type="module" src="${running.baseUrl}/client/address-lookup.js"></script>
<form><address-lookup token="${token}"><input name="line_1"></address-lookup></form>`,
    ),
  )
  const box = page.getByRole('combobox')
  await box.fill('\ud800 okapi')
  await box.fill('okapi house')
  const option = page.getByRole('option').filter({ hasText: '</script>' })
  await option.first().waitFor()
  await assertHarmless(watched, 'suggestions')
  await option.first().click()
  await page.waitForFunction(() => document.querySelector('input')?.value !== '')
  assert.ok((await page.locator('[name=line_1]').inputValue()).startsWith(SCRIPT))
  await assertHarmless(watched, 'the form')
  await page.close()
})

/** One invoice, dated after the end of the first term. */
async function bill(): Promise<void> {
  const { store, plans, config } = running.service
  if (clock.now() < Date.parse('2026-04-01')) clock.advance(40 * 86_400_000)
  await runBilling({ store, plans, clock, settings: config.billing }, clock.now())
}

test('seller and billing address are text in the PDF of an invoice', async () => {
  await bill()
  const { json } = await running.ask('/invoices', account.adminKey)
  const pdf = Buffer.from(await (await fetch(json[0].pdf_url)).arrayBuffer())
  const packed = pdfTexts(pdf).join('').replaceAll(/\s/g, '')
  for (const text of [MARKUP, LINK, FORMULA, EMAIL, SCRIPT, LONG, 'Acme)/S/JavaScript/JS(1)']) {
    assert.ok(packed.includes(text.replaceAll(/\s/g, '')), text)
  }
  const raw = pdf.toString('latin1')
  assert.match(raw, /^\(Acme\\\) \/S \/JavaScript \/JS \\\(1\\\)/m)
  assert.doesNotMatch(raw, /\/(OpenAction|AA|Annots|Launch|URI)\b/)
})

test('no mail has a header or a recipient of the text, and its page does nothing', async () => {
  await bill()
  await running.ask('/webhook/expired/test', account.adminKey, { method: 'POST' })
  await receiver.until(1)
  const mails = await sentMails([/^The e-mail address of/, /^Your webhook to/, /^Invoice \d+ from/])
  const watched = await openPage()
  for (const [at, mail] of mails.entries()) {
    const names = mail.headers.map(({ key }) => key).sort()
    assert.deepEqual([...new Set(names)], names, 'no header twice')
    for (const name of names) assert.match(name, HEADERS, name)
    assert.doesNotMatch(JSON.stringify([mail.to, mail.cc ?? [], mail.bcc ?? []]), /thief/)
    await watched.page.goto(shop.put(`/mail-${at}`, mail.html ?? ''))
    await assertHarmless(watched, mail.subject ?? '')
  }
  await assertShown(watched.page, MARKUP)
  await assertShown(watched.page, SCRIPT)
  assert.deepEqual(
    mails.at(-1)?.cc?.map(({ address }) => address),
    [`c${EMAIL}`],
  )
  await watched.page.close()
})

const HEADERS =
  /^(from|to|cc|subject|message-id|date|mime-version|content-type|content-transfer-encoding|auto-submitted|x-auto-response-suppress)$/

/** The first mail of each kind, as a mail program reads it. */
async function sentMails(subjects: readonly RegExp[]): Promise<Email[]> {
  const folder = join(running.dataDir, 'outbox')
  for (let round = 0; round < 500; round += 1) {
    await running.service.jobs.mailSender.round()
    const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    )
    const found = subjects.flatMap(
      (subject) => mails.find((mail) => subject.test(mail.subject ?? '')) ?? [],
    )
    if (found.length === subjects.length) return found
  }
  return assert.fail('The mails were not sent.')
}

test('no cell of an export is a formula, and the console takes the export as it was', async () => {
  const args = ['private-address', 'export', '--email', EMAIL]
  const { code, out, err } = await runCli(args, { DATA_DIR: running.dataDir })
  assert.equal(code, 0, err)
  assert.doesNotMatch(out, /(^|,)"?[=+\-@＝＋－＠\t\r](?![\d.]+,)/m)
  assert.ok(out.includes(`,'${FORMULA},`))
  const other = await running.account('uk')
  const watched = await openPage()
  const { page } = watched
  await signIn(page, other)
  await openSection(page, 'Private addresses')
  const file = { name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(out) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import file' }).click()
  await page.getByText('7 addresses were added.').waitFor()
  await assertHarmless(watched, 'an import')
  const lines = async (key: string) =>
    (await running.ask('/v2/private-address', key)).json.map(
      (each: { line_1: string }) => each.line_1,
    )
  assert.deepEqual(await lines(other.adminKey), await lines(account.adminKey))
  await page.close()
})
