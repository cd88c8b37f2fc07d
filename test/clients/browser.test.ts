// The published browser components, unmodified, typed into in Chromium: from keystrokes to the full address.
// Covers: src/endpoints/**, src/access/authenticate.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { testClientPages } from '../support/browser/client-pages.ts'
import { testService } from '../support/running.ts'

const browser = await testBrowser()
const pages = await testClientPages()
const running = await testService()
const account = await running.account('uk')
const { store, clock } = running.service
const saved = await saveDomainToken(store, account.accountId, { host: 'localhost' }, clock.now())
const token = saved.kind === 'saved' ? saved.token.value : assert.fail('no token')

/** The fields that the components fill, or that the page fills from their event, as their READMEs show it. */
const FORM = `<!doctype html><title>Checkout</title>
  <div id="lookup"></div>
  <input id="line1"><input id="line_1"><input id="line_2"><input id="locality">
  <input id="town_or_city"><input id="county"><input id="postcode"><input id="latitude">
  <output id="message"></output>
  <script>
    function fill(event) {
      for (const name of ['line_1', 'line_2', 'locality', 'town_or_city', 'county', 'postcode', 'latitude'])
        document.getElementById(name).value = event.address[name]
    }
    function tell(event) {
      document.getElementById('message').textContent = event.status + ' ' + event.message
    }
    for (const name of ['address-selected', 'selected'])
      document.addEventListener('getaddress-autocomplete-' + name, fill)
    for (const name of ['autocomplete-suggestions-failed', 'find-suggestions-failed'])
      document.addEventListener('getaddress-' + name, tell)
  </script>`

async function open(html: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(pages.put('/checkout', `${FORM}${html}`))
  return page
}

/** Version 2 and the postcode finder are modules that a shop bundles; an import map does the same here. */
function modulePage(imports: Readonly<Record<string, string>>, script: string): string {
  return `<script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">${script}</script>`
}

const VERSION_2_IMPORTS = {
  'getaddress-api': '/packages/getaddress-api-2.1/lib/Index.js',
  'getaddress-autocomplete-modal': '/packages/getaddress-autocomplete-modal/lib/Index.js',
}

function version2(key: string): string {
  const urls = {
    alt_autocomplete_url: `${running.baseUrl}/autocomplete/{query}`,
    alt_get_url: `${running.baseUrl}/get/{id}`,
  }
  return modulePage(
    VERSION_2_IMPORTS,
    `import { autocomplete } from '/packages/getaddress-autocomplete-2/lib/Index.js'
     autocomplete('line1', '${key}', ${JSON.stringify(urls)})`,
  )
}

/** The ready scripts know only the host of the service that closed, so the page sends its calls elsewhere. */
function version3(script: string, key: string): string {
  return `<script>
      const plainFetch = window.fetch.bind(window)
      window.fetch = (url, init) =>
        plainFetch(String(url).replace('https://api.getaddress.io', '${running.baseUrl}'), init)
    </script>
    <script src="/packages/${script}"></script>
    <script>getAddress.autocomplete('line1', '${key}')</script>`
}

function finder(key: string): string {
  const endpoints = {
    autocomplete_url: `${running.baseUrl}/autocomplete/{query}`,
    get_url: `${running.baseUrl}/get/{id}`,
  }
  return modulePage(
    { 'getaddress-api': '/packages/getaddress-find/node_modules/getaddress-api/lib/Index.js' },
    `import { find } from '/packages/getaddress-find/lib/Index.js'
     find('lookup', '${key}', { endpoints: ${JSON.stringify(endpoints)} })`,
  )
}

/** The component marks the box once it listens to it. */
async function type(page: Page, text: string): Promise<void> {
  const box = page.locator('#line1[role=combobox]')
  await box.click()
  await box.pressSequentially(text, { delay: 15 })
}

async function waitForValue(page: Page, id: string, value: string): Promise<void> {
  await page.waitForFunction(
    `document.getElementById(${JSON.stringify(id)}).value === ${JSON.stringify(value)}`,
  )
}

