// The console of operators in Chromium: one walk by keyboard only, one on a phone, and signing in and up by mail.
// Covers: src/web/operator/**, src/web/sign-up/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { addOperator } from '../../src/account/operators/operators.ts'
import { endSubscription } from '../../src/account/subscriptions.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { assertAccessible } from '../support/browser/axe.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { testService } from '../support/running.ts'

const browser = await testBrowser()
const running = await testService({ settings: { SIGN_UP: 'open' } })
const { store, clock } = running.service

async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(`${running.baseUrl}${path}`)
  return page
}

async function operatorKey(name: string): Promise<string> {
  const key = await addOperator(store, name, clock.now())
  assert.ok(key)
  return key
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#desk [aria-busy]') === null)
}

/** Moves on with Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  // A page that is still being filled would lose the focus.
  await page.waitForLoadState('networkidle')
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
      return label ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  assert.fail(`Tab does not reach ${name}.`)
}

test('by keyboard only an operator signs in, finds an account, suspends and resumes it, and reads the log', async () => {
  const { accountId, apiKey } = await running.account('uk')
  const page = await open('/operator')
  await tabTo(page, /^Operator key/)
  await page.keyboard.type('operator_nobody')
  await page.keyboard.press('Enter')
  await page.getByText('This key is not valid.').waitFor()
  await assertAccessible(page, 'a refused sign-in')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(await operatorKey('Ada'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await settled(page)
  await assertAccessible(page, 'the overview')
  await tabTo(page, /^Accounts$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  await settled(page)
  await assertAccessible(page, 'the accounts')
  await tabTo(page, /^Search/)
  await page.keyboard.type(accountId)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('#desk tbody tr').length === 1)
  await tabTo(page, /^holder-/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: /^holder-/ }).waitFor()
  await settled(page)
  await assertAccessible(page, 'an account')
  await tabTo(page, /^Suspend holder-/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('Invoice 7 is unpaid.')
  await page.keyboard.press('Enter')
  await page.getByText('Invoice 7 is unpaid.').first().waitFor()
  assert.equal((await running.ask('/autocomplete/queens', apiKey)).status, 403)
  await settled(page)
  await tabTo(page, /^Resume holder-/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Suspend holder-/ }).waitFor()
  assert.equal((await running.ask('/autocomplete/queens', apiKey)).status, 200)
  await page.goto(`${running.baseUrl}/operator#acts`)
  const row = page.getByRole('row', { name: /Ada Suspend an account/ })
  await row.first().waitFor()
  await assertAccessible(page, 'the log')
  await page.reload()
  await row.first().waitFor()
  await page.close()
})

test('an administrator erases an account that has ended by typing its name, and not by accident', async () => {
  const { accountId } = await running.account('uk', 'starter')
  const page = await open('/operator')
  await page.getByLabel('Operator key').fill(await operatorKey('Edsger'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await settled(page)
  await page.goto(`${running.baseUrl}/operator#accounts/${accountId}`)
  await page.getByRole('button', { name: /^Erase holder-/ }).click()
  const dialog = page.getByRole('dialog')
  const erase = async (typed: string) => {
    await dialog.getByLabel('Account').fill(typed)
    await dialog.getByRole('button', { name: 'Erase account' }).click()
  }
  await erase('acc_another')
  await dialog.getByText('Enter the ID of this account to confirm.').waitFor()
  await erase(accountId)
  await dialog.getByText('The subscription is still active. End it first.').waitFor()
  await endSubscription(store, accountId, clock.now())
  await sql`delete from ended_term where account_id = ${accountId}`.execute(store.db)
  await assertAccessible(page, 'erasing an account')
  await erase(accountId)
  const nobody = `${accountId.toLowerCase()}@erased.invalid`
  await page.getByRole('heading', { level: 2, name: nobody }).waitFor()
  await page
    .getByRole('row', { name: /Edsger Erase an account .*done/ })
    .first()
    .waitFor()
  await page.close()
})

test('on a phone an operator makes an account, changes its plan, marks its invoice paid and looks at data and health', async () => {
  const page = await open('/operator', { width: 390, height: 844 })
  await page.getByLabel('Operator key').fill(await operatorKey('Grace'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await settled(page)
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await settled(page)
  await page.getByLabel('E-mail address').fill('phone@example.com')
  await page.getByLabel('Plan').last().selectOption('uk trial')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('The account was created.').waitFor()
  await page.getByRole('link', { name: 'phone@example.com' }).click()
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  await page.getByRole('button', { name: 'Choose starter' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Choose/ })
    .click()
  await page.locator('.facts').getByText('active', { exact: true }).waitFor()
  await assertAccessible(page, 'the plan of an account')

  const { plans, config } = running.service
  const until = clock.now() + 40 * 86_400_000
  await runBilling({ store, plans, clock, settings: config.billing }, until)
  await page.getByRole('link', { name: 'Invoices', exact: true }).last().click()
  await page.getByRole('button', { name: /^Mark paid invoice/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('paid', { exact: true }).waitFor()
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${wide} pixels too wide`)

  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByText('in use').first().waitFor()
  await assertAccessible(page, 'the data')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await page.getByRole('button', { name: 'Check books' }).click()
  await page.getByText(/^All \d+ checks passed/).waitFor()
  await assertAccessible(page, 'the health')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Operator key').waitFor()
  await page.close()
})

/** The link in the newest mail to an address; mails are made after the answer, so it is waited for. */
async function mailedLink(email: string): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ body_text: string }>`
      select body_text from mail where recipient = ${email} order by created_at desc`.execute(
      store.db,
    )
    const link = /http\S+#link_\w+/.exec(rows[0]?.body_text ?? '')?.[0]
    if (link !== undefined) return link
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a person signs up by mail, sees the keys once, and signs in again by mail', async () => {
  const page = await open('/console')
  await page.getByRole('link', { name: 'Create a trial account' }).click()
  await assertAccessible(page, 'the sign-up')
  await page.getByLabel('E-mail address').fill('new@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('We have sent a link to new@example.com.').waitFor()
  await page.goto(await mailedLink('new@example.com'))
  await page.getByText('Your trial account is ready').waitFor()
  await page.getByText('Make your first call').waitFor()
  assert.ok(!page.url().includes('link_'))
  await assertAccessible(page, 'the welcome')
  await page.reload()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
  assert.equal(await page.getByText('Your trial account is ready').isVisible(), false)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await sql`delete from mail`.execute(store.db)
  await page.getByLabel('E-mail address of the account').fill('new@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('If new@example.com has an account').waitFor()
  const link = await mailedLink('new@example.com')
  const elsewhere = await open(new URL(link).pathname + new URL(link).hash)
  await elsewhere.getByText('was requested in another browser').waitFor()
  await assertAccessible(elsewhere, 'a link of another browser')
  await elsewhere.close()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
  await page.close()
})
