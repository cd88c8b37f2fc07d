// /console, /operator and /sign-up: pages that their scripts fill in, by the API alone.

import type { Product } from '../address/product.ts'
import { COUNTRIES } from '../countries/country.ts'
import type { PageReply } from '../endpoints/pages/page.ts'
import { type Brand, OWN_BRAND } from '../lib/brand/brand.ts'
import { CALL } from '../lib/program.ts'
import { facts, html } from './html.ts'

/** What the scripts of the consoles are told. */
interface Shown {
  readonly currency: Currency
  readonly sessionHours: number
}

/** The currency of each product's prices. */
export type Currency = Readonly<Record<Product, string>>

export function consolePage(brand: Brand, shown: Shown): PageReply {
  const body = `<div id="sign-in" class="narrow flow" hidden><h1>Console</h1>
<p class="lead">Usage, keys, plan, invoices, private addresses and webhooks of your account.</p>
<p class="notice bad" id="link-fault" role="alert" hidden></p>
<div class="card" id="open-id" hidden></div>
<section class="card" id="by-mail" hidden><h2>Sign in by mail</h2>
<p class="quiet">We send you a link that works once, in this browser.</p>
<div id="mail-form"></div></section>
<section class="card" id="by-key" hidden><h2>Sign in with the admin key</h2><div id="key-form"></div></section>
<p class="quiet" id="sign-up-hint" hidden>No account yet? <a href="/sign-up">Create a trial account</a>.</p>
${brand.name === OWN_BRAND.name ? OWN_BRAND_HINT : ''}</div>
<section class="card" id="welcome" hidden></section>
<div id="account" hidden></div>`
  return scriptPage(brand, 'Console', '/console', body, shown)
}

/** Customers of a branded service are not its operators. */
const OWN_BRAND_HINT = `<p class="quiet">The first start of the service prints an admin key for each demo
account. Operators create accounts at <a href="/operator">/operator</a>, or with <code>${CALL} account create</code>.</p>`

export function operatorPage(brand: Brand, shown: Shown): PageReply {
  const body = `<div id="sign-in" class="narrow flow" hidden><h1>Operator</h1>
<p class="lead">Accounts, invoices, data and health of this service.</p>
<p class="notice bad" id="link-fault" role="alert" hidden></p>
<div class="card" id="open-id" hidden></div>
<section class="card" id="by-key" hidden><div id="key-form"></div></section>
<p class="quiet">Create a key with <code>${CALL} operator create NAME</code>. The calls and
guides of operators are in the <a href="/operator/docs">docs</a>.</p></div>
<div id="desk" hidden></div>`
  return scriptPage(brand, 'Operator', '/operator', body, shown)
}

/** Offered if the operator lets anybody create a trial account. */
export function signUpPage(brand: Brand): PageReply {
  const body = `<div class="narrow flow"><h1>Create a trial account</h1>
<p class="lead">Free for 30 days. We send you a link; opening it creates the account and shows its keys.</p>
<section class="card" id="sign-up"></section>
<p class="quiet">Already have an account? <a href="/console">Sign in to the console</a>.</p></div>`
  return scriptPage(brand, 'Sign up', '/sign-up', body)
}

function scriptPage(brand: Brand, title: string, path: string, body: string, shown?: Shown) {
  const countries = COUNTRIES.toReversed().map(({ product, name, adjective, examples }) => {
    return { product, name, adjective, term: examples.parameters.term }
  })
  return html(brand, {
    title,
    path,
    scripts: [`/web${path}${path}.js`],
    body: `<div class="wide"><noscript><p class="notice">This page needs JavaScript.</p></noscript>
${body}</div>${facts({ currency: shown?.currency, sessionHours: shown?.sessionHours, countries })}`,
  })
}
