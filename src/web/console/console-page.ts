// /console: where the account holder signs in and manages the account. All that it does goes through the public API.

import type { Product } from '../../address/product.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import { CALL } from '../../lib/program.ts'
import { facts, html } from '../html.ts'

/** `currency` is that of each product's prices. */
export function consolePage(currency: Readonly<Record<Product, string>>): PageReply {
  return html({
    title: 'Console',
    path: '/console',
    scripts: ['/web/console/console.js'],
    body: `<div class="wide"><noscript><p class="notice">The console needs JavaScript.</p></noscript>
<div id="sign-in" class="narrow flow" hidden><h1>Console</h1>
<p class="lead">Usage and limits, keys, plan, invoices, private addresses and webhooks of one account.</p>
<p class="notice bad" id="link-fault" role="alert" hidden></p>
<section class="card"><h2>Sign in by mail</h2>
<p class="quiet">You get a link that works once, in this browser.</p>
<div id="mail-form"></div></section>
<section class="card"><h2>Sign in with the admin key</h2>
<form class="form" id="sign-in-form" novalidate>
<div class="field"><label for="admin-key">Admin key</label>
<input id="admin-key" type="password" autocomplete="off" spellcheck="false" required
aria-describedby="admin-key-hint admin-key-error" placeholder="admin_…">
<p class="hint" id="admin-key-hint">It is not kept in this browser. You stay signed in for 12 hours, or until you
sign out.</p>
<p class="error" id="admin-key-error" role="alert"></p></div>
<button type="submit">Sign in</button></form></section>
<p class="quiet" id="sign-up-hint" hidden>No account yet? <a href="/sign-up">Make an account to try it</a>.</p>
<p class="quiet">The first start of the service printed an admin key for each demo account. The
operator makes more with <code>${CALL} account create</code>.</p></div>
<section class="card" id="welcome" hidden></section>
<div id="account" hidden></div></div>${facts({ currency })}`,
  })
}
