// Signing in to the console: by a link from a mail, or by the admin key; and what a first visit by such a link shows.

import { byId, copyButton, el } from '../dom.js'
import { form } from '../shared/form.js'
import { shownOnce } from '../shared/parts.js'

// A link that is opened in the tab of the console changes nothing but the address.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#link_')) location.reload()
})

/** @typedef {{ email: string, product: string, label: string }} Holder who is signed in */

/**
 * Ends once somebody is signed in; a browser that has a session need not sign in again.
 * @param {import('../shared/api.js').Api} api
 * @returns {Promise<Holder>}
 */
export async function signedIn(api) {
  const link = location.hash.slice(1)
  const fault = link.startsWith('link_') ? await openLink(api, link) : undefined
  for (;;) {
    const who = await api.signIn('GET', '').catch(() => ({}))
    if (who.signed_in) {
      byId('sign-in').hidden = true
      return who
    }
    await signInForms(api, who.sign_up === true, fault)
  }
}

/**
 * What is wrong with the link, or undefined once it has signed in. It leaves the address bar at once.
 * @param {import('../shared/api.js').Api} api
 * @param {string} link
 */
async function openLink(api, link) {
  history.replaceState(null, '', '/console')
  try {
    const { api_key: key, admin_key: adminKey } = await api.signIn('POST', '/link/open', { link })
    if (key !== undefined) showKeys(key, adminKey)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * @param {string} key
 * @param {string} adminKey
 */
function showKeys(key, adminKey) {
  const welcome = byId('welcome')
  welcome.hidden = false
  welcome.replaceChildren(
    el('h2', {}, 'Your trial account is open'),
    el(
      'p',
      {},
      'The API key looks up addresses from your servers; the admin key manages the account. You can replace both at any time.',
    ),
    shownOnce(
      'The API key',
      key,
      copyButton(() => key, 'the API key'),
    ),
    shownOnce(
      'The admin key',
      adminKey,
      copyButton(() => adminKey, 'the admin key'),
    ),
  )
}

/**
 * Shows the ways to sign in, and ends when one of them has worked.
 * @param {import('../shared/api.js').Api} api
 * @param {boolean} isSignUpOpen
 * @param {string | undefined} fault
 */
function signInForms(api, isSignUpOpen, fault) {
  byId('sign-in').hidden = false
  byId('sign-up-hint').hidden = !isSignUpOpen
  const message = byId('link-fault')
  message.textContent = fault ?? ''
  message.hidden = fault === undefined
  byId('mail-form').replaceChildren(mailForm(api))
  return new Promise((resolve) => {
    const element = /** @type {HTMLFormElement} */ (byId('sign-in-form'))
    element.onsubmit = async (event) => {
      event.preventDefault()
      if (await signInByKey(api)) resolve(undefined)
    }
  })
}

/** @param {import('../shared/api.js').Api} api */
function mailForm(api) {
  return form(
    [
      {
        name: 'email',
        label: 'E-mail address of the account',
        type: 'email',
        autocomplete: 'email',
        required: true,
      },
    ],
    'Mail me a link',
    async ({ email = '' }) => {
      await api.signIn('POST', '/link', { email })
      return `If ${email} has an account, we have mailed a link to it. Open the newest link in this browser within 15 minutes.`
    },
  )
}

/** @param {import('../shared/api.js').Api} api */
async function signInByKey(api) {
  const input = /** @type {HTMLInputElement} */ (byId('admin-key'))
  const key = input.value.trim()
  const fault = wrongKind(key) ?? (await refusalOf(api, key))
  byId('admin-key-error').textContent = fault ?? ''
  input.setAttribute('aria-invalid', String(fault !== undefined))
  if (fault !== undefined) input.focus()
  else input.value = ''
  return fault === undefined
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} key
 */
async function refusalOf(api, key) {
  try {
    await api.signIn('POST', '', { admin_key: key })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @param {string} key */
function wrongKind(key) {
  if (key === '') return 'Paste the admin key.'
  if (key.startsWith('api_') || key.startsWith('test_'))
    return 'This is an API key. The console needs the admin key, which begins with admin_.'
  if (key.startsWith('dtoken_')) return 'This is a domain token. The console needs the admin key.'
  return undefined
}
