// The start page: an address field to try, and how to use it from your own pages and programs.

import { COUNTRIES, countryOf } from '../../countries/country.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import type { ReleaseInfo } from '../../index/file/sections.ts'
import { type Brand, OWN_BRAND } from '../../lib/brand/brand.ts'
import { CALL } from '../../lib/program.ts'
import { facts as factsElement, html, text } from '../html.ts'

interface TryProduct {
  readonly release: ReleaseInfo
  /** A domain token of the demo account for this service's own host, if there is one. */
  readonly token: string | undefined
  /** Texts to type. */
  readonly examples: readonly string[]
  /** Whether there is a layer of areas. */
  readonly hasAreas: boolean
}

export interface TryFacts {
  /** The host that the tokens are valid for. */
  readonly host: string
  readonly products: readonly TryProduct[]
}

export function tryPage(brand: Brand, facts: TryFacts, baseUrl: string): PageReply {
  const products = [...facts.products].sort((a, b) =>
    b.release.product.localeCompare(a.release.product),
  )
  const [first] = products
  if (first === undefined) return emptyPage(brand)
  return html(brand, {
    path: '/',
    scripts: ['/client/address-lookup.js', '/web/start/try.js'],
    body: `<div class="wide try">
<div class="hero"><h1>Find any address as you type</h1>
<p class="lead">Type part of an address in any order, abbreviated, even with typos. Suggestions are
free; the full address costs one look-up.</p></div>
${sampleNotice(products)}
<section class="card search" aria-label="Look up an address">
${productSwitch(products)}
<noscript><p class="notice">This page needs JavaScript. The <a href="/docs">API reference</a> shows
how to call the service without it.</p></noscript>
<div id="no-token" class="notice" hidden></div>
<div id="lookup"></div>
<div id="examples" class="chips" role="group" aria-label="Examples to type"></div>
<p id="timing" class="quiet" aria-live="off"></p></section>
<div id="result" class="result" tabindex="-1" hidden></div>
${nextSteps(products, baseUrl, brand.name === OWN_BRAND.name)}
<footer class="quiet">${products.map(({ release }) => attributionLine(release)).join('')}</footer>
</div>${factsElement({ baseUrl, host: facts.host, products: products.map(scriptFacts) })}`,
  })
}

function scriptFacts({ release: { product, release }, ...facts }: TryProduct) {
  return { product, name: countryOf(product).name, ...facts, release }
}

function productSwitch(products: readonly TryProduct[]): string {
  const choices = products.map(({ release: { product, addresses } }, at) => {
    const count = addresses.toLocaleString('en-GB')
    return `<label><input type="radio" name="product" value="${product}"${at === 0 ? ' checked' : ''}>
<span>${countryOf(product).name} <small>${count} addresses</small></span></label>`
  })
  return `<fieldset class="switch" aria-label="Country">${choices.join('')}</fieldset>`
}

const COMMANDS = COUNTRIES.flatMap(({ name, sources }) =>
  sources.map(
    ([file, command]) => `<dt>${name}, ${file}</dt><dd><code>${CALL} import ${command}</code></dd>`,
  ),
).join('\n')

function sampleNotice(products: readonly TryProduct[]): string {
  const samples = products.filter(({ release }) => release.source === 'sample')
  const [sample] = samples
  if (sample === undefined) return ''
  const { adjective } = countryOf(sample.release.product)
  const which = samples.length === products.length ? 'The addresses' : `The ${adjective} addresses`
  return `<details class="notice sample"><summary><strong>Sample data.</strong> ${which} here are
not real. <span class="more">How to load real addresses</span></summary>
<p>Run one of these commands in the folder of the service. A running service uses the new data within
seconds.</p>
<dl class="commands">${COMMANDS}</dl></details>`
}

/** Customers of a branded service did not see its first start. */
const OWN_BRAND_HINT = ` Sign in with the admin key of a demo account, which the first start
printed.`

function nextSteps(products: readonly TryProduct[], baseUrl: string, isOwnBrand: boolean): string {
  const token = products.find((each) => each.token !== undefined)?.token ?? 'dtoken_…'
  const snippet = `<script type="module" src="${baseUrl}/client/address-lookup.js"></script>
<form>
  <address-lookup token="${token}" label="Address">
    <label>Street <input name="line_1"></label>
    <label>Town <input name="town_or_city"></label>
    <label>Postcode <input name="postcode"></label>
  </address-lookup>
</form>`
  return `<section class="steps" aria-labelledby="steps"><h2 id="steps">Use it</h2>
<div class="grid">
<div class="card"><h3>On a web page</h3><p>An accessible address field that fills the form around it.
Create a domain token for your site in the <a href="/console#tokens">console</a>.</p>
<pre tabindex="0" role="region" aria-label="HTML of an address field" id="snippet">${text(snippet)}</pre></div>
<div class="card"><h3>From a server</h3><p>Plain HTTP and JSON, described in the
<a href="/docs">API reference</a>, or the typed client:</p>
<pre tabindex="0" role="region" aria-label="Example of the typed client">import { createClient } from 'doorplate/client'

const client = createClient({ baseUrl, key: API_KEY })
const { suggestions } = await client.autocomplete({ term })
const address = await client.get({ id: suggestions[0].id })</pre></div>
<div class="card"><h3>As the account holder</h3><p>Usage, limits, keys, plan and invoices are in the
<a href="/console">console</a>.${isOwnBrand ? OWN_BRAND_HINT : ''}</p><p><a href="/openapi.json">OpenAPI document</a> ·
<a href="/docs/errors">Errors</a> · <a href="/health/ready">Health</a></p></div>
</div></section>`
}

function attributionLine({ product, release, attribution }: ReleaseInfo): string {
  return `<p>${countryOf(product).name}: ${text(attribution)} <small>${text(release)}</small></p>`
}

function emptyPage(brand: Brand): PageReply {
  return html(brand, {
    path: '/',
    body: `<div class="wide flow"><h1>No address data is loaded</h1>
<p>Import a file with <code>${CALL} import</code>; the service uses it within seconds.
<code>${CALL} help</code> lists the formats.</p></div>`,
  })
}
