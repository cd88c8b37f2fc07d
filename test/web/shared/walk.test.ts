// Every page on a phone by keyboard alone: Tab reaches all that can be used, in sight, and nothing is too wide.
// Covers: src/web/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { testBrowser, WAIT_MS } from '../../support/browser/browser.ts'
import { OPERATOR_SECTIONS, SECTIONS } from '../../support/browser/console-sections.ts'
import { posting, testService } from '../../support/running.ts'

const browser = await testBrowser()
const running = await testService({ settings: { SIGN_UP: 'open', DEMO: '1' } })
const { store, clock, plans, config } = running.service

const PUBLIC = ['/', '/docs', '/docs/errors', '/docs/web', '/sign-up', '/nothing']
/** The reference has hundreds of links; they are all made alike. */
const TABS_MAX = 120
/** The browser stops at itself too, and at areas that scroll. */
const MORE_TABS = 12

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(`${running.baseUrl}${path}`)
  await page.waitForLoadState('networkidle')
  return page
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const current = document.querySelector('.side [aria-current]')?.getAttribute('href')
    return current === location.hash.split('/')[0] && !document.querySelector('[aria-busy]')
  })
  await page.waitForLoadState('networkidle')
  const box = await page.locator('.side [aria-current]').boundingBox()
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, 'the current tab is out of sight')
}

/** In the page: what can be used, each with a number, and which of it gets the focus within the screen. */
const MARK = `(() => {
  const usable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]'
  const trees = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((each) =>
    each.shadowRoot ? trees(each.shadowRoot) : [])]
  window.focused = []
  const seen = (element) => {
    const { left, right, width } = element.getBoundingClientRect()
    if (width <= innerWidth && (left < -1 || right > innerWidth + 1)) return 'outside: '
    return ''
  }
  const named = (element) =>
    element.localName + ' ' + (element.ariaLabel || element.id || element.textContent.trim().slice(0, 40))
  // Once the key is let go the browser has scrolled to what has the focus.
  document.addEventListener('keyup', () => {
    let at = document.activeElement
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    window.focused.push(seen(at) + named(at))
  })
  const groups = new Set()
  return trees(document).flatMap((tree) => [...tree.querySelectorAll(usable)]).filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.tabIndex < 0) return false
    if (each.closest('details:not([open]) > :not(summary)')) return false
    // Arrows move within a group of radio buttons.
    if (each.type !== 'radio') return true
    return each.checked
  }).map(named)
})()`

async function walk(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${what}: ${wide} pixels too wide`)
  const usable = (await page.evaluate(MARK)) as string[]
  await page.evaluate('document.activeElement?.blur(), scrollTo(0, 0)')
  const steps = Math.min(usable.length + MORE_TABS, TABS_MAX)
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Tab')
  const focused = (await page.evaluate('window.focused')) as string[]
  assert.deepEqual(
    focused.filter((name) => name.startsWith('outside: ')),
    [],
    what,
  )
  const missed = usable.slice(0, steps - MORE_TABS).filter((name) => !focused.includes(name))
  assert.deepEqual(missed, [], `${what}: not reached by Tab`)
}

test('pages for everybody', async () => {
  for (const path of PUBLIC) {
    const page = await open(path)
    await walk(page, path)
    await page.close()
  }
})

test('each section of an account', async () => {
  const { adminKey, apiKey } = await running.account('uk', 'starter')
  const list = await running.ask('/autocomplete/queens', apiKey)
  for (const { url } of list.json.suggestions) await running.ask(url, apiKey)
  await running.ask('/security/domain-token', adminKey, posting({ url: 'shop.example.com' }))
  const own = { postcode: 'AB15 9HL', line_1: 'The Old Forge', residential: true }
  await running.ask('/v2/private-address', adminKey, posting(own))
  await running.ask('/webhook/expired', adminKey, posting({ url: 'https://shop.example/hooks' }))
  await runBilling({ store, plans, clock, settings: config.billing }, clock.now() + 40 * 86_400_000)
  const page = await open('/console')
  await walk(page, 'signing in')
  await page.getByLabel('Admin key').focus()
  await page.keyboard.type(adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  for (const tab of SECTIONS) {
    await page.locator(`.side a[href="#${tab}"]`).press('Enter')
    await settled(page)
    await walk(page, tab)
  }
  await page.close()
})

test('each section of the console of operators, and of an account there', async () => {
  const { accountId } = await running.account('au', 'starter')
  const page = await open('/operator')
  await page.getByLabel('Operator key').focus()
  await page.keyboard.type((await addOperator(store, 'Ada', clock.now())) ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const ofAccount = ['overview', 'mails', ...SECTIONS.filter((tab) => tab !== 'lists')]
  const tabs = [...OPERATOR_SECTIONS, ...ofAccount.map((tab) => `accounts/${accountId}/${tab}`)]
  for (const tab of tabs) {
    await page.evaluate((hash) => location.assign(hash), `#${tab}`)
    await settled(page)
    await walk(page, tab)
    const current = page.locator('.tabs [aria-current]')
    if ((await current.count()) === 0) continue
    const name = await current.innerText()
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  }
  await page.close()
})
