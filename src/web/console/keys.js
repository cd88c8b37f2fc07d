// Keys: API keys by name and the admin key, made, replaced and removed; domain tokens, made, limited and removed.

import { copyButton, el } from '../dom.js'
import { form, formDialog } from '../shared/form.js'
import { count, day } from '../shared/format.js'
import { card, confirmed, loaded, rowButton, shownOnce, table } from '../shared/parts.js'

/** @typedef {{ value: string, host: string, limit: number, limit_minutes: number }} Token */

/** @typedef {{ name: string, key: string, test: boolean, created: string, usage_today: number }} ApiKey */

/** @param {import('../shared/api.js').Api} api */
export async function keysSection(api) {
  return [
    apiKeysCard(api),
    await keyCard(api, {
      kind: 'admin',
      name: 'admin key',
      about: 'It manages the account and cannot look up addresses: ',
      lost: 'Has somebody seen it? Replace it, with no time for the old one: every other browser is signed out too.',
      hint: 'Time to give the new key to everybody who manages the account.',
    }),
  ]
}

/** @param {import('../shared/api.js').Api} api */
function apiKeysCard(api) {
  const once = el('div')
  /**
   * @param {string} name
   * @param {string} key
   */
  const showKey = (name, key) =>
    once.replaceChildren(
      shownOnce(
        `The key ${name}`,
        key,
        copyButton(() => key, `the key ${name}`),
      ),
    )
  const { place, show } = loaded(async () => [
    apiKeyTable(api, await api.get('/security/api-keys'), showKey, () => show()),
  ])
  const make = form(
    [
      {
        name: 'name',
        label: 'Name',
        required: true,
        placeholder: 'Shop server',
        hint: 'What uses it. Look-ups are counted under this name.',
      },
      {
        name: 'test',
        label: 'What for',
        type: 'select',
        required: true,
        value: 'false',
        options: [
          ['false', 'real look-ups'],
          ['true', 'tests: sample data, costs nothing'],
        ],
      },
    ],
    'Make the key',
    async ({ name = '', test }) => {
      const made = await api.send('POST', '/security/api-keys', { name, test: test === 'true' })
      showKey(made.name, made.key)
      await show()
      return 'The key was made.'
    },
  )
  return card(
    'Your API keys',
    el(
      'p',
      { class: 'quiet' },
      'For look-ups from your servers. A key is kept as a hash, so it cannot be shown again. Lost it? Replace it.',
    ),
    place,
    once,
    el('h3', {}, 'Make another key'),
    make,
  )
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {ApiKey[]} keys
 * @param {(name: string, key: string) => void} showKey
 * @param {() => unknown} done
 */
function apiKeyTable(api, keys, showKey, done) {
  const rows = keys.map(({ name, key, test, created, usage_today: used }) => {
    const path = `/security/api-keys/${encodeURIComponent(name)}`
    const replace = () =>
      formDialog(
        {
          title: `Replace the key ${name}?`,
          text: 'The new key is shown once.',
          fields: [graceField('Time to put the new key into your programs.')],
          yes: 'Replace it',
          look: 'danger',
        },
        async ({ grace }) => showKey(name, (await api.send('PUT', `${path}?grace=${grace}`)).key),
      )
    const remove = async () => {
      const text = 'Look-ups with it are refused from this moment.'
      if (!(await confirmed(`Remove the key ${name}?`, text, 'Remove it'))) return false
      await api.send('DELETE', path)
      return true
    }
    return [
      el(
        'div',
        {},
        el('strong', {}, name),
        test ? ' ' : undefined,
        test ? el('span', { class: 'badge' }, 'test') : undefined,
      ),
      el('code', {}, key),
      day(created),
      test ? 'free' : count(used),
      el(
        'div',
        { class: 'buttons' },
        rowButton('Replace', `the key ${name}`, replace, done),
        name === 'main'
          ? undefined
          : rowButton('Remove', `the key ${name}`, remove, done, 'small danger'),
      ),
    ]
  })
  return table(['Name', 'Key', 'Made', 'Today', ''], rows, 'API keys')
}

/**
 * @typedef {object} KeyOptions
 * @property {'admin'} kind
 * @property {string} name
 * @property {string} about
 * @property {string} lost what to do about a key that was lost or seen
 * @property {string} hint
 */

/**
 * @param {import('../shared/api.js').Api} api
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
 * @returns {import('../shared/form.js').Field}
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

/** @param {import('../shared/api.js').Api} api */
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
 * @param {import('../shared/api.js').Api} api
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
