// Takes the pictures of docs/images again: `npm run -s node -- test/web/screenshots.ts`; `FOLDER dark`: of all pages.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { addOperator } from '../../src/account/operators/operators.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { startBrowser } from '../support/browser/browser.ts'
import { OPERATOR_SECTIONS, SECTIONS } from '../support/browser/console-sections.ts'
import {
  posting,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/running.ts'

const [, , GIVEN] = process.argv
const FOLDER = GIVEN ?? join(import.meta.dirname, '../../docs/images')
/** Those that documents show. */
const SHOWN = /^(try-uk|console-usage|docs)$/
const SCHEME = process.argv[3] === 'dark' ? 'dark' : 'light'
const DAY_MS = 86_400_000
const WIDTHS = [390, 1280]

const running = await startTestService({ settings: { DEMO: '1' } })
const browser = await startBrowser()
try {
  mkdirSync(FOLDER, { recursive: true })
  const account = await running.account('uk', 'starter')
  await fill(running, account)
  const { store, clock } = running.service
  const operatorKey = (await addOperator(store, 'Ada', clock.now())) ?? ''
  const note = { ...posting({ note: 'Pays by bank transfer.' }), method: 'PUT' }
  await running.ask(`/operator/accounts/${account.accountId}/note`, operatorKey, note)
  for (const width of WIDTHS) {
    await takeAll(browser, running, account, width)
    if (GIVEN !== undefined) await takeOperator(browser, running.baseUrl, operatorKey, width)
  }
} finally {
  await browser.close()
  await running[Symbol.asyncDispose]()
}

/** An account with a past: a month of look-ups, an invoice, a token, addresses of its own. */
async function fill({ service, ask }: TestService, account: TestAccount): Promise<void> {
  const { store, plans, clock, config } = service
  const { adminKey, apiKey, accountId } = account
  for (let ago = 1; ago < 30; ago += 1) {
    const date = new Date(clock.now() - ago * DAY_MS)
    const isWeekend = date.getUTCDay() % 6 === 0
    const lookups = Math.round(690 - ago * 14 + (isWeekend ? -160 : 40) + 50 * Math.sin(ago * 2.1))
    const day = date.toISOString().slice(0, 10)
    await sql`insert into usage_day (account_id, day, lookups)
      values (${accountId}, ${day}, ${Math.max(lookups, 9)})`.execute(store.db)
  }
  const list = await ask('/autocomplete/queens?top=20', apiKey)
  for (const { url } of list.json.suggestions) await ask(url, apiKey)
  await ask('/batch?name=customers.csv', apiKey, { method: 'POST', body: listOf(list.json) })
  await service.jobs.batches.round()
  const settings = config.billing
  await runBilling({ store, plans, clock, settings }, clock.now() + 65 * DAY_MS)
  const shop = { url: 'shop.example.com', limit: 30, limit_minutes: 5 }
  await ask('/security/domain-token', adminKey, posting(shop))
  const own = { postcode: 'AB15 9HL', town_or_city: 'Aberdeen', residential: true }
  for (const line of ['The Old Forge', 'Barn East']) {
    await ask('/v2/private-address', adminKey, posting({ ...own, line_1: line }))
  }
  await ask('/cc/invoices', adminKey, posting({ 'email-address': 'books@shop.example' }))
  await ask('/webhook/expired', adminKey, posting({ url: 'https://shop.example/hooks' }))
}

/** Addresses as people write them: some are right, some are not, and one is nowhere. */
function listOf({ suggestions }: { suggestions: readonly { address: string }[] }): string {
  const lines = suggestions.map(({ address }, at) => {
    const mistyped = at % 5 === 1 ? address.replace('Queen', 'Qeuen') : address
    return at % 7 === 3 ? mistyped.replace(/^\d+/, '991') : mistyped
  })
  return ['Id,Customer,Where', ...lines.map((line, at) => `${at + 1},Ann,"${line}"`)].join('\n')
}

async function takeAll(
  using: Browser,
  { baseUrl }: TestService,
  { adminKey }: TestAccount,
  width: number,
): Promise<void> {
  const viewport = { width, height: width < 500 ? 844 : 900 }
  const page = await using.newPage({ viewport, colorScheme: SCHEME })
  const save = async (name: string, fullPage = true) => {
    await page.waitForLoadState('networkidle')
    if (GIVEN === undefined && !SHOWN.test(name)) return
    await page.screenshot({ path: join(FOLDER, `${name}-${width}.png`), fullPage })
  }
  await page.goto(baseUrl)
  await choose(page, 'queens road lon')
  await save('try-uk')
  await page.locator('.switch span', { hasText: 'Australia' }).click()
  await page.getByRole('combobox').pressSequentially('taylor st mel')
  await page.getByRole('option').nth(5).waitFor()
  await page.keyboard.press('ArrowDown')
  await save('try-list', false)
  await choose(page, '11 taylor st')
  await save('try-au')
  if (width === 1280) {
    const clip = { x: 0, y: 0, width, height: 1220 }
    await page.screenshot({ path: join(FOLDER, 'start-page.png'), fullPage: true, clip })
  }
  await page.goto(`${baseUrl}/docs`)
  await page.getByLabel('Key for').waitFor()
  await save('docs', false)
  await page.goto(`${baseUrl}/docs/errors#daily-limit`)
  await save('errors', false)
  await page.goto(`${baseUrl}/nothing`)
  await save('not-found', false)
  await page.goto(`${baseUrl}/console`)
  await save('console-sign-in', false)
  await page.getByLabel('Admin key').fill(adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Usage', exact: true }).waitFor()
  for (const section of SECTIONS) {
    await page.locator(`.console a[href="#${section}"]`).click()
    await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
    await save(`console-${section}`)
  }
  await page.locator('.console a[href="#lists"]').click()
  await page.getByRole('link', { name: 'customers.csv' }).click()
  await page.getByText('Rows to review').waitFor()
  await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
  await save('console-list')
  await page.close()
}

async function takeOperator(
  using: Browser,
  baseUrl: string,
  key: string,
  width: number,
): Promise<void> {
  const viewport = { width, height: width < 500 ? 844 : 900 }
  const page = await using.newPage({ viewport, colorScheme: SCHEME })
  const save = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => document.querySelector('#desk [aria-busy]') === null)
    await page.screenshot({ path: join(FOLDER, `operator-${name}-${width}.png`), fullPage: true })
  }
  await page.goto(`${baseUrl}/operator`)
  await page.getByLabel('Operator key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  for (const section of OPERATOR_SECTIONS) {
    await page.locator(`a[href="#${section}"]`).first().click()
    await save(section)
  }
  await page.locator('a[href="#accounts"]').first().click()
  await page
    .getByRole('link', { name: /^holder-/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 2, name: /^holder-/ }).waitFor()
  await save('account')
  await page.close()
}

async function choose(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox').fill('')
  await page.getByRole('combobox').pressSequentially(text)
  await page.getByRole('option').first().click()
  await page.locator('svg.map').nth(1).waitFor()
}
