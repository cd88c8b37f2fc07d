// The start page and the reference, used as a person uses them: typing, clicking, or by keyboard alone.
// Covers: src/web/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/browser/axe.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { startTestService, testService } from '../support/running.ts'

const browser = await testBrowser()
const running = await testService({
  settings: { DEMO: '1', TOKEN_VISITOR_PER_MINUTE: '1000' },
})

/** Fails the test when the page asks anything of another origin, or has an error of its own. */
async function open(path: string, options = {}): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(WAIT_MS)
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(running.baseUrl) && !request.url().startsWith('data:')) {
      faults.push(request.url())
    }
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  await page.goto(`${running.baseUrl}${path}`)
  return { page, faults }
}

test('a UK address: typed, chosen, shown to people and programs, with time, cost and a map', async () => {
  const { page, faults } = await open('/')
  assert.match(await page.locator('.sample').innerText(), /Sample data.*load real addresses/s)
  await page.getByRole('combobox').pressSequentially('7 netherby rd', { delay: 15 })
  const first = page.getByRole('option').first()
  // A busy machine shows suggestions for what was typed so far before those for all of it.
  await first.locator('mark', { hasText: 'Road' }).waitFor()
  assert.deepEqual(await first.locator('mark').allInnerTexts(), ['7', 'Netherby', 'Road'])
  assert.match(
    await page.locator('#timing').innerText(),
    /suggestions? in [\d.]+ ms, measured in your browser from request to answer; free\./,
  )
  await assertAccessible(page, 'the list of suggestions')
  await first.click()
  const address = page.locator('.result address')
  assert.match(
    await address.innerText(),
    /^7 Netherby Road\nCults\nAberdeen\n.*AB15 9HL\nScotland$/s,
  )
  const [curl, json] = await page.locator('.result pre').allInnerTexts()
  assert.match(
    await page.locator('.cost').innerText(),
    /200[\s\S]*ms round trip[\s\S]*cost: one look-up/,
  )
  assert.equal(JSON.parse(json).postcode, 'AB15 9HL')
  assert.match(
    await page.locator('.result .facts').innerText(),
    /Delivery zone\s+Aberdeen zone \(Z-AB\)/,
  )
  await page.locator('svg.map').nth(1).waitFor()
  assert.equal(await page.locator('svg.map use.land').count(), 1, 'a coastline')
  await assertAccessible(page, 'the chosen address')
  assert.deepEqual(faults, [])
  await assertCurl(curl, 'AB15 9HL')
  await page.close()
})

