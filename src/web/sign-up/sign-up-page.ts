// /sign-up: where anybody can create a trial account, if the operator allows it.

import { PRODUCTS } from '../../address/product.ts'
import type { PageReply } from '../../endpoints/pages/page.ts'
import { facts, html } from '../html.ts'
import { PRODUCT_NAMES } from '../start/try-page.ts'

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
${facts({ products: PRODUCTS.map((product) => [product, PRODUCT_NAMES[product]]) })}`,
  })
}
