// The provider of the WooCommerce plugin in Chromium, called as WooCommerce documents it, against a real service.
// Covers: clients/woocommerce/**

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import type { Product } from '../../src/address/product.ts'
import { testBrowser, WAIT_MS } from '../support/browser/browser.ts'
import { testClientPages } from '../support/browser/client-pages.ts'
import { testService } from '../support/running.ts'

const PROVIDER = readFileSync(
  new URL('../../clients/woocommerce/doorplate-address-lookup/provider.js', import.meta.url),
  'utf8',
)

const browser = await testBrowser()
const pages = await testClientPages()
const running = await testService()
const { store, clock } = running.service

async function domainToken(product: Product): Promise<string> {
  const { accountId } = await running.account(product)
  const saved = await saveDomainToken(store, accountId, { host: 'localhost' }, clock.now())
  return saved.kind === 'saved' ? saved.token.value : assert.fail('no token')
}

const tokens = {
  AU: await domainToken('au'),
  NZ: await domainToken('nz'),
  GB: await domainToken('uk'),
}

/** A page whose `wc.addressAutocomplete` keeps what registers, with what the plugin prints before its script. */
async function openCheckout(settings: { readonly url: string; readonly tokens: object }) {
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await page.goto(
    pages.put(
      '/woocommerce',
      `<!doctype html><title>Checkout</title><link rel="icon" href="data:,"><script>
        const wc = { addressAutocomplete: { registerAddressAutocompleteProvider: (given) => (window.provider = given) } }
        window.wc = wc
        window.doorplateAddressProvider = ${JSON.stringify(settings)}
      </script><script>${PROVIDER}</script>`,
    ),
  )
  const call = (method: string, ...args: readonly string[]) =>
    page.evaluate(({ method, args }) => Reflect.get(window, 'provider')[method](...args), {
      method,
      args,
    })
  return { page, call, warnings }
}

const CHOICES = [
  {
    typed: '8-10 taylor st melb',
    country: 'AU',
    label: '8-10 TAYLOR ST, MELBOURNE VIC 3000',
    address: {
      address_1: '8-10 TAYLOR ST',
      address_2: '',
      city: 'MELBOURNE',
      state: 'VIC',
      postcode: '3000',
      country: 'AU',
    },
  },
  {
    typed: '1 ennerdale lane',
    country: 'NZ',
    label: '1 ENNERDALE LANE, HENDERSON, AUCKLAND 0612',
    address: {
      address_1: '1 ENNERDALE LANE',
      address_2: 'HENDERSON',
      city: 'AUCKLAND',
      state: '',
      postcode: '0612',
      country: 'NZ',
    },
  },
  {
    typed: 'flat 2 chestnut house queensway',
    country: 'GB',
    label: 'Flat 2, Chestnut House, Queensway, London',
    address: {
      address_1: 'Flat 2',
      address_2: 'Chestnut House, Queensway',
      city: 'London',
      state: '',
      postcode: 'W2 2AB',
      country: 'GB',
    },
  },
]

test('a customer of a WooCommerce shop types, chooses and has every field of her country', async () => {
  const { call, warnings } = await openCheckout({ url: running.baseUrl, tokens })
  for (const { typed, country, label, address } of CHOICES) {
    assert.equal(await call('canSearch', country), true)
    const [first] = await call('search', typed, country, 'billing')
    assert.equal(first.label, label)
    assert.deepEqual(await call('select', first.id), address)
  }
  assert.deepEqual(warnings, [])
})

test('what was typed is marked in each suggestion', async () => {
  const { call } = await openCheckout({ url: running.baseUrl, tokens })
  const [first] = await call('search', '8-10 tay', 'AU', 'shipping')
  const marked = first.matchedSubstrings.map(
    ({ offset, length }: { readonly offset: number; readonly length: number }) =>
      first.label.slice(offset, offset + length),
  )
  assert.deepEqual(marked, ['8', '10', 'TAY'])
})

test('a checkout goes on without suggestions when the service refuses or is down', async () => {
  const refused = await openCheckout({ url: running.baseUrl, tokens: { AU: 'dtoken_unknown' } })
  assert.equal(await refused.call('canSearch', 'GB'), false)
  assert.deepEqual(await refused.call('search', '8-10 taylor', 'AU', 'billing'), [])
  assert.equal(await refused.call('select', 'AU:GAVIC413656673'), null)
  assert.ok(refused.warnings.some((text) => text.startsWith('Doorplate: ')))
  assert.ok(
    refused.warnings.every((text) => !text.startsWith('Doorplate') || !text.includes('dtoken')),
  )

  const down = await openCheckout({ url: 'http://localhost:9', tokens })
  assert.deepEqual(await down.call('search', '8-10 taylor', 'AU', 'billing'), [])
})

test('a newer search cancels the one before it in the same part of the form', async () => {
  const { page, warnings } = await openCheckout({ url: running.baseUrl, tokens })
  const [older, newer] = await page.evaluate(() => {
    const { search } = Reflect.get(window, 'provider')
    return Promise.all([search('8-10 t', 'AU', 'billing'), search('8-10 taylor', 'AU', 'billing')])
  })
  assert.deepEqual(older, [])
  assert.equal(newer.length > 0, true)
  assert.deepEqual(warnings, [])
})
