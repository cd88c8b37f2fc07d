// Webhooks: endpoints of each kind, test events, secrets, and deliveries.

import { badge, button, el } from '../dom.js'
import { asking, form, showMessage } from '../shared/form.js'
import { time } from '../shared/format.js'
import {
  buttons,
  card,
  clearMessages,
  inWords,
  loaded,
  quiet,
  rowButton,
  shownOnce,
  table,
} from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const KINDS = /** @type {const} */ ([
  ['first-limit-reached', 'First limit reached', 'The first daily limit of the plan was reached.'],
  ['second-limit-reached', 'Second limit reached', 'The last daily limit was reached.'],
  ['track', 'Track', 'A look-up was charged.'],
  ['expired', 'Expired', 'A trial or the subscription ended.'],
  ['batch-finished', 'Batch finished', 'A list of addresses was matched.'],
  ['address-changed', 'Address changed', 'A watched address changed in new data.'],
  ['address-retired', 'Address retired', 'A watched address is not in new data any more.'],
])
const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({
  delivered: 'good',
  failed: 'bad',
  pending: 'warm',
})

/** @param {Api} api */
export async function webhooksSection(api) {
  // Fails if this service has no webhooks.
  await api.get('/webhook/expired')
  return KINDS.map(([kind, title, text]) => kindCard(api.below(`/webhook/${kind}`), title, text))
}

/** @param {Api} api below the path of the kind @param {string} title @param {string} text */
function kindCard(api, title, text) {
  const once = el('div')
  const showSecret = (/** @type {string} */ secret) =>
    once.replaceChildren(shownOnce('The signing secret', secret))
  const status = el('p', { class: 'form-message', role: 'status' })
  const sendTest = async () => {
    clearMessages()
    try {
      showMessage(status, (await api.send('POST', '/test')).message)
    } catch (error) {
      showMessage(status, inWords(error), true)
    }
  }
  const { place, show } = loaded(async () => {
    /** @type {{ id: string, url: string }[]} */
    const endpoints = await api.get('')
    if (endpoints.length === 0) return [el('p', {}, 'No endpoints yet.')]
    const parts = endpoints.map(({ id, url }) =>
      endpointPart(api.below(`/${id}`), url, showSecret, show),
    )
    return [...parts, buttons(button('Send test event', sendTest, { class: 'small' }), status)]
  })
  const register = form(
    [{ name: 'url', label: 'URL', type: 'url', required: true, placeholder: 'https://…' }],
    'Add endpoint',
    async (values) => {
      const { secret, message } = await api.send('POST', '', values)
      showSecret(secret)
      await show()
      return message
    },
  )
  return card(title, quiet(text), place, once, register)
}

/** @param {Api} api @param {string} url @param {(secret: string) => void} showSecret @param {() => unknown} done */
function endpointPart(api, url, showSecret, done) {
  const remove = asking(['Delete this endpoint?', url, 'Delete endpoint'], () =>
    api.send('DELETE', ''),
  )
  const text = 'For 24 hours, deliveries are signed with both the old and the new secret.'
  const replace = asking(['Replace the secret?', text, 'Replace secret'], async () =>
    showSecret((await api.send('POST', '/secret/rotate')).secret),
  )
  const summary = el('summary', {}, 'Deliveries')
  const deliveries = el('details', {}, summary)
  deliveries.addEventListener('toggle', () => {
    if (deliveries.open) deliveries.replaceChildren(summary, ...deliveryParts(api))
  })
  return el(
    'div',
    { class: 'endpoint' },
    buttons(
      el('code', {}, url),
      rowButton('Replace secret', `for ${url}`, replace),
      rowButton('Delete', url, remove, done, 'small danger'),
    ),
    deliveries,
  )
}

/** @param {Api} api below the path of the endpoint */
function deliveryParts(api) {
  const message = el('p', { class: 'form-message', role: 'status' })
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const deliveries = await api.get('/deliveries')
    const rows = deliveries.map(({ event, created_at: at, state, attempts }) => {
      const replay = async () => {
        const again = await api.send('POST', `/deliveries/${encodeURIComponent(event)}/replay`)
        await show()
        message.textContent = again.message
      }
      return [
        time(at),
        badge(state, LOOKS[state]),
        attemptsText(attempts),
        el('code', {}, event),
        rowButton('Resend', event, replay),
      ]
    })
    const heads = ['Time', 'State', 'Attempts', 'Event', '']
    return [table(heads, rows, 'Deliveries', 'No deliveries yet.')]
  })
  return [message, place]
}

/** @param {readonly { status: number, ms: number }[]} attempts */
function attemptsText(attempts) {
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`
  const last = attempts.at(-1)
  if (last === undefined) return count
  return last.status === 0
    ? `${count}, no answer`
    : `${count}, last answer ${last.status} in ${last.ms} ms`
}
