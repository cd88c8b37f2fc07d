// A shop's page with <address-lookup> in a form, a token for it, and what the element told the page.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { saveDomainToken } from '../../../src/account/keys/domain-tokens.ts'
import type { Product } from '../../../src/address/product.ts'
import { testService } from '../running.ts'
import { testBrowser, WAIT_MS } from './browser.ts'
import { testClientPages } from './client-pages.ts'

const FIELDS = `<label>Street <input name="line_1"></label>
  <label>Second line <input autocomplete="shipping address-line2"></label>
  <label>Town <input name="town_or_city"></label>
  <label>Postcode <input autocomplete="postal-code" id="zip"></label>
  <label>Country <select autocomplete="country" id="country"><option value="">Choose</option>
    <option value="GB">UK</option><option value="AU">Australia</option></select></label>`

const WATCH = `<script>
  const events = []
  for (const name of ['suggestions', 'selected', 'failed', 'manual'])
    document.addEventListener('address-' + name, (event) => events.push({ name, ...event.detail }))
</script>`

export async function testCheckout() {
  const browser = await testBrowser()
  const pages = await testClientPages()
  const running = await testService()

  async function tokenOf(product: Product, visitorLimit?: number): Promise<string> {
    const { accountId } = await running.account(product)
    const { store, clock } = running.service
    const wanted = { host: 'localhost', visitorLimit }
    const saved = await saveDomainToken(store, accountId, wanted, clock.now())
    return saved.kind === 'saved' ? saved.token.value : assert.fail('no token')
  }

  /** A page with this in it; what the element tells the page is in `events`. */
  async function openPage(html: string): Promise<Page> {
    const page = await browser.newPage()
    page.setDefaultTimeout(WAIT_MS)
    const whole = `<!doctype html><html lang="en"><title>Checkout</title>${WATCH}<main><h1>Checkout</h1>
      <script type="module" src="${running.baseUrl}/client/address-lookup.js"></script>${html}</main></html>`
    await page.goto(pages.put(`/checkout-${Math.random()}`, whole))
    return page
  }

  /** A form with fields of either product. */
  const open = (token: string, attributes = '', fields = FIELDS) =>
    openPage(`<form><address-lookup token="${token}" label="Your address" ${attributes}>${fields}</address-lookup>
      <button>Pay</button></form>`)

  return { fields: FIELDS, running, tokenOf, openPage, open }
}

export const value = (page: Page, selector: string) => page.locator(selector).inputValue()
