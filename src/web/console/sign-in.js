// Signing in to the console, by a mailed link or with the admin key; and the keys of a new account.

import { byId, el } from '../dom.js'
import { form, OWN_EMAIL } from '../shared/form.js'
import { shownOnce } from '../shared/parts.js'
import { signInByKey } from '../shared/sections.js'

/** @typedef {import('../shared/api.js').Api} Api */

const KEY = {
  name: 'admin_key',
  label: 'Admin key',
  placeholder: 'admin_…',
  hint: 'The key is not stored in this browser. You stay signed in for 12 hours or until you sign out.',
}

// Opening a link in the tab of the console changes nothing but the hash.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#link_')) location.reload()
})

/** @typedef {{ email: string, product: string, label: string }} Holder who is signed in */

/** Resolves once somebody is signed in. @param {Api} api @returns {Promise<Holder>} */
export async function signedIn(api) {
  const link = location.hash.slice(1)
  const fault = link.startsWith('link_') ? await openLink(api, link) : ''
  for (;;) {
    const session = await api.signIn('GET', '').catch(() => ({}))
    if (session.signed_in) return session
    byId('sign-up-hint').hidden = session.sign_up !== true
    const message = byId('link-fault')
    message.textContent = fault
    message.hidden = fault === ''
    byId('mail-form').replaceChildren(mailForm(api))
    await signInByKey(api, KEY, '', wrongKind)
  }
}

/** Resolves to what is wrong with the link, which leaves the address bar. @param {Api} api @param {string} link */
async function openLink(api, link) {
  history.replaceState(null, '', '/console')
  try {
    const { api_key: key, admin_key: adminKey } = await api.signIn('POST', '/link/open', { link })
    if (key !== undefined) showKeys(key, adminKey)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @param {string} key @param {string} adminKey */
function showKeys(key, adminKey) {
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
  )
}

/** @param {Api} api */
function mailForm(api) {
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