/** The line that the page shows, as a shell would run it. */
async function assertCurl(line: string, wanted: string): Promise<void> {
  const [, name, value, url] =
    /^curl -H "(\w+): ([^"]+)" \\\n {2}"([^"]+)"$/.exec(line) ?? assert.fail(line)
  const answer = await fetch(url, { headers: { [name]: value } })
  assert.equal(answer.status, 200)
  assert.ok((await answer.text()).includes(wanted))
}

test('a link leads to the chosen address, and Back to what was typed for it', async () => {
  const { page, faults } = await open('/#uk/7 netherby')
  const shown = page.locator('.result address')
  await page.getByRole('option').first().click()
  await shown.waitFor()
  assert.match(page.url(), /#uk\/7%20Netherby%20Road[^@]+@\w+$/)
  await page.goBack()
  await shown.waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('combobox').inputValue(), '7 netherby')
  await page.goForward()
  await shown.waitFor()
  await page.reload()
  assert.match(await shown.innerText(), /^7 Netherby Road/)
  assert.deepEqual(faults, [])
  await page.close()
})

test('an Australian address, by keyboard alone', async () => {
  const { page, faults } = await open('/', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  // From the top of the page: skip link, name, four links, how to load data, then the country.
  const focused = () =>
    page.evaluate('document.activeElement.name || document.activeElement.localName')
  for (let steps = 0; steps < 12 && (await focused()) !== 'product'; steps += 1) {
    await page.keyboard.press('Tab')
  }
  // Behind the United Kingdom and New Zealand.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'address-lookup')
  // At once: the answer to a part of it would take the place of what the arrow has chosen.
  await page.keyboard.insertText('taylor st melb')
  await page.getByRole('option').nth(2).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const wanted = await page.locator('[aria-selected=true]').innerText()
  await page.keyboard.press('Enter')
  await page.locator('svg.map').nth(1).waitFor()
  const [, json] = await page.locator('.result pre').allInnerTexts()
  assert.equal(JSON.parse(json).address_label, wanted)
  assert.match(await page.locator('.result address').innerText(), /MELBOURNE VIC \d{4}\nAustralia$/)
  await assertAccessible(page, 'dark, on a phone')
  const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  assert.equal(wider, false, 'nothing is wider than the phone')
  assert.deepEqual(faults, [])
  await page.close()
})

test('the reference tries a look-up of either product with the demo token', async () => {
  const { page, faults } = await open('/docs')
  for (const [country, term, found] of [
    ['United Kingdom', '7 netherby', 'Netherby Road'],
    ['Australia', '8-10 taylor', 'TAYLOR ST, MELBOURNE'],
  ]) {
    await page.getByRole('link', { name: country }).click()
    const card = page.locator('#get-autocomplete-term')
    await card.locator('.try-it summary').click()
    await card.getByRole('textbox', { name: 'term' }).fill(term)
    await card.getByRole('button', { name: 'Send' }).click()
    await card.locator('.answer pre', { hasText: found }).waitFor()
    assert.match(await card.locator('.answer').innerText(), /^200 in \d+ ms, free/)
  }
  await assertAccessible(page, '/docs with an answer', '#get-autocomplete-term')
  assert.deepEqual(faults, [])
  await page.close()
})

test('a test key of any account tries a look-up in the reference, for nothing', async () => {
  const { adminKey } = await running.account('uk')
  const body = JSON.stringify({ name: 'trial', test: true })
  const made = await running.ask('/security/api-keys', adminKey, { method: 'POST', body })
  const { page } = await open('/docs')
  await page.getByLabel('Key for').fill(made.json.key)
  const card = page.locator('#get-autocomplete-term')
  await card.locator('.try-it summary').click()
  await card.getByRole('button', { name: 'Send' }).click()
  await card.locator('.answer pre', { hasText: 'suggestions' }).waitFor()
  await page.close()
})

test('the reference shows the refusal of a look-up unchanged', async () => {
  const { page } = await open('/docs')
  await page.getByLabel('Key for').fill('dtoken_wrong')
  const card = page.locator('#get-get-id')
  await card.locator('.try-it summary').click()
  await card.getByRole('textbox', { name: 'id' }).fill('a/b')
  await card.getByRole('button', { name: 'Send' }).click()
  await card.locator('.answer pre', { hasText: 'unauthorized' }).waitFor()
  await page.close()
})

test('the reference is readable without scripts, on a phone in the dark', async () => {
  const { page, faults } = await open('/docs?product=au#get-get-id', {
    javaScriptEnabled: false,
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  const card = page.locator('section:target')
  assert.match(await card.innerText(), /^Get the full address[\s\S]*GET \/get\/\{id\}[\s\S]*curl/)
  assert.equal(await page.getByText('Try it', { exact: true }).count(), 1, 'only in the navigation')
  assert.deepEqual(faults, [])
  await page.close()
})

test('nothing in the reference is wider than a phone', async () => {
  const { page } = await open('/docs', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  assert.equal(wider, false)
  const heading = await page.getByRole('heading', { name: 'API reference' }).boundingBox()
  assert.ok((heading?.y ?? 844) < 300, 'the contents do not fill the first screen')
  // All are drawn alike, and to look at each of them takes a quarter of a minute.
  await page.evaluate(
    `for (const more of [...document.querySelectorAll('.operation')].slice(12)) more.remove()`,
  )
  await assertAccessible(page, '/docs, dark, on a phone')
  await page.close()
})

test('a guide is read on a phone and in the dark, with its contents by keyboard', async () => {
  const { page, faults } = await open('/docs/webhooks', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  await page.getByText('Contents', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Catching up' }).click()
  assert.match(page.url(), /#catching-up$/)
  await assertAccessible(page, '/docs/webhooks, dark, on a phone')
  await page.goto(page.url().replace(/webhooks.*/, 'moving'))
  const label = `getComputedStyle(document.querySelector('td[data-label="Limits"]'), '::before').content`
  assert.match(String(await page.evaluate(label)), /: "$/, 'a cell below others says what it is')
  assert.deepEqual(faults, [])
  await page.close()
})

test('calls, guides and errors are searched by keyboard, and one choice of language is kept for all samples', async () => {
  const { page, faults } = await open('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('revoke domain token')
  const results = page.getByRole('list', { name: 'Search results' }).getByRole('link')
  assert.match(await results.first().innerText(), /^Delete .*\n?\/security\/domain-token\/\{host\}/)
  await page.keyboard.press('Enter')
  assert.match(page.url(), /#delete-security-domain-token-host$/)
  const search = page.getByLabel('Search the documentation')
  await search.fill('key')
  assert.match(await results.first().innerText(), /key/i)
  await search.fill('rate limit')
  assert.match((await results.allInnerTexts()).join(), /rate-limit/)
  await search.fill('signatures standard webhooks')
  await page.getByRole('link', { name: 'Verify Guide: Webhooks' }).waitFor()
  await page.keyboard.press('ArrowDown')
  assert.equal(await results.first().evaluate((link) => link === document.activeElement), true)
  await assertAccessible(page, 'search results', '.side')
  await page.keyboard.press('Escape')
  assert.equal(await search.inputValue(), '')
  assert.equal(await search.evaluate((input) => input === document.activeElement), true)
  await page.locator('#get-get-id summary', { hasText: 'Python' }).click()
  const other = page.locator('#get-autocomplete-term')
  await other.getByText('urllib.request').waitFor()
  await page.reload()
  await other.getByText('urllib.request').waitFor()
  assert.equal(await other.getByText('curl "').isVisible(), false)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the lines to paste name the token of the country, new data is noticed, and a link keeps the search', async () => {
  const { page, faults } = await open('/')
  const snippet = page.locator('#snippet')
  assert.ok((await snippet.innerText()).includes(`src="${running.baseUrl}/client/`))
  const { demoKeys } = running.service.status
  assert.ok((await snippet.innerText()).includes(`token="${demoKeys.uk?.token}"`))
  await page.locator('.switch label', { hasText: 'Australia' }).click()
  assert.ok((await snippet.innerText()).includes(`token="${demoKeys.au?.token}"`))
  await page.getByRole('button', { name: 'Copy the HTML' }).waitFor()
  await page.getByRole('combobox').fill('taylor')
  await page.route('**/health/ready', (route) =>
    route.fulfill({ json: { releases: { au: 'au-new', uk: 'uk-new' } } }),
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('New address data is available.').waitFor()
  await page.waitForURL('**/#au/taylor')
  await page.reload()
  await page.getByRole('option').first().waitFor()
  assert.equal(await page.getByRole('combobox').inputValue(), 'taylor')
  assert.equal(await page.locator('input[value=au]').isChecked(), true)
  assert.deepEqual(faults, [])
  await page.close()
})

test('the type of a Problem opens the reference at its code', async () => {
  const { json } = await running.ask('/get/x')
  const { page } = await open(new URL(json.type).pathname + new URL(json.type).hash)
  const section = page.locator('section:target')
  assert.match(await section.innerText(), /^unauthorized 401[\s\S]*What to do/)
  await assertAccessible(page, '/docs/errors')
  await page.close()
})

test('when the look-ups of the day are used up, the page says so and what to do', async () => {
  const token = running.service.status.demoKeys.uk?.token ?? assert.fail('no token')
  const headers = { origin: running.baseUrl }
  const list = await running.ask('/autocomplete/queens', token, { headers })
  for (let left = 100; left > 0; left -= 10) {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        running.ask(list.json.suggestions[0].url, token, { headers }),
      ),
    )
  }
  const { page } = await open('/')
  await page.getByRole('combobox').fill('queens')
  await page.getByRole('option').first().click()
  const notice = page.locator('.result [role=alert]')
  assert.match(await notice.innerText(), /used up[\s\S]*in \d+ \w+[\s\S]*console[\s\S]*daily-limit/)
  await assertAccessible(page, 'a refusal')
  await page.close()
})

test('without demo accounts the page says what it needs, and takes a domain token', async () => {
  await using plain = await startTestService()
  const { adminKey } = await plain.account('uk')
  const made = await plain.ask('/security/domain-token', adminKey, {
    method: 'POST',
    body: JSON.stringify({ url: 'localhost' }),
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(plain.baseUrl)
  assert.match(await page.locator('#no-token').innerText(), /no demo account/)
  await page.getByLabel('Domain token').fill(made.json.token)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').fill('netherby')
  await page.getByRole('option').first().waitFor()
  await page.close()
})
