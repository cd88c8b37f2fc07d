// The console, used by account holders of both products: sign in, look, change, and be told what is wrong.
// Covers: src/web/console/**

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { runBilling } from '../../src/billing/billing-run.ts'
import { assertAccessible } from '../support/browser/axe.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { type TestAccount, testService } from '../support/running.ts'
import { startReceiver } from '../support/servers/receiver.ts'

const receiver = await startReceiver({ after: (work) => after(() => void work()) })
const browser = await testBrowser()
const running = await testService({
  settings: { WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}` },
})

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
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
  for (const [key, message] of [
    ['', 'Admin key is required.'],
    [apiKey, 'This is an API key.'],
    ['admin_nobody', 'This key is not valid.'],
  ]) {
    await box.fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('[id$=admin_key-error]', { hasText: message }).waitFor()
    assert.equal(await box.getAttribute('aria-invalid'), 'true')
  }
  await assertAccessible(page, 'a refused sign-in')
  await page.close()
})

test('a reload stays signed in, the account is named, and the key is nowhere in the browser', async () => {
  const account = await running.account('au')
  const page = await signIn(account, 'Keys')
  const kept = await page.evaluate(() => [
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    document.cookie,
  ])
  assert.ok(!kept.join('').includes(account.adminKey))
  assert.equal(kept[3], '')
  await page.reload()
  await page.getByText(/^holder-.*@example\.com$/).waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Admin key').waitFor()
  await page.reload()
  await page.getByLabel('Admin key').waitFor()
  await page.close()
})

test('API keys are made by name, a test key too; one is replaced and shown once, another removed', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Keys')
  await page.getByRole('button', { name: 'Replace the key main' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keep the old key valid for').selectOption('0')
  await assertAccessible(page, 'the question')
  await confirm(page, 'Replace key')
  const key = await page.locator('.notice code').innerText()
  assert.equal((await running.ask('/autocomplete/queens', key)).status, 200)
  assert.equal((await running.ask('/autocomplete/queens', account.apiKey)).status, 401)

  await page.getByLabel('Name', { exact: true }).fill('main')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('A key named main already exists.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Till'.repeat(12))
  await page.getByLabel('Purpose').selectOption('true')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('The key was created.').waitFor()
  const testKey = await page.locator('.notice code').innerText()
  assert.match(testKey, /^test_/)
  assert.equal((await running.ask('/autocomplete/queens', testKey)).headers.get('test-key'), '1')
  const pushed = (table: Element) => table.scrollWidth - table.clientWidth
  assert.equal(await page.getByRole('region', { name: 'API keys' }).evaluate(pushed), 0)
  await assertAccessible(page, 'the keys')
  await page.getByRole('button', { name: 'Delete the key Till' }).click()
  await confirm(page, 'Delete key')
  await page.getByRole('row', { name: /Till/ }).waitFor({ state: 'detached' })
  assert.equal((await running.ask('/autocomplete/queens', testKey)).status, 401)
  await page.close()
})

test('the admin key is replaced, and the page goes on', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Keys')
  await page.getByLabel('Keep the old key valid for').last().selectOption('0')
  await page.getByRole('button', { name: 'Replace admin key' }).click()
  await confirm(page, 'Replace key')
  const key = await page.locator('.notice code').innerText()
  await page.getByText('The key was replaced.').waitFor()
  assert.equal((await running.ask('/v3/usage', account.adminKey)).status, 401)
  assert.equal((await running.ask('/v3/usage', key)).status, 200)
  await page.close()
})

test('a plan is chosen, named and ended, and look-ups follow', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Plan')
  await page.getByText('trial', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Choose starter' }).click()
  const question = await page.getByRole('dialog').innerText()
  assert.match(question, /£19\.00 per month[\s\S]*first invoice follows in one month/)
  await page.getByRole('heading', { name: 'Business annual' }).waitFor({ state: 'attached' })
  await confirm(page, 'Choose plan')
  await page.getByText('active', { exact: true }).waitFor()
  await page.locator('.plan.current', { hasText: 'starter' }).waitFor()
  await page.getByLabel('Subscription name').fill('Shop')
  await page.getByLabel('When the daily limit is reached').selectOption('true')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.waitForFunction(() => document.querySelector('#account [aria-busy]') === null)
  const saved = await running.ask('/v2/subscription', account.adminKey)
  assert.deepEqual([saved.json.name, saved.json.auto_upgrade], ['Shop', true])
  await assertAccessible(page, 'the plan')
  await page.getByRole('button', { name: 'End subscription' }).click()
  await confirm(page, 'End subscription')
  await page.getByText('ended', { exact: true }).waitFor()
  assert.equal((await running.ask('/autocomplete/queens', account.apiKey)).status, 403)
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByText('Your subscription has ended and look-ups are refused.').waitFor()
  await page.close()
})

test('private addresses are added, imported from a file, refused by row, and removed', async () => {
  const account = await running.account('uk')
  const page = await signIn(account, 'Private addresses')
  await page.getByLabel('Line 1').fill('The Old Forge')
  await page.getByLabel('Postcode').fill('not one at all')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.waitForFunction(() => document.querySelector('[name=postcode][aria-invalid=true]'))
  await page.getByLabel('Postcode').fill('AB15 9HL')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('row', { name: /The Old Forge/ }).waitFor()
  const rows = Array.from({ length: 60 }, (_, at) => `"Barn; ${at + 1}";AB15 9HL;Aberdeen;false`)
  const file = (lines: string[]) => ({
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Line 1;Postcode;Town or city;Residential', ...lines].join('\n')),
  })
  await page.getByLabel('CSV file').setInputFiles(file([...rows, 'Nowhere;???;;false']))
  await page.getByRole('button', { name: 'Import file' }).click()
  await page.getByText('One line is invalid. Nothing was imported.').waitFor()
  await page.getByText(/^line 62: postcode must be/).waitFor()
  const held = async () => (await running.ask('/v2/private-address', account.adminKey)).json.length
  assert.equal(await held(), 1)
  await page.getByLabel('CSV file').setInputFiles(file(rows))
  await page.getByRole('button', { name: 'Import file' }).click()
  await page.getByText('60 addresses were added.').waitFor()
  await page.getByRole('row', { name: /Barn; 60, Aberdeen/ }).waitFor()
  assert.equal(await held(), 61)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByText('26 to 50 of 61').waitFor()
  await page.getByLabel('Search', { exact: true }).fill('old forge')
  await page.getByText('1 to 1 of 1').waitFor()
  await assertAccessible(page, 'private addresses')
  await page.getByRole('button', { name: /^Delete The Old Forge/ }).click()
  await confirm(page, 'Delete address')
  await page.getByRole('row', { name: /The Old Forge/ }).waitFor({ state: 'detached' })
  await page.close()
})

test('a territory is drawn with the mouse or by keyboard alone, pasted, refused by feature, and removed', async () => {
  const account = await running.account('uk', 'starter')
  const page = await signIn(account, 'Territories')
  const map = page.getByRole('img', { name: 'Map.' })
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Zoom out')
  await press('Add corner in the middle')
  await press('Close polygon')
  await page.getByText('A polygon needs at least three corners.').waitFor()
  await press('Save territory')
  await page.getByText('Draw and close a polygon, choose a file, or write GeoJSON first.').waitFor()
  for (const step of ['Move right', 'Move down']) {
    await press(step)
    await press('Add corner in the middle')
  }
  await map.click({ position: { x: 20, y: 20 } })
  await page.getByText('4 corners drawn.').waitFor()
  await press('Remove last corner')
  await press('Close polygon')
  await page.keyboard.type('South shop')
  await page.keyboard.press('Enter')
  await page.locator('svg.map .area').waitFor({ state: 'attached' })
  await page.getByLabel('Name', { exact: true }).fill('delivery')
  await press('Save territory')
  await page.getByText('The territory delivery was saved with 1 polygon.').waitFor()
  const { json } = await running.ask('/territory/delivery', account.adminKey)
  const [{ properties, geometry }] = JSON.parse(json.geojson).features
  assert.deepEqual(properties, { code: 'South shop', name: 'South shop' })
  assert.equal(geometry.coordinates[0].length, 4)
  await assertAccessible(page, 'territories')
  await page
    .getByLabel('GeoJSON', { exact: true })
    .fill('{"type":"FeatureCollection","features":[{}]}')
  await press('Save territory')
  await page.getByText('holds no').or(page.getByText('is refused')).waitFor()
  await page.getByRole('button', { name: 'Change delivery' }).click()
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('South shop'))
  await press('Zoom in')
  const dotPixels = await page.locator('svg.map .dots path[d^="M"]').evaluateAll((paths) =>
    paths.map((path) => {
      const [, side] = /h([\d.]+)v/.exec(path.getAttribute('d') ?? '') ?? []
      return Number(side) * ((path as SVGGraphicsElement).getScreenCTM()?.d ?? 0)
    }),
  )
  assert.ok(dotPixels.length > 0 && Math.max(...dotPixels) < 16, `dots of ${dotPixels} pixels`)
  await page.getByRole('button', { name: 'Delete delivery' }).click()
  await confirm(page, 'Delete territory')
  await page.getByText('No territories yet.').waitFor()
  await page.close()
})

test('usage is shown against the limits, with a chart and a forecast', async () => {
  const account = await running.account('au', 'starter')
  const list = await running.ask('/autocomplete/taylor', account.apiKey)
  for (const { url } of list.json.suggestions) await running.ask(url, account.apiKey)
  const page = await signIn(account, 'Usage')
  await page.getByText('6 of 1,000 look-ups', { exact: true }).waitFor()
  await page.getByText('500; look-ups beyond it are delayed').waitFor()
  assert.match(await page.locator('.forecast').innerText(), /^At today’s pace/)
  assert.match(
    (await page.locator('.chart').getAttribute('aria-label')) ?? '',
    /^6 look-ups in 30 days, at most 6 in one day\.$/,
  )
  await page.getByText('Show as table').click()
  assert.equal(await page.locator('.chart .bar').count(), 30)
  assert.match(await page.locator('tbody tr').first().innerText(), /6\s+1,000/)
  await page.close()
})

test('invoices are listed, and their PDF opens without the key', async () => {
  const account = await running.account('uk', 'starter')
  const { store, plans, clock, config } = running.service
  const until = clock.now() + 40 * 86_400_000
  await runBilling({ store, plans, clock, settings: config.billing }, until)
  const page = await signIn(account, 'Invoices')
  const row = page.getByRole('row', { name: /Plan starter/ })
  assert.match(await row.innerText(), /^\d+[\s\S]*19\.00/)
  const link = (await row.getByRole('link').getAttribute('href')) ?? ''
  const pdf = await fetch(link)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  await page.close()
})

test('one URL gets several events; a delivery is seen with its payload and its cause, by keyboard alone', async () => {
  const account = await running.account('au')
  const page = await signIn(account, 'Webhooks')
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus()
    await page.keyboard.press('Enter')
  }
  const add = async (url: string) => {
    await page.getByLabel('URL').fill(url)
    for (const kind of ['second-limit-reached', 'expired']) {
      const box = page.getByLabel(new RegExp(`^${kind}:`))
      if (await box.isChecked()) continue
      await box.focus()
      await page.keyboard.press('Space')
    }
    await press('Add endpoint')
  }
  await add('http://localhost:9999/hook')
  await page.locator('.error', { hasText: 'WEBHOOK_ALLOW=localhost:9999' }).waitFor()
  assert.equal(await page.getByLabel('URL').getAttribute('aria-invalid'), 'true')
  await assertAccessible(page, 'a URL that is refused')
  await add(receiver.url)
  const secret = await page.locator('.notice code').innerText()
  assert.match(secret, /^whsec_/)
  const listed = await running.ask('/webhook', account.adminKey)
  assert.deepEqual(
    listed.json[0].kinds.map(({ kind }: { kind: string }) => kind),
    ['second-limit-reached', 'expired'],
  )
  await page.getByText('Deliveries').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Sample event').selectOption('expired')
  await press('Send test event')
  await receiver.until(1)
  const [{ body, headers }] = receiver.received
  new Webhook(secret).verify(body, headers as Record<string, string>)
  const delivered = page.getByRole('row', { name: /expired.*delivered.*Answered 200/ })
  await delivered.waitFor()
  await assertAccessible(page, 'webhooks')
  await press(/^View/)
  const dialog = page.getByRole('dialog')
  assert.match(await dialog.locator('pre').innerText(), /"status": "trial-ended"/)
  await assertAccessible(page, 'a delivery')
  await page.keyboard.press('Escape')
  await press(/^Resend/)
  await receiver.until(2)
  assert.equal(receiver.received[1].id, receiver.received[0].id)
  await press(/^Change events/)
  await dialog.getByLabel(/^expired:/).uncheck()
  await confirm(page, 'Save events')
  await page.locator('.endpoint .badge', { hasText: 'expired' }).waitFor({ state: 'detached' })
  await press(/^Replace secret/)
  await confirm(page, 'Replace secret')
  await page.locator('.notice code', { hasNotText: secret }).waitFor()
  await press(/^Delete/)
  await confirm(page, 'Delete endpoint')
  await page.getByText('No endpoints yet.').waitFor()
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
