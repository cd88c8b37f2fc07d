// <address-lookup> on a shop's own page, in Chromium: both products, mouse and keyboard, late answers and refusals.
// Covers: src/client/address-lookup-style.js, src/client/address-fields.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../support/browser/axe.ts'
import { testCheckout, value } from '../support/browser/checkout.ts'

const { fields: FIELDS, open, tokenOf } = await testCheckout()

test('a UK address fills the fields that the form has, by name and by autofill name', async () => {
  const page = await open(await tokenOf('uk'))
  assert.equal(await page.locator('[name=line_1]').isVisible(), false)
  await page
    .getByRole('combobox', { name: 'Your address' })
    .pressSequentially('church barn netherby')
  const option = page.getByRole('option', { name: /^Church Barn, 4 Netherby Road/ })
  await option.waitFor()
  await assertAccessible(page, 'with suggestions')
  await option.click()
  await page.locator('[name=line_1]').waitFor()
  assert.equal(await value(page, '[name=line_1]'), 'Church Barn')
  assert.equal(await value(page, '[autocomplete$=address-line2]'), '4 Netherby Road, Cults')
  assert.equal(await value(page, '[name=town_or_city]'), 'Aberdeen')
  assert.equal(await value(page, '#zip'), 'AB15 9HL')
  assert.equal(await value(page, '#country'), 'GB')
  await assertAccessible(page, 'filled in')
  await page.close()
})

