// /operator: the console for accounts, invoices, data and health of the service. It uses only the API.

import type { Product } from '../../address/product.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import { CALL } from '../../lib/program.ts'
import { COUNTRY_FACTS, facts, html } from '../html.ts'

/** `currency` is that of each product's prices. */
export function operatorPage(currency: Readonly<Record<Product, string>>): PageReply {
  return html({
    title: 'Operator',
    path: '/operator',
    scripts: ['/web/operator/operator.js'],
    body: `<div class="wide"><noscript><p class="notice">This page needs JavaScript.</p></noscript>
<div id="sign-in" class="narrow flow" hidden><h1>Operator</h1>
<p class="lead">Accounts, invoices, data and health of this service.</p>
<section class="card"><form class="form" id="sign-in-form" novalidate>
<div class="field"><label for="operator-key">Operator key</label>
<input id="operator-key" type="password" autocomplete="off" spellcheck="false" required
aria-describedby="operator-key-hint operator-key-error" placeholder="operator_…">
<p class="hint" id="operator-key-hint">The key is not stored in this browser. You stay signed in for 12 hours or until you
sign out. Your actions are logged under your name.</p>
<p class="error" id="operator-key-error" role="alert"></p></div>
<button class="primary" type="submit">Sign in</button></form></section>
<p class="quiet">Create a key with <code>${CALL} operator create NAME</code>.</p></div>
<div id="desk" hidden></div></div>${facts({ currency, countries: COUNTRY_FACTS })}`,
  })
}
