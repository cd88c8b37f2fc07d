// Webhooks: endpoints of each kind, a test, their secrets, and what was delivered.

import { button, copyButton, el } from '../dom.js'
import { form } from '../shared/form.js'
import { moment } from '../shared/format.js'
import {
  card,
  clearMessages,
  confirmed,
  inWords,
  loaded,
  rowButton,
  shownOnce,
  table,
} from '../shared/parts.js'

const KINDS = /** @type {const} */ ([
  ['first-limit-reached', 'First limit reached', 'The first daily limit of the plan is reached.'],
  ['second-limit-reached', 'Second limit reached', 'The last daily limit is reached.'],
  ['track', 'Track', 'Each look-up that was charged.'],
  ['expired', 'Expired', 'A trial or the subscription ended.'],
  ['batch-finished', 'Batch finished', 'A list of addresses is matched.'],
])
const STATES = /** @type {Readonly<Record<string, string>>} */ ({
  delivered: 'good',
  failed: 'bad',
  pending: 'warm',
})

/** @param {import('../shared/api.js').Api} api */
export async function webhooksSection(api) {
  // The first answer tells whether this deployment has webhooks at all.
  await api.get('/webhook/expired')
  return KINDS.map(([kind, title, text]) => kindCard(api, kind, title, text))
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} kind
 * @param {string} title
 * @param {string} text
 */
function kindCard(api, kind, title, text) {
  const once = el('div')
  const status = el('p', { class: 'form-message', role: 'status' })
  const { place, show } = loaded(async () => {
    /** @type {{ id: string, url: string }[]} */
    const endpoints = await api.get(`/webhook/${kind}`)
    if (endpoints.length === 0) return [el('p', {}, 'No endpoint yet.')]
    const rows = endpoints.map((endpoint) => endpointPart(api, kind, endpoint, once, () => show()))
    const test = button('Send a test event', () => void sendTest(), { class: 'small' })
    return [...rows, el('div', { class: 'buttons' }, test, status)]
  })
  const sendTest = async () => {
    clearMessages()
    try {
      status.classList.remove('error')
      status.textContent = (await api.send('POST', `/webhook/${kind}/test`)).message
    } catch (error) {
      status.classList.add('error')
      status.textContent = inWords(error)
    }
  }
  const register = form(
    [{ name: 'url', label: 'URL', type: 'url', required: true, placeholder: 'https://…' }],
    'Register',
    async (values) => {
      const made = await api.send('POST', `/webhook/${kind}`, values)
      showSecret(once, made.secret)
      await show()
      return made.message
    },
  )
  return card(title, el('p', { class: 'quiet' }, text), place, once, register)
}

/**
 * @param {HTMLElement} once
 * @param {string} secret
 */
function showSecret(once, secret) {
  once.replaceChildren(
    shownOnce(
      'The signing secret',
      secret,
      copyButton(() => secret, 'the secret'),
    ),
  )
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} kind
 * @param {{ id: string, url: string }} endpoint
 * @param {HTMLElement} once
 * @param {() => unknown} done
 */
function endpointPart(api, kind, { id, url }, once, done) {
  const path = `/webhook/${kind}/${id}`
  const remove = async () => {
    if (!(await confirmed('Remove this endpoint?', url, 'Remove it'))) return false
    await api.send('DELETE', path)
    return true
  }
  const rotate = async () => {
    const text = 'For 24 hours deliveries are signed with the old and the new secret.'
    if (!(await confirmed('Replace the secret?', text, 'Replace it'))) return false
    showSecret(once, (await api.send('POST', `${path}/secret/rotate`)).secret)
    return true
  }
  const deliveries = /** @type {HTMLDetailsElement} */ (
    el('details', {}, el('summary', {}, 'Deliveries'))
  )
  deliveries.addEventListener('toggle', () => {
    if (!deliveries.open) return
    const message = el('p', { class: 'form-message', role: 'status' })
    const { place, show } = loaded(async () => [
      deliveryTable(api, path, await api.get(`${path}/deliveries`), async (text) => {
        await show()
        message.textContent = text
      }),
    ])
    deliveries.replaceChildren(el('summary', {}, 'Deliveries'), message, place)
  })
  return el(
    'div',
    { class: 'endpoint' },
    el(
      'div',
      { class: 'buttons' },
      el('code', {}, url),
      rowButton('New secret', `for ${url}`, rotate, () => undefined),
      rowButton('Remove', url, remove, done, 'small danger'),
    ),
    deliveries,
  )
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} path
 * @param {any[]} deliveries
 * @param {(message: string) => unknown} replayed
 */
function deliveryTable(api, path, deliveries, replayed) {
  if (deliveries.length === 0) return el('p', {}, 'Nothing was sent yet.')
  const rows = deliveries.map(({ event, created_at: at, state, attempts }) => {
    const last = attempts.at(-1)
    const tried = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`
    const answered =
      last === undefined
        ? ''
        : last.status === 0
          ? ', no answer'
          : `, last answer ${last.status} in ${last.ms} ms`
    const again = `${path}/deliveries/${encodeURIComponent(event)}/replay`
    const replay = async () => {
      const { message } = await api.send('POST', again)
      await replayed(message)
      return true
    }
    return [
      moment(at),
      el('span', { class: `badge ${STATES[state] ?? ''}` }, state),
      `${tried}${answered}`,
      el('code', {}, event),
      rowButton('Replay', event, replay, () => undefined),
    ]
  })
  return table(['When', 'State', 'Attempts', 'Event', ''], rows, 'Deliveries')
}
