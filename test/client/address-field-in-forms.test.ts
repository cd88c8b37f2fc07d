// The address field never loses what was typed and never blocks a form: no choice, no service, frameworks, history.
// Covers: src/client/address-lookup.js, src/client/address-fields.js

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/browser/axe.ts'
import { testCheckout, value } from '../support/browser/checkout.ts'

const { fields: FIELDS, open, openPage, running, tokenOf } = await testCheckout()
const token = await tokenOf('uk')
const REQUIRED = FIELDS.replaceAll('<input', '<input required')

/** What the form would send, as pairs; the page stays. */
const watchForm = (page: Page) =>
  page.evaluate(`document.forms[0].addEventListener('submit', (event) => {
    event.preventDefault()
    globalThis.sent = [...new FormData(event.target)]
  })`)
const sent = (page: Page) => page.evaluate('globalThis.sent')
const box = (page: Page) => page.locator('[role=combobox]')
const options = (page: Page) => page.locator('li[role=option]:visible')
const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click()

test('required fields never block a form silently: they open, hold what was typed and take the focus', async () => {
  const page = await open(token, '', REQUIRED)
  await watchForm(page)
  await box(page).fill('1 Hidden Lane')
  await pay(page)
  await page.locator('[name=line_1]').waitFor()
  assert.equal(await value(page, '[name=line_1]'), '1 Hidden Lane')
  assert.equal(await page.evaluate('document.activeElement.autocomplete'), 'shipping address-line2')
  await page.keyboard.type('-')
  await page.locator('[name=town_or_city]').fill('Leeds')
  await page.locator('#zip').fill('LS1 1AA')
  await pay(page)
  assert.deepEqual(await sent(page), [
    ['line_1', '1 Hidden Lane'],
    ['town_or_city', 'Leeds'],
  ])
  await page.close()
})

test('a form that is sent without a choice carries the text, once, and keeps what was typed by hand', async () => {
  const page = await open(token, 'name="typed"')
  await watchForm(page)
  await box(page).fill('1 Hidden Lane')
  await pay(page)
  assert.deepEqual(await sent(page), [
    ['typed', '1 Hidden Lane'],
    ['line_1', '1 Hidden Lane'],
    ['town_or_city', ''],
  ])
  assert.equal(await page.locator('[name=line_1]').isVisible(), true)
  await box(page).fill('2 Hidden Lane')
  await pay(page)
  assert.equal(await value(page, '[name=line_1]'), '2 Hidden Lane')
  await page.locator('[name=line_1]').fill('Flat 3')
  await box(page).fill('netherby')
  // By keyboard: the list may be over the button by now.
  await page.getByRole('button', { name: 'Pay' }).press('Enter')
  assert.equal(await value(page, '[name=line_1]'), 'Flat 3')
  await page.close()
})

