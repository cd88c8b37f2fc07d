// The console of an account holder.

import { button, byId, countryNamed, el, pageFacts } from '../dom.js'
import { listsSection } from '../lists/lists.js'
import { Api } from '../shared/api.js'
import { useCurrency } from '../shared/format.js'
import { showSections, signOut } from '../shared/sections.js'
import { emailSection, invoicesSection } from './billing.js'
import { keysSection, tokensSection } from './keys.js'
import { planSection } from './plan.js'
import { privateSection } from './private.js'
import { signedIn } from './sign-in.js'
import { usageSection } from './usage.js'
import { webhooksSection } from './webhooks.js'

const api = new Api()
const { email, product, label } = await signedIn(api)
const banner = el('div')
useCurrency(pageFacts().currency[product] ?? '')
byId('account').append(banner)
showSections(byId('account'), {
  api,
  label: 'Account',
  title: document.title,
  holder: [email, [label, countryNamed(product)?.name].filter(Boolean).join(' · ')],
  sections: [
    ['usage', 'Usage', usageSection],
    ['keys', 'Keys', keysSection],
    ['tokens', 'Domain tokens', tokensSection],
    ['plan', 'Plan', planSection],
    ['invoices', 'Invoices', invoicesSection],
    ['email', 'E-mail', emailSection],
    ['lists', 'Lists', (_, _again, rest) => listsSection(api, rest, false)],
    ['private', 'Private addresses', privateSection],
    ['webhooks', 'Webhooks', webhooksSection],
  ],
  buttons: [
    button('Sign out', () => signOut(api, '/console'), { class: 'small' }),
    button('Sign out everywhere', () => signOut(api, '/console', '?everywhere=true'), {
      class: 'small',
    }),
  ],
  onShow: () => void showBanner(),
})

/** Every section says when look-ups are refused. */
async function showBanner() {
  const { status } = await api.get('/v2/subscription').catch(() => ({ status: '' }))
  const what = { ended: 'subscription', 'trial-ended': 'free trial' }[String(status)]
  if (what === undefined) return banner.replaceChildren()
  banner.replaceChildren(
    el(
      'p',
      { class: 'notice bad', role: 'status' },
      `Your ${what} has ended and look-ups are refused. `,
      el('a', { href: '#plan' }, 'Choose a plan'),
      ' to use the same keys again at once.',
    ),
  )
}
