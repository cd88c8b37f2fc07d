// /sign-up: where anybody can create a trial account, if the operator allows it.

import type { PageReply } from '../../endpoints/pages/page.ts'
import { COUNTRY_FACTS, facts, html } from '../html.ts'

export function signUpPage(): PageReply {
  return html({
    title: 'Sign up',
    path: '/sign-up',
    scripts: ['/web/sign-up/sign-up.js'],
    body: `<div class="wide"><div class="narrow flow"><h1>Create a trial account</h1>
<p class="lead">Free for 30 days. We send you a link; opening it creates the account and shows its keys.</p>
<noscript><p class="notice">This page needs JavaScript.</p></noscript>
<section class="card" id="sign-up"></section>
<p class="quiet">Already have an account? <a href="/console">Sign in to the console</a>.</p></div></div>
${facts({ countries: COUNTRY_FACTS })}`,
  })
}