test('an Australian address fills the same form, by keyboard, and the form keeps its own names', async () => {
  const fields = `${FIELDS}<label>Suburb <input name="suburb"></label>`
  const page = await open(await tokenOf('au'), 'fields="town_or_city=suburb"', fields)
  await page.getByRole('combobox').focus()
  // At once: the answer to a part of it would take the place of what the arrow has chosen.
  await page.keyboard.insertText('11 taylor st melb')
  await page.locator('li[role=option]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  const box = page.getByRole('combobox')
  assert.equal(await box.getAttribute('aria-expanded'), 'true')
  assert.equal(await box.getAttribute('aria-activedescendant'), 'option-0')
  await page.keyboard.press('Escape')
  assert.equal(await box.getAttribute('aria-expanded'), 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('[name=suburb]').waitFor()
  assert.equal(await value(page, '[name=line_1]'), '11 TAYLOR ST')
  assert.equal(await value(page, '[name=suburb]'), 'MELBOURNE VIC')
  assert.equal(await value(page, '#zip'), '3000')
  assert.equal(await value(page, '#country'), 'AU')
  const [cost] = (await page.evaluate(
    `events.filter(({ name }) => name === 'selected').map(({ cost }) => cost)`,
  )) as number[]
  assert.equal(cost, 1)
  await page.close()
})

test('a form that has too few fields loses nothing: the whole address is in them, in order', async () => {
  const fields = `<label>Lines <textarea autocomplete="street-address" id="lines"></textarea></label>
    <label>One line <input autocomplete="street-address" id="one"></label>
    <label>Town <select name="town_or_city"><option>Leeds</option></select></label>`
  const page = await open(await tokenOf('uk'), 'lines="3"', fields)
  await page.getByRole('combobox', { name: 'Your address' }).fill('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn, 4 Netherby Road/ }).click()
  await page.locator('#lines').waitFor()
  assert.equal(
    await value(page, '#lines'),
    'Church Barn\n4 Netherby Road\nCults, Aberdeen, AB15 9HL',
  )
  assert.equal(await value(page, '#one'), 'Church Barn, 4 Netherby Road, Cults, Aberdeen, AB15 9HL')
  assert.equal(await value(page, '[name=town_or_city]'), 'Leeds')
  const manual = page.getByRole('button', { name: 'Enter the address manually' })
  assert.equal(await manual.isVisible(), false, 'there is nothing left to open')
  await page.close()
})

test('in the dark every word can be read, and while an answer is under way that is shown', async () => {
  const page = await open(await tokenOf('uk'), 'debounce="0" style="color-scheme: light dark"')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(
    `document.documentElement.style.cssText = 'color-scheme: light dark; background: Canvas'`,
  )
  await assertAccessible(page, 'in the dark')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/autocomplete/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('combobox').fill('netherby')
  const busy = () =>
    page
      .locator('address-lookup')
      .evaluate(({ shadowRoot }) =>
        getComputedStyle(
          shadowRoot?.querySelector('[part=field]') as Element,
          '::after',
        ).getPropertyValue('content'),
      )
  await page.locator('address-lookup [aria-busy=true]').waitFor()
  assert.equal(await busy(), '""')
  release()
  await page.locator('li[role=option]').first().waitFor()
  assert.equal(await busy(), 'none')
  await page.close()
})

test('a late answer never replaces a newer one', async () => {
  const page = await open(await tokenOf('uk'), 'debounce="0"')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = () => {}
  const first = new Promise<void>((resolve) => {
    asked = resolve
  })
  await page.route('**/autocomplete/queens?*', async (route) => {
    asked()
    await held
    await route.continue().catch(() => undefined)
  })
  const box = page.getByRole('combobox')
  await box.fill('queens')
  await first
  await box.fill('netherby')
  await page
    .getByRole('option', { name: /Netherby/ })
    .first()
    .waitFor()
  release()
  await box.fill('netherby r')
  await page.waitForFunction(`events.filter(({ name }) => name === 'suggestions').length === 2`)
  const terms = await page.evaluate(`events.map(({ term }) => term)`)
  assert.deepEqual(terms, ['netherby', 'netherby r'])
  await page.close()
})

test('a late suggestion does not open the list again after an address was chosen', async () => {
  const page = await open(await tokenOf('uk'), 'debounce="0"')
  const box = page.getByRole('combobox')
  await box.fill('netherby')
  await page.locator('li[role=option]').first().waitFor()
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/autocomplete/netherby%20r*', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await box.fill('netherby r')
  await asked.promise
  // The list still shows what was found before.
  await page.locator('li[role=option]').first().click()
  held.resolve()
  await page.waitForFunction(`events.some(({ name }) => name === 'selected')`)
  const suggested = `events.filter(({ name }) => name === 'suggestions').length`
  assert.equal(await page.evaluate(suggested), 1)
  assert.equal(await page.locator('li[role=option]').first().isVisible(), false)
  await page.close()
})

test('a field that was cleared gives up the answer that is under way, and stays empty and closed', async () => {
  const page = await open(await tokenOf('uk'), 'debounce="0"')
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  page.on('requestfailed', () => ended.resolve('given up'))
  page.on('requestfinished', (request) => {
    if (request.url().includes('/autocomplete/')) ended.resolve('answered')
  })
  await page.route('**/autocomplete/netherby*', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('combobox').fill('netherby')
  await asked.promise
  await page.evaluate(`document.querySelector('address-lookup').clear()`)
  held.resolve()
  assert.equal(await ended.promise, 'given up')
  assert.equal(await page.getByRole('combobox').inputValue(), '')
  assert.equal(await page.locator('li[role=option]').first().isVisible(), false)
  await page.close()
})

test('typing fast asks once', async () => {
  const page = await open(await tokenOf('uk'), 'debounce="200"')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/autocomplete/')) asked.push(request.url())
  })
  // All letters within one turn of the page: however busy the machine is, no pause comes between them.
  await page.getByRole('combobox').evaluate((box: HTMLInputElement) => {
    for (const letter of 'netherby road') {
      box.value += letter
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await page.locator('li[role=option]').first().waitFor()
  assert.equal(asked.length, 1)
  await page.close()
})

test('the address can always be entered by hand', async () => {
  const page = await open(await tokenOf('uk'))
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  const focused = await page.evaluate('document.activeElement.name')
  assert.equal(focused, 'line_1')
  await page.keyboard.type('1 New Road')
  assert.equal(await value(page, '[name=line_1]'), '1 New Road')
  await page.close()
})

test('a refused token opens the fields and tells the visitor in words, and the shop by an event', async () => {
  const page = await open('dtoken_of_nobody')
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.getByRole('combobox').fill('netherby')
  await page.locator('[name=line_1]').waitFor()
  assert.match(await page.getByRole('status').innerText(), /not available.*manually/)
  const [failed] = (await page.evaluate(`events`)) as { name: string; problem: { code: string } }[]
  assert.deepEqual([failed.name, failed.problem.code], ['failed', 'unauthorized'])
  const reason = said.filter((text) => text.startsWith('<address-lookup>')).join()
  assert.match(reason, /401: .*docs\/errors#unauthorized/)
  assert.doesNotMatch(reason, /dtoken_of_nobody/)
  await assertAccessible(page, 'refused')
  await page.close()
})

test('a visitor who asks too often is told how long to wait', async () => {
  const page = await open(await tokenOf('uk', 1), 'debounce="0"')
  await page.getByRole('combobox').fill('netherby')
  await page.locator('li[role=option]').first().waitFor()
  await page.getByRole('combobox').fill('netherby r')
  await page.waitForFunction(`events.some(({ name }) => name === 'failed')`)
  assert.match(await page.getByRole('status').innerText(), /Please wait \d+ s/)
  await page.close()
})

test('a page chooses its own colours and corners', async () => {
  const page = await open(
    await tokenOf('uk'),
    'style="--address-paper: rgb(1, 2, 3); --address-radius: 0px"',
  )
  const style = await page
    .getByRole('combobox')
    .evaluate((box) => [getComputedStyle(box).backgroundColor, getComputedStyle(box).borderRadius])
  assert.deepEqual(style, ['rgb(1, 2, 3)', '0px'])
  await page.close()
})
