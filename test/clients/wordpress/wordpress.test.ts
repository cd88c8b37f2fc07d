// The WooCommerce plugin in a real WordPress: its settings, and what it adds to a shop's pages.
// Covers: clients/woocommerce/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveDomainToken } from '../../../src/account/keys/domain-tokens.ts'
import { testService } from '../../support/running.ts'
import { installWordPress, startWordPress } from './site.ts'

const PAGE = '/wp-admin/options-general.php?page=doorplate-address-lookup'

test('the plugin is set up and adds its provider to a shop', {
  // Installs WordPress and MariaDB, which takes a minute; the nightly run has them.
  skip: process.env.WORDPRESS === undefined,
}, async () => {
  installWordPress()
  const running = await testService()
  const { accountId, apiKey } = await running.account('au')
  const { store, clock } = running.service
  const saved = await saveDomainToken(store, accountId, { host: 'localhost' }, clock.now())
  const token = saved.kind === 'saved' ? saved.token.value : assert.fail('no token')
  await using site = await startWordPress()
  const visit = await site.session()

  async function save(settings: Readonly<Record<string, string>>): Promise<string> {
    const form = (await visit(PAGE)).text
    const hidden = [...form.matchAll(/<input type="hidden"[^>]* name="([^"]+)" value="([^"]*)"/g)]
    const fields = Object.entries(settings).map(([name, value]) => [
      `doorplate_address_lookup[${name}]`,
      value,
    ])
    const posted = await visit('/wp-admin/options.php', {
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      option_page: 'doorplate-address-lookup',
      action: 'update',
      ...Object.fromEntries(fields),
    })
    assert.equal(posted.status, 302, posted.text)
    return (await visit(`${PAGE}&settings-updated=true`)).text
  }

  // Without WooCommerce the plugin does nothing but say so.
  assert.match((await visit(PAGE)).text, /no WooCommerce 10\.2 or newer/)
  assert.doesNotMatch(await (await fetch(site.origin)).text(), /doorplate/i)

  const wrong = await save({ url: 'ftp://x', AU: apiKey, NZ: '', GB: '' })
  assert.match(wrong, /The service URL must look like https:\/\/addresses\.example\.com\./)
  assert.match(wrong, /Australia: a domain token begins with dtoken_/)
  assert.ok(!wrong.includes(apiKey))

  assert.match(
    await save({ url: 'http://localhost:9', AU: token }),
    /Australia: saved, but the service did not answer/,
  )
  assert.match(
    await save({ url: running.baseUrl, AU: 'dtoken_unknown' }),
    /refused this token \(401\)/,
  )
  const right = await save({ url: `${running.baseUrl}/`, AU: token })
  assert.match(right, /Settings saved\./)
  assert.doesNotMatch(right, /refused|did not answer/)

  site.withShop()
  assert.match((await visit(PAGE)).text, /Address autocomplete is off/)
  const shop = await (await fetch(site.origin)).text()
  assert.match(shop, /content="\[\[&quot;doorplate&quot;,&quot;Doorplate&quot;\]\]"/)
  const settings = JSON.parse(/window\.doorplateAddressProvider = (.*)/.exec(shop)?.[1] ?? '')
  assert.deepEqual(settings, { url: running.baseUrl, tokens: { AU: token } })
  const [script] = /http[^"']*provider\.js[^"']*/.exec(shop) ?? []
  assert.match(await (await fetch(String(script))).text(), /registerAddressAutocompleteProvider/)
})
