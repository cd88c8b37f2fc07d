// /console: where the account holder signs in and manages the account. It uses only the public API.

import type { Product } from '../../address/product.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import { CALL } from '../../lib/program.ts'
import { COUNTRY_FACTS, facts, html } from '../html.ts'

/** `currency` is that of each product's prices. */
export function consolePage(currency: Readonly<Record<Product, string>>): PageReply {
  return html({
    title: 'Console',
    path: '/console',
    scripts: ['/web/console/console.js'],
    body: `<div class="wide"><noscript><p class="notice">The console needs JavaScript.</p></noscript>
<div id="sign-in" class="narrow flow" hidden><h1>Console</h1>
<p class="lead">Usage, keys, plan, invoices, private addresses and webhooks of your account.</p>
<p class="notice bad" id="link-fault" role="alert" hidden></p>
<section class="card"><h2>Sign in by mail</h2>
<p class="quiet">We send you a link that works once, in this browser.</p>
<div id="mail-form"></div></section>
<section class="card"><h2>Sign in with the admin key</h2>
<form class="form" id="sign-in-form" novalidate>
<div class="field"><label for="admin-key">Admin key</label>
<input id="admin-key" type="password" autocomplete="off" spellcheck="false" required
aria-describedby="admin-key-hint admin-key-error" placeholder="admin_…">
<p class="hint" id="admin-key-hint">The key is not stored in this browser. You stay signed in for 12 hours or until
you sign out.</p>
<p class="error" id="admin-key-error" role="alert"></p></div>
<button type="submit">Sign in</button></form></section>
<p class="quiet" id="sign-up-hint" hidden>No account yet? <a href="/sign-up">Create a trial account</a>.</p>
<p class="quiet">The first start of the service prints an admin key for each demo account. Operators
create accounts with <code>${CALL} account create</code>.</p></div>
<section class="card" id="welcome" hidden></section>
<div id="account" hidden></div></div>${facts({ currency, countries: COUNTRY_FACTS })}`,
  })
}
