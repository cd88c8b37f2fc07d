// The console of an account holder: signing in by a mailed link or with the admin key, then the account.

import { button, byId, copyable, countryNamed, el, pageFacts } from '../dom.js'
import { Api } from '../shared/api.js'
import { form, OWN_EMAIL } from '../shared/form.js'
import { useCurrency } from '../shared/format.js'
import { buttons, shownOnce } from '../shared/parts.js'
import { finishOpenId, showSections, showSignIn, signOut } from '../shared/sections.js'
import { ACCOUNT_SECTIONS } from './account-sections.js'

const KEY = {
  name: 'admin_key',
  label: 'Admin key',
  placeholder: 'admin_…',
}

// Opening a link in the tab of the console changes nothing but the hash.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#link_')) location.reload()
})

const api = new Api()
const { email, product, label, operator } = await signedIn()
if (operator) showOperatorLink()
const banner = el('div')
useCurrency(pageFacts().currency[product] ?? '')
byId('account').append(banner)
showSections(byId('account'), {
  api,
  label: 'Account',
  title: document.title,
  holder: [email, [label, countryNamed(product)?.name].filter(Boolean).join(' · ')],
  sections: ACCOUNT_SECTIONS,
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
  const { status, suspended } = await api.get('/v2/subscription').catch(() => ({ status: '' }))
  if (suspended !== undefined) {
    const text = `The operator has suspended this account and look-ups are refused. ${suspended}`
    return banner.replaceChildren(el('p', { class: 'notice bad', role: 'status' }, text))
  }
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

/** Resolves once somebody is signed in. */
async function signedIn() {
  const link = location.hash.slice(1)
  const { fault, accounts } = link.startsWith('link_')
    ? { fault: await openLink(link), accounts: [] }
    : await finishOpenId(api)
  if (accounts.length > 0) await accountChosen(accounts)
  for (;;) {
    const session = await api.signIn('GET', '').catch(() => ({}))
    if (session.signed_in) return session
    byId('sign-up-hint').hidden = session.sign_up !== true
    byId('by-mail').hidden = session.ways?.includes('mail') === false
    byId('mail-form').replaceChildren(mailForm())
    await showSignIn(api, session, fault, KEY, '', wrongKind)
  }
}

/** Asks which account to open. @param {readonly { product: string, link: string }[]} accounts */
function accountChosen(accounts) {
  return new Promise((resolve) => {
    const choices = accounts.map(({ product, link }) => {
      const open = async () => {
        welcome.hidden = true
        resolve(await openLink(link))
      }
      return button(`Open ${countryNamed(product)?.adjective ?? product} account`, open)
    })
    const welcome = byId('welcome')
    welcome.hidden = false
    welcome.replaceChildren(
      el('h2', {}, 'Choose an account'),
      el('p', {}, 'Your e-mail address has several accounts.'),
      buttons(...choices),
    )
  })
}

/** Opens a link, and removes it from the address bar. Resolves to what is wrong with it. @param {string} link */
async function openLink(link) {
  history.replaceState(null, '', '/console')
  try {
    const {
      api_key: key,
      admin_key: adminKey,
      product,
    } = await api.signIn('POST', '/link/open', { link })
    if (key !== undefined) showKeys(key, adminKey, product)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** For somebody who may open that page. */
function showOperatorLink() {
  const link = el('a', { href: '/operator' }, 'Operator')
  document.querySelector('.top nav ul')?.append(el('li', {}, link))
}

/** @param {string} key @param {string} adminKey @param {string} product */
function showKeys(key, adminKey, product) {
  const term = encodeURIComponent(countryNamed(product)?.term ?? '')
  const call = `curl "${location.origin}/autocomplete/${term}?api-key=${key}"`
  const welcome = byId('welcome')
  welcome.hidden = false
  welcome.replaceChildren(
    el('h2', {}, 'Your trial account is ready'),
    el(
      'p',
      {},
      'The API key looks up addresses from your servers; the admin key manages the account. You can replace both at any time.',
    ),
    shownOnce('The API key', key),
    shownOnce('The admin key', adminKey),
    el(
      'p',
      {},
      'Make your first call, which is free. The ',
      el('a', { href: '/docs' }, 'reference'),
      ' has all others.',
    ),
    copyable(call, 'the first call'),
  )
}

function mailForm() {
  return form(
    [{ ...OWN_EMAIL, label: 'E-mail address of the account' }],
    'Send link',
    async ({ email = '' }) => {
      await api.signIn('POST', '/link', { email })
      return `If ${email} has an account, we have sent it a link. Open the newest link in this browser within 15 minutes.`
    },
  )
}

/** @param {string} key */
function wrongKind(key) {
  if (key.startsWith('api_') || key.startsWith('test_'))
    return 'This is an API key. Use the admin key, which begins with admin_.'
  if (key.startsWith('dtoken_')) return 'This is a domain token. Use the admin key instead.'
  return ''
}
