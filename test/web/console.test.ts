// The console, used by account holders of both products as they would: sign in, look, change, be told what is wrong.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { startTestService, type TestAccount, type TestService } from '../support/running.ts'

let running: TestService
let browser: Browser

before(async () => {
  running = await startTestService()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await running[Symbol.asyncDispose]()
})

async function open(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } })
  page.setDefaultTimeout(10_000)
  await page.goto(`${running.baseUrl}/console`)
  return page
}

async function signIn(account: TestAccount, section: string): Promise<Page> {
  const page = await open()
  await page.getByLabel('Admin key').fill(account.adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: section, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: section }).waitFor()
  await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
  return page
}

/** Answers the question that the page asks before it does something. */
async function confirm(page: Page, yes: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: yes }).click()
}

test('only a genuine admin key signs in, and the page says what is wrong with another', async () => {
  const { apiKey } = await running.account('uk')
  const page = await open()
  const box = page.getByLabel('Admin key')
  for (const [key, told] of [
    ['', 'Paste the admin key.'],
    [apiKey, 'This is an API key.'],
    ['admin_nobody', 'This api-key is unknown.'],
  ]) {
    await box.fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('#admin-key-error', { hasText: told }).waitFor()
    assert.equal(await box.getAttribute('aria-invalid'), 'true')
  }
  await assertAccessible(page, 'a refused sign-in')
  await page.close()
})

test('the key is in the memory of the tab and nowhere else', async () => {
  const account = await running.account('au')
  const page = await signIn(account, 'API key')
  const kept = await page.evaluate(() => [
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    document.cookie,
  ])
  assert.ok(!kept.join('').includes(account.adminKey))
  await page.reload()
  await page.getByLabel('Admin key').waitFor()
  await page.close()
})

test('the API key is replaced, shown once, and the new one works', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'API key')
  await page.getByLabel('The old key works on for').selectOption('0')
  await page.getByRole('button', { name: 'Replace the API key' }).click()
  await assertAccessible(page, 'the question')
  await confirm(page, 'Replace it')
  const key = await page.locator('.notice code').innerText()
  assert.equal((await running.ask('/autocomplete/queens', key)).status, 200)
  assert.equal((await running.ask('/autocomplete/queens', account.apiKey)).status, 401)
  await assertAccessible(page, 'a new key')
  await page.close()
})

test('a domain token is made, limited and removed; a public suffix is refused beside its field', async () => {
  const account = await running.account('au')
  const page = await signIn(account, 'Domain tokens')
  await page.getByText('There is no domain token yet.').waitFor()
  await page.getByLabel('Domain', { exact: true }).fill('co.uk')
  await page.getByRole('button', { name: 'Make the token' }).click()
  await page.getByText('Everyone can have a name below co.uk').waitFor()
  assert.equal(
    await page.getByLabel('Domain', { exact: true }).getAttribute('aria-invalid'),
    'true',
  )
  await page.getByLabel('Domain', { exact: true }).fill('shop.example.com')
  await page.getByLabel('Requests of one visitor').fill('30')
  await page.getByLabel('in so many minutes').fill('5')
  await page.getByRole('button', { name: 'Make the token' }).click()
  const row = page.getByRole('row', { name: /shop\.example\.com/ })
  assert.match(await row.innerText(), /dtoken_\w+[\s\S]*30 in 5 minutes/)
  await assertAccessible(page, 'domain tokens')
  await page.getByRole('button', { name: 'Remove the token of shop.example.com' }).click()
  await confirm(page, 'Remove it')
  await page.getByText('There is no domain token yet.').waitFor()
  await page.close()
})

test('a plan is chosen, named and ended, and look-ups follow', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Plan')
  await page.getByText('Free trial').waitFor()
  await page.getByRole('button', { name: 'Choose starter' }).click()
  await confirm(page, 'Choose it')
  await page.getByText('Active', { exact: true }).waitFor()
  await page.locator('.plan.current', { hasText: 'starter' }).waitFor()
  await page.getByLabel('Name of the subscription').fill('Shop')
  await page.getByLabel(/last limit is reached/).selectOption('true')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
  const saved = await running.ask('/v2/subscription', account.adminKey)
  assert.deepEqual([saved.json.name, saved.json.auto_upgrade], ['Shop', true])
  await assertAccessible(page, 'the plan')
  await page.getByRole('button', { name: 'End the subscription' }).click()
  await confirm(page, 'End it now')
  await page.getByText('Ended', { exact: true }).waitFor()
  assert.equal((await running.ask('/autocomplete/queens', account.apiKey)).status, 403)
  await page.close()
})

test('private addresses are added, imported from a file, refused by row, and removed', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Private addresses')
  await page.getByLabel('Line 1').fill('The Old Forge')
  await page.getByLabel('Postcode').fill('not one at all')
  await page.getByRole('button', { name: 'Add the address' }).click()
  await page.waitForFunction(() => document.querySelector('[name=postcode][aria-invalid=true]'))
  await page.getByLabel('Postcode').fill('AB15 9HL')
  await page.getByRole('button', { name: 'Add the address' }).click()
  await page.getByRole('row', { name: /The Old Forge/ }).waitFor()
  const csv = 'Line 1;Postcode;Town or city\n"Barn; east";AB15 9HL;Aberdeen\nNowhere;???;\n'
  await page.getByLabel('CSV file').setInputFiles({
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByRole('button', { name: 'Add 2 addresses' }).click()
  await page.getByText('1 added, 1 refused of 2.').waitFor()
  await page.getByText(/^Row 3: postcode/).waitFor()
  await page.getByRole('row', { name: /Barn; east, Aberdeen/ }).waitFor()
  await assertAccessible(page, 'private addresses')
  await page.getByRole('button', { name: /^Remove The Old Forge/ }).click()
  await confirm(page, 'Remove it')
  await page.getByRole('row', { name: /The Old Forge/ }).waitFor({ state: 'detached' })
  await page.close()
})

test('every section shows itself, or says that this deployment does not serve it', async () => {
  const account = await running.account('au')
  const page = await signIn(account, 'Usage')
  const links = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  for (const link of await links.all()) {
    await link.click()
    await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
    const section = await link.innerText()
    assert.equal(await page.getByText('This page failed').count(), 0, section)
    await assertAccessible(page, section)
  }
  await page.close()
})