test('an address that is chosen replaces the text that was carried, also if it comes late', async () => {
  const page = await open(token)
  await watchForm(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/get/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await box(page).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await pay(page)
  const whole = 'Church Barn, 4 Netherby Road, Cults, Aberdeen'
  assert.match(String(await sent(page)), new RegExp(`^line_1,${whole}`))
  held.resolve()
  await page.waitForFunction(`document.querySelector('#zip').value !== ''`)
  assert.equal(await value(page, '[name=line_1]'), 'Church Barn')
  await box(page).fill('')
  await pay(page)
  assert.equal(await value(page, '[name=line_1]'), 'Church Barn')
  await page.close()
})

test('a service that hangs is given up after 8 seconds, and the fields open', async () => {
  const page = await open(token, 'debounce="0"')
  await page.clock.install()
  const asked = Promise.withResolvers<void>()
  await page.route('**/autocomplete/*', () => asked.resolve())
  await box(page).fill('netherby')
  await page.clock.runFor(10)
  await asked.promise
  await page.clock.runFor(7_000)
  assert.equal(await page.locator('[name=line_1]').isVisible(), false)
  await page.clock.runFor(1_100)
  await page.locator('[name=line_1]').waitFor()
  assert.match(await page.getByRole('status').innerText(), /not available.*manually/)
  assert.equal(await page.locator('address-lookup [aria-busy]').count(), 0)
  await page.close()
})

test('a chosen address that cannot be fetched goes into the fields as text', async () => {
  const page = await open(await tokenOf('uk', 1), 'debounce="0"')
  await page.route('**/get/*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await box(page).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await page.locator('[name=line_1]').waitFor()
  assert.match(await value(page, '[name=line_1]'), /^Church Barn, 4 Netherby Road/)
  assert.equal(await page.evaluate('events.at(-1).status'), 502)
  await page.close()
})

test('fields that are filled already, or by the browser, are shown', async () => {
  const page = await open(
    token,
    '',
    FIELDS.replace('name="line_1"', 'name="line_1" value="1 Old Road"'),
  )
  await page.locator('[name=line_1]').waitFor()
  assert.equal(await value(page, '[name=line_1]'), '1 Old Road')
  await page.close()
  const empty = await open(token)
  await empty.evaluate(`{
    const field = document.querySelector('#zip')
    field.value = 'LS1 1AA'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }`)
  await empty.locator('#zip').waitFor()
  await empty.close()
})

test('after the back button the text and the fields are there again', async () => {
  const page = await open(token)
  await box(page).fill('1 Hidden Lane')
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  assert.equal(await value(page, '[name=line_1]'), '1 Hidden Lane')
  await page.goto(`${running.baseUrl}/health/live`)
  await page.goBack()
  await page.locator('[name=line_1]').waitFor()
  assert.equal(await value(page, '[name=line_1]'), '1 Hidden Lane')
  assert.equal(await box(page).inputValue(), '1 Hidden Lane')
  await page.close()
})

test('an address is pasted whole, resets with its form and is disabled with its fieldset', async () => {
  const page = await openPage(`<form><fieldset><legend>Where</legend>
    <address-lookup token="${token}">${FIELDS}</address-lookup></fieldset></form>`)
  await page.locator('address-lookup').evaluate((lookup) => {
    Reflect.set(lookup, 'value', 'Church Barn\n4 Netherby Road\r\nCults')
  })
  await page.getByRole('option', { name: /^Church Barn, 4 Netherby Road/ }).waitFor()
  assert.equal(await box(page).inputValue(), 'Church Barn, 4 Netherby Road, Cults')
  await page.evaluate('document.forms[0].reset()')
  assert.equal(await box(page).inputValue(), '')
  await page.evaluate(`document.querySelector('fieldset').disabled = true`)
  assert.equal(await box(page).isDisabled(), true)
  await page.close()
})

test('a framework that tracks its fields hears of each value', async () => {
  const page = await open(token)
  // React shadows `value` on each field that it controls, and ignores an event if it saw that value set there.
  await page.evaluate(`{
    globalThis.state = {}
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (const field of document.querySelectorAll('input')) {
      let seen = field.value
      Object.defineProperty(field, 'value', { get, set(text) { seen = text; set.call(this, text) } })
      field.addEventListener('input', () => {
        if (get.call(field) !== seen) state[field.name || field.id] = seen = get.call(field)
      })
    }
  }`)
  await box(page).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await page.waitForFunction('state.zip')
  assert.deepEqual(await page.evaluate('[state.line_1, state.zip]'), ['Church Barn', 'AB15 9HL'])
  await page.close()
})

test('two fields in one form fill their own parts only, and one inside a component tells the page', async () => {
  const lookup = (id: string) =>
    `<address-lookup id="${id}" label="${id}" token="${token}"><label>Street <input name="line_1"></label></address-lookup>`
  const page = await openPage(
    `<form>${lookup('Billing')}${lookup('Delivery')}</form><div id="host"></div>`,
  )
  await page.getByRole('combobox', { name: 'Delivery' }).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await page.waitForFunction(`document.querySelector('#Delivery input').value !== ''`)
  assert.equal(await value(page, '#Billing [name=line_1]'), '')
  await page.evaluate((html) => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = `<form>${html}</form>`
  }, lookup('Component'))
  await page.getByRole('combobox', { name: 'Component' }).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await page.waitForFunction(`events.filter(({ name }) => name === 'selected').length === 2`)
  assert.match(await value(page, '#host [name=line_1]'), /^Church Barn/)
  await page.close()
})

test('on a right-to-left page an address still reads from the left', async () => {
  const page = await openPage(
    `<form dir="rtl"><address-lookup token="${token}">${FIELDS}</address-lookup></form>`,
  )
  await box(page).fill('4 netherby road')
  const option = options(page).first()
  await option.waitFor()
  const direction = (element: Element) => getComputedStyle(element).direction
  assert.deepEqual(
    [await box(page).evaluate(direction), await option.evaluate(direction)],
    ['ltr', 'ltr'],
  )
  assert.equal(await page.getByRole('listbox').evaluate(direction), 'rtl')
  assert.equal(await page.getByRole('listbox', { name: 'Find your address' }).count(), 1)
  await page.close()
})

test('suggestions that come when the visitor has gone on stay closed, and every text can be translated', async () => {
  const page = await open(token, 'debounce="0"')
  await page.evaluate(`customElements.whenDefined('address-lookup').then((lookup) => {
    lookup.texts.none = 'Dim cyfeiriad'
  })`)
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/autocomplete/netherby*', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await box(page).fill('netherby')
  await asked.promise
  await page.getByRole('button', { name: 'Pay' }).focus()
  held.resolve()
  await page.waitForFunction(`events.some(({ name }) => name === 'suggestions')`)
  assert.equal(await options(page).count(), 0)
  await box(page).press('ArrowDown')
  assert.notEqual(await options(page).count(), 0)
  await box(page).fill('qqqq zzzz xxxx')
  await page.getByText('Dim cyfeiriad').waitFor()
  await page.close()
})

test('every snippet of the guide and of the start page passes axe unchanged', async () => {
  const guide = readFileSync('docs/web.md', 'utf8').match(/(?<=```html\n)[^`]+/g) ?? []
  const start = await running.ask('/')
  const [, shown = ''] = start.text.match(/<pre[^>]*id="snippet">([^<]+)/) ?? []
  const snippets = [
    ...guide,
    shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
  ]
  assert.equal(snippets.length, 2)
  for (const snippet of snippets) {
    const page = await openPage(snippet)
    await page.getByRole('button', { name: 'Enter the address manually' }).click()
    await assertAccessible(page, snippet)
    await page.close()
  }
})
