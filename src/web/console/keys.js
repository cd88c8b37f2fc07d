// API keys by name, the admin key, and domain tokens.

import { badge, copyable, el } from '../dom.js'
import { asking, confirmed, form, formDialog, given } from '../shared/form.js'
import { count, day } from '../shared/format.js'
import { buttons, card, loaded, quiet, rowButton, shownOnce, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

/** @typedef {{ value: string, host: string, limit: number, limit_minutes: number }} Token */
/** @typedef {(name: string, key: string) => void} ShowKey */
/** @typedef {{ name: string, key: string, test: boolean, created: string, usage_today: number }} ApiKey */

/** @param {Api} api */
export async function keysSection(api) {
  return [apiKeysCard(api), await adminKeyCard(api)]
}

/** @param {Api} api */
function apiKeysCard(api) {
  const once = el('div')
  /** @type {ShowKey} */
  const showKey = (name, key) => once.replaceChildren(shownOnce(`The key ${name}`, key))
  const { place, show } = loaded(async () => [
    apiKeyTable(api, await api.get('/security/api-keys'), showKey, () => show()),
  ])
  const create = form(
    [
      {
        name: 'name',
        label: 'Name',
        required: true,
        placeholder: 'Shop server',
        hint: 'Look-ups are counted under this name.',
      },
      {
        name: 'test',
        label: 'Purpose',
        value: 'false',
        options: [
          ['false', 'live look-ups'],
          ['true', 'tests: sample data, free'],
        ],
      },
    ],
    'Create key',
    async ({ name = '', test }) => {
      const made = await api.send('POST', '/security/api-keys', { name, test: test === 'true' })
      showKey(made.name, made.key)
      await show()
      return 'The key was created.'
    },
  )
  return card(
    'API keys',
    quiet(
      'For look-ups from your servers. Only a hash of a key is stored, so it cannot be shown again. If you have lost a key, replace it.',
    ),
    place,
    once,
    el('h3', {}, 'New key'),
    create,
  )
}

/** @param {Api} api @param {ApiKey[]} keys @param {ShowKey} showKey @param {() => unknown} done */
function apiKeyTable(api, keys, showKey, done) {
  const rows = keys.map(({ name, key, test, created, usage_today: used }) => {
    const path = `/security/api-keys/${encodeURIComponent(name)}`
    const replace = () =>
      formDialog(
        {
          title: `Replace the key ${name}?`,
          text: 'The new key is shown once.',
          fields: [graceField('Time to put the new key into your programs.')],
          yes: 'Replace key',
        },
        async ({ grace }) => showKey(name, (await api.send('PUT', `${path}?grace=${grace}`)).key),
      )
    const remove = asking(
      [`Delete the key ${name}?`, 'Look-ups with this key are refused at once.', 'Delete key'],
      () => api.send('DELETE', path),
    )
    return [
      el('div', {}, el('strong', {}, name), ...(test ? [' ', badge('test')] : [])),
      el('code', {}, key),
      day(created),
      test ? 'free' : count(used),
      buttons(
        rowButton('Replace', `the key ${name}`, replace, done),
        name === 'main'
          ? undefined
          : rowButton('Delete', `the key ${name}`, remove, done, 'small danger'),
      ),
    ]
  })
  return table(['Name', 'Key', 'Created', 'Today', ''], rows, 'API keys')
}

/** @param {Api} api */
async function adminKeyCard(api) {
  const path = '/security/admin-key'
  const current = async () => (await api.get(path))['admin-key'] || 'none'
  const once = el('div')
  const masked = el('code', {}, await current())
  const replace = form(
    [graceField('Time to give the new key to everyone who manages the account.')],
    'Replace admin key',
    async ({ grace }) => {
      const text =
        grace === '0'
          ? 'The old key stops working at once.'
          : 'The old key stays valid for the time you chose.'
      if (!(await confirmed('Replace the admin key?', text, 'Replace key'))) return
      const { 'admin-key': key } = await api.send('PUT', `${path}?grace=${grace}`)
      once.replaceChildren(shownOnce('The new admin key', key))
      masked.textContent = await current()
      return 'The key was replaced.'
    },
    'danger',
  )
  return card(
    'Admin key',
    el('p', {}, 'Manages the account; cannot look up addresses: ', masked),
    quiet(
      'If somebody else has seen the key, replace it and do not keep the old one valid. That also signs out every other browser.',
    ),
    once,
    replace,
  )
}

/** @param {string} hint @returns {import('../shared/form.js').Field} */
function graceField(hint) {
  return {
    name: 'grace',
    label: 'Keep the old key valid for',
    value: '86400',
    options: [
      ['86400', '24 hours'],
      ['3600', '1 hour'],
      ['300', '5 minutes'],
      ['0', 'no time (it stops working at once)'],
    ],
    hint,
  }
}

/** @param {Api} api */
export async function tokensSection(api) {
  const { place, show } = loaded(async () => [
    tokenTable(api, await api.get('/security/domain-token'), () => show()),
  ])
  const create = form(
    [
      {
        name: 'url',
        label: 'Domain',
        required: true,
        placeholder: 'shop.example.com',
        hint: 'Includes its subdomains. Use “localhost” for development.',
      },
      {
        name: 'limit',
        label: 'Requests per visitor',
        type: 'number',
        hint: 'Leave empty for the default of this service.',
      },
      {
        name: 'limit_minutes',
        label: 'Period in minutes',
        type: 'number',
        value: '1',
        hint: '1 to 1,440.',
      },
    ],
    'Save token',
    async (values) => {
      const { message } = await api.send('POST', '/security/domain-token', given(values))
      await show()
      return message
    },
  )
  return [
    card(
      '',
      quiet(
        'For code in web pages. A token is public: it works only on pages of its domain, and only for look-ups.',
      ),
      place,
    ),
    card('Create a token or change its limits', create),
  ]
}

/** @param {Api} api @param {Token[]} tokens @param {() => unknown} done */
function tokenTable(api, tokens, done) {
  const rows = tokens.map(({ value, host, limit, limit_minutes: minutes }) => {
    const what = `the token for ${host}`
    const remove = asking(
      [`Delete ${what}?`, `Pages of ${host} can no longer look up addresses.`, 'Delete token'],
      () => api.send('DELETE', `/security/domain-token/${encodeURIComponent(host)}`),
    )
    return [
      el('strong', {}, host),
      copyable(value, what),
      `${count(limit)} per ${minutes === 1 ? 'minute' : `${count(minutes)} minutes`}`,
      rowButton('Delete', what, remove, done, 'small danger'),
    ]
  })
  const heads = ['Domain', 'Token', 'Limit per visitor', '']
  return table(heads, rows, 'Domain tokens', 'No domain tokens yet.')
}
