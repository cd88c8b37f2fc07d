// /console: where the account holder signs in and manages the account. All that it does goes through the public API.

import type { PageReply } from '../../endpoints/pages/page.ts'
import { CALL } from '../../lib/program.ts'
import { html } from '../html.ts'

export function consolePage(): PageReply {
  return html({
    title: 'Console',
    path: '/console',
    scripts: ['/web/console/console.js'],
    body: `<div class="wide"><div id="sign-in" class="narrow flow"><h1>Console</h1>
<p class="lead">Usage and limits, keys, plan, invoices, private addresses and webhooks of one account.</p>
<noscript><p class="notice">The console needs JavaScript.</p></noscript>
<form class="card form" id="sign-in-form" novalidate>
<div class="field"><label for="admin-key">Admin key</label>
<input id="admin-key" type="password" autocomplete="off" spellcheck="false" required
aria-describedby="admin-key-hint admin-key-error" placeholder="admin_…">
<p class="hint" id="admin-key-hint">It stays in the memory of this tab and is forgotten when you sign
out, reload or close it.</p>
<p class="error" id="admin-key-error" role="alert"></p></div>
<button class="primary" type="submit">Sign in</button></form>
<p class="quiet">The first start of the service printed an admin key for each demo account. The
operator makes more with <code>${CALL} account create</code>.</p></div>
<div id="account" hidden></div></div>`,
  })
}