async function assertNetherbyRoad(page: Page, line1: string, line2 = ''): Promise<void> {
  await waitForValue(page, 'postcode', 'AB15 9HL')
  assert.equal(await page.locator('#line_1').inputValue(), line1)
  assert.equal(await page.locator('#line_2').inputValue(), line2)
  assert.equal(await page.locator('#locality').inputValue(), 'Cults')
  assert.equal(await page.locator('#town_or_city').inputValue(), 'Aberdeen')
  assert.equal(await page.locator('#county').inputValue(), 'Aberdeenshire')
  assert.match(await page.locator('#latitude').inputValue(), /^57\.\d+$/)
}

test('getaddress-autocomplete 2.1.1 goes from keystrokes to a clicked address', async () => {
  const page = await open(version2(token))
  await type(page, '7 netherby ro')
  const item = page.locator('li[role=option]', { hasText: '7 Netherby Road' }).first()
  assert.equal(await item.innerText(), '7 Netherby Road, Cults, Aberdeen, Aberdeenshire, AB15 9HL')
  await item.click()
  await assertNetherbyRoad(page, '7 Netherby Road')
  await page.close()
})

test('getaddress-autocomplete 2.1.1 shows six of a postcode, then all of it', async () => {
  const page = await open(version2(token))
  await type(page, 'ab15 9hl')
  const items = page.locator('li[role=option]')
  const showAll = page.getByText('Show all..')
  await showAll.waitFor()
  assert.equal(await items.count(), 7)
  await showAll.click()
  await showAll.waitFor({ state: 'detached' })
  await items.nth(8).waitFor()
  await page.getByText('Church Barn').click()
  await assertNetherbyRoad(page, 'Church Barn', '4 Netherby Road')
  await page.close()
})

for (const [name, script] of [
  [
    'getaddress-autocomplete 3.0.3',
    'getaddress-autocomplete-3/dist/getaddress-autocomplete-3.0.3.js',
  ],
  [
    '@getaddress/autocomplete 3.1.6',
    '@getaddress/autocomplete/dist/getaddress-autocomplete-3.1.6.js',
  ],
]) {
  test(`${name} goes from keystrokes to an address chosen by keyboard`, async () => {
    const page = await open(version3(script, token))
    await type(page, 'netherby road aberdeen')
    const items = page.locator('[role=listbox] .ga-autocomplete-list-item')
    await items.nth(5).waitFor()
    assert.match(
      await items.nth(1).innerText(),
      /^\s*2 Netherby Road\s+Cults, Aberdeen, .* AB15 9HL/,
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await assertNetherbyRoad(page, '2 Netherby Road')
    await page.close()
  })
}

test('getaddress-find 2.1.0 goes from a typed postcode to an address of its list', async () => {
  const page = await open(finder(token))
  const box = page.locator('#getaddress_input')
  await box.click()
  await box.pressSequentially('ab159hl', { delay: 15 })
  await page.keyboard.press('Enter')
  const list = page.locator('#getaddress_dropdown')
  await list.waitFor()
  assert.ok((await list.locator('option').count()) > 10)
  await list.selectOption({ label: '7 Netherby Road, Cults, Aberdeen, Aberdeenshire' })
  await assertNetherbyRoad(page, '7 Netherby Road')
  await page.close()
})

test('an API key on a page is refused, and the component gets to know it', async () => {
  const page = await open(version2(account.apiKey))
  await type(page, 'netherby')
  const message = page.locator('#message:not(:empty)')
  assert.equal(await message.innerText(), '401 Unauthorized')
  await page.close()
})

test('a page of another domain is refused with a message', async () => {
  const { store, clock } = running.service
  const saved = await saveDomainToken(
    store,
    account.accountId,
    { host: 'shop.example.com' },
    clock.now(),
  )
  assert.equal(saved.kind, 'saved')
  const page = await open(finder(saved.kind === 'saved' ? saved.token.value : ''))
  await page.locator('#getaddress_input').fill('AB15 9HL')
  await page.locator('#getaddress_button').click()
  assert.equal(await page.locator('#getaddress_error_message').innerText(), 'Address not found')
  assert.match(await page.locator('#message').innerText(), /^401 \S+/)
  await page.close()
})
