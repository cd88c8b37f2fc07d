// Keys: the API key and the admin key, masked and replaced; domain tokens, made, limited and removed.

import { copyButton, el } from '../dom.js'
import { form } from './form.js'
import { count } from './format.js'
import { card, confirmed, loaded, rowButton, shownOnce, table } from './parts.js'

/** @typedef {{ value: string, host: string, limit: number, limit_minutes: number }} Token */

/** @param {import('./api.js').Api} api */
export async function keysSection(api) {
  return [
    await keyCard(api, {
      kind: 'api',
      name: 'API key',
      about: 'For look-ups from your servers: ',
      lost: 'A key is kept as a hash, so it cannot be shown again. Lost it? Replace it.',
      hint: 'Time to put the new key into your programs.',
    }),
    await keyCard(api, {
      kind: 'admin',
      name: 'admin key',
      about: 'It manages the account and cannot look up addresses: ',
      lost: 'Has somebody seen it? Replace it, with no time for the old one: every other browser is signed out too.',
      hint: 'Time to give the new key to everybody who manages the account.',
    }),
  ]
}

/**
 * @typedef {object} KeyOptions
 * @property {'api' | 'admin'} kind
 * @property {string} name
 * @property {string} about
 * @property {string} lost what to do about a key that was lost or seen
 * @property {string} hint
 */

/**
 * @param {import('./api.js').Api} api
 * @param {KeyOptions} options
 */
async function keyCard(api, { kind, name, about, lost, hint }) {
  const path = `/security/${kind}-key`
  const see = async () => (await api.get(path))[`${kind}-key`] || 'none'
  const place = el('div')
  const masked = el('code', {}, await see())
  const rotate = form(
    [graceField(hint)],
    `Replace the ${name}`,
    async ({ grace }) => {
      const text =
        grace === '0'
          ? 'The old key stops at once.'
          : 'The old key works on for the time you chose.'
      if (!(await confirmed(`Replace the ${name}?`, text, 'Replace it'))) return undefined
      const key = (await api.send('PUT', `${path}?grace=${grace}`))[`${kind}-key`]
      const copy = copyButton(() => key, `the ${name}`)
      place.replaceChildren(shownOnce(`The new ${name}`, key, copy))
      masked.textContent = await see()
      return 'The key was replaced.'
    },
    'danger',
  )
  return card(
    `Your ${name}`,
    el('p', {}, about, masked),
    el('p', { class: 'quiet' }, lost),
    place,
    rotate,
  )
}

/**
 * @param {string} hint
 * @returns {import('./form.js').Field}
 */
function graceField(hint) {
  return {
    name: 'grace',
    label: 'The old key works on for',
    type: 'select',
    required: true,
    value: '86400',
    options: [
      ['86400', '24 hours'],
      ['3600', '1 hour'],
      ['300', '5 minutes'],
      ['0', 'not at all'],
    ],
    hint,
  }
}

/** @param {import('./api.js').Api} api */
export async function tokensSection(api) {
  const { place, show } = loaded(async () => [
    tokenTable(api, await api.get('/security/domain-token'), () => show()),
  ])
  const make = form(
    [
      {
        name: 'url',
        label: 'Domain',
        required: true,
        placeholder: 'shop.example.com',
        hint: 'Its sub-domains are included. “localhost” is for trying.',
      },
      {
        name: 'limit',
        label: 'Requests of one visitor',
        type: 'number',
        hint: 'Empty: as this deployment is set.',
      },
      {
        name: 'limit_minutes',
        label: 'in so many minutes',
        type: 'number',
        value: '1',
        hint: '1 to 1,440.',
      },
    ],
    'Make the token',
    async ({ url, limit, limit_minutes: minutes }) => {
      const wanted = {
        url,
        ...(limit !== '' && { limit }),
        ...(minutes !== '' && { limit_minutes: minutes }),
      }
      const made = await api.send('POST', '/security/domain-token', wanted)
      await show()
      return made.message
    },
  )
  return [
    card(
      'Your tokens',
      el(
        'p',
        { class: 'quiet' },
        'For browser code. A token is public: it works only on the pages of its domain, and only for look-ups.',
      ),
      place,
    ),
    card('Make a token, or change the limits of one', make),
  ]
}

/**
 * @param {import('./api.js').Api} api
 * @param {Token[]} tokens
 * @param {() => unknown} done
 */
function tokenTable(api, tokens, done) {
  if (tokens.length === 0) return el('p', {}, 'There is no domain token yet.')
  const rows = tokens.map(({ value, host, limit, limit_minutes: minutes }) => [
    el('strong', {}, host),
    el(
      'div',
      { class: 'buttons' },
      el('code', {}, value),
      copyButton(() => value, `the token of ${host}`),
    ),
    `${count(limit)} in ${minutes === 1 ? 'a minute' : `${count(minutes)} minutes`}`,
    rowButton(
      'Remove',
      `the token of ${host}`,
      async () => {
        const text = `Pages of ${host} can no longer look up addresses, from now on.`
        if (!(await confirmed(`Remove the token of ${host}?`, text, 'Remove it'))) return false
        await api.send('DELETE', `/security/domain-token/${encodeURIComponent(host)}`)
        return true
      },
      done,
      'small danger',
    ),
  ])
  return table(['Domain', 'Token', 'For one visitor', ''], rows, 'Domain tokens')
}
