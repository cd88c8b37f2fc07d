// Webhooks: endpoints of each kind, test events, secrets, and deliveries.

import { badge, button, el } from '../dom.js'
import { asking, form } from '../shared/form.js'
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

const KINDS = /** @type {const} */ ([
  ['first-limit-reached', 'First limit reached', 'The first daily limit of the plan was reached.'],
  ['second-limit-reached', 'Second limit reached', 'The last daily limit was reached.'],
  ['track', 'Track', 'A look-up was charged.'],
  ['expired', 'Expired', 'A trial or the subscription ended.'],
  ['batch-finished', 'Batch finished', 'A list of addresses was matched.'],
])
const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({
  delivered: 'good',
  failed: 'bad',
  pending: 'warm',
})

/** @param {import('../shared/api.js').Api} api */
export async function webhooksSection(api) {
  // Fails if this service has no webhooks.
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
  const showSecret = (/** @type {string} */ secret) =>
    once.replaceChildren(shownOnce('The signing secret', secret))
  const status = el('p', { class: 'form-message', role: 'status' })
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
  const { place, show } = loaded(async () => {
    /** @type {{ id: string, url: string }[]} */
    const endpoints = await api.get(`/webhook/${kind}`)
    if (endpoints.length === 0) return [el('p', {}, 'No endpoints yet.')]
    const parts = endpoints.map(({ id, url }) =>
      endpointPart(api, `/webhook/${kind}/${id}`, url, showSecret, show),
    )
    return [...parts, buttons(button('Send test event', sendTest, { class: 'small' }), status)]
  })
  const register = form(
    [{ name: 'url', label: 'URL', type: 'url', required: true, placeholder: 'https://…' }],
    'Add endpoint',
    async (values) => {
      const { secret, message } = await api.send('POST', `/webhook/${kind}`, values)
      showSecret(secret)
      await show()
      return message
    },
  )
  return card(title, quiet(text), place, once, register)
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} path
 * @param {string} url
 * @param {(secret: string) => void} showSecret
 * @param {() => unknown} done
 */
function endpointPart(api, path, url, showSecret, done) {
  const remove = asking(['Delete this endpoint?', url, 'Delete endpoint'], () =>
    api.send('DELETE', path),
  )
  const text = 'For 24 hours, deliveries are signed with both the old and the new secret.'
  const replace = asking(['Replace the secret?', text, 'Replace secret'], async () =>
    showSecret((await api.send('POST', `${path}/secret/rotate`)).secret),
  )
  const summary = el('summary', {}, 'Deliveries')
  const deliveries = /** @type {HTMLDetailsElement} */ (el('details', {}, summary))
  deliveries.addEventListener('toggle', () => {
    if (!deliveries.open) return
    const message = el('p', { class: 'form-message', role: 'status' })
    const { place, show } = loaded(async () => [
      deliveryTable(api, path, await api.get(`${path}/deliveries`), async (text) => {
        await show()
        message.textContent = text
      }),
    ])
    deliveries.replaceChildren(summary, message, place)
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

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} path
 * @param {any[]} deliveries
 * @param {(message: string) => unknown} replayed
 */
function deliveryTable(api, path, deliveries, replayed) {
  const rows = deliveries.map(({ event, created_at: at, state, attempts }) => {
    const replay = async () => {
      const again = `${path}/deliveries/${encodeURIComponent(event)}/replay`
      await replayed((await api.send('POST', again)).message)
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
  return table(heads, rows, 'Deliveries', 'No deliveries yet.')
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
