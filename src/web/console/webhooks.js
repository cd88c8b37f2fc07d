// Webhooks: URLs with the events that each receives, their secrets, and what became of each delivery.

import { badge, button, copyButton, el, field, select } from '../dom.js'
import { asking, form, formDialog, openDialog } from '../shared/form.js'
import { readTimestamp, stateBadge, time } from '../shared/format.js'
import {
  buttons,
  card,
  factList,
  loaded,
  quiet,
  refreshLater,
  rowButton,
  shownOnce,
  table,
} from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {{ kind: string, id: string, failing_since?: string, switched_off_at?: string }} Kind */
/** @typedef {{ url: string, kinds: Kind[] }} Target */
/** @typedef {{ at: string, status: number, ms: number, error?: string }} Attempt */
/** @typedef {Record<'event' | 'created_at' | 'state' | 'next_attempt_at', string>} Texts */
/** @typedef {Texts & { attempts: Attempt[], body: object }} Delivery */
/** @typedef {Delivery & { kind: string, path: string, at: number }} Listed */
/** @typedef {(secret?: string) => unknown} Changed */

const KINDS = /** @type {const} */ ([
  ['first-limit-reached', 'the first daily limit was reached'],
  ['second-limit-reached', 'the last daily limit was reached'],
  ['track', 'a look-up was charged'],
  ['expired', 'a trial or the subscription ended'],
  ['batch-finished', 'a list of addresses was matched'],
  ['address-changed', 'a watched address changed in new data'],
  ['address-retired', 'a watched address is no longer in the data'],
])
const EVENTS = {
  name: 'kinds',
  label: 'Events',
  type: 'checks',
  required: true,
  options: KINDS.map(([kind, when]) => /** @type {const} */ ([kind, `${kind}: ${when}`])),
}

/** @param {Api} given */
export async function webhooksSection(given) {
  const api = given.below('/webhook')
  const once = el('div')
  const { place, show } = loaded(async () => {
    /** @type {Target[]} */
    const targets = await api.get('')
    if (targets.length === 0) return [el('p', {}, 'No endpoints yet.')]
    return targets.map((target) => targetPart(api, target, changed))
  })
  /** @type {Changed} */
  const changed = (secret) => {
    once.replaceChildren(secret === undefined ? '' : shownOnce('The signing secret', secret))
    return show()
  }
  const url = { name: 'url', label: 'URL', type: 'url', required: true, placeholder: 'https://…' }
  const add = form([url, EVENTS], 'Add endpoint', async (values) => {
    const { secret, message } = await set(api, values)
    await changed(secret)
    return message
  })
  const about =
    'Events are sent to these URLs, each signed with its own secret. GET /events lists all events, sent or not.'
  return [card('Endpoints', quiet(about), once, place), card('New endpoint', add)]
}

/** @param {Api} api @param {Record<string, string>} values @param {object} [more] */
function set(api, { url, kinds = '' }, more = {}) {
  return api.send('PUT', '', { url, kinds: kinds.split(' ').filter(Boolean), ...more })
}

/** @param {Api} api @param {Target} target @param {Changed} changed */
function targetPart(api, { url, kinds }, changed) {
  const names = kinds.map(({ kind }) => kind).join(' ')
  const change = () =>
    formDialog(
      {
        title: 'Change events',
        text: url,
        fields: [{ ...EVENTS, value: names }],
        yes: 'Save events',
        look: 'primary',
      },
      (values) => set(api, { ...values, url }),
    )
  const text = 'For 24 hours, deliveries are signed with both the old and the new secret.'
  const replace = asking(['Replace the secret?', text, 'Replace secret'], async () =>
    changed((await set(api, { url, kinds: names }, { replace_secret: true })).secret),
  )
  const remove = asking(['Delete this endpoint?', url, 'Delete endpoint'], async () => {
    for (const { kind, id } of kinds) await api.send('DELETE', `/${kind}/${id}`)
  })
  const enable = () => set(api, { url, kinds: names })
  return el(
    'div',
    { class: 'endpoint' },
    el('p', {}, el('code', {}, url), ' ', ...kinds.flatMap(({ kind }) => [badge(kind), ' '])),
    trouble(kinds, rowButton('Enable', url, enable, changed)),
    buttons(
      rowButton('Change events', `of ${url}`, change, changed),
      rowButton('Replace secret', `of ${url}`, replace),
      rowButton('Delete', url, remove, changed, 'small danger'),
    ),
    deliveriesPart(api, kinds),
  )
}

/** @param {readonly Kind[]} kinds @param {Node} enable */
function trouble(kinds, enable) {
  const off = kinds.find((each) => each.switched_off_at !== undefined)?.switched_off_at
  const failing = kinds.find((each) => each.failing_since !== undefined)?.failing_since
  if (off !== undefined) {
    const why = 'Disabled because it failed for 5 days, since '
    return el('p', { class: 'notice bad' }, why, time(off), '. ', enable)
  }
  return failing && el('p', { class: 'notice' }, 'Failing since ', time(failing), '.')
}

/** @param {Api} api @param {readonly Kind[]} kinds */
function deliveriesPart(api, kinds) {
  const summary = el('summary', {}, 'Deliveries')
  const part = el('details', {}, summary)
  part.addEventListener('toggle', () => {
    part.replaceChildren(summary, ...(part.open ? deliveries(api, kinds) : []))
  })
  return part
}

/** Up to date as long as they are open. @param {Api} api @param {readonly Kind[]} kinds */
function deliveries(api, kinds) {
  const message = el('p', { class: 'form-message', role: 'status' })
  let shown = ''
  const { place, show } = loaded(async () => {
    const lists = await Promise.all(kinds.map((each) => deliveriesOf(api, each)))
    refreshLater(place, show)
    if (shown === JSON.stringify(lists)) return undefined
    shown = JSON.stringify(lists)
    const all = lists.flat().sort((a, b) => b.at - a.at)
    const rows = all.map((each) => deliveryRow(api, each, message, show))
    return [table(['Time', 'Event', 'State', ''], rows, 'Deliveries', 'No deliveries yet.')]
  })
  const names = kinds.map(({ kind }) => /** @type {const} */ ([kind, kind]))
  const sample = select({ id: `sample-${kinds.map(({ id }) => id).join('-')}` }, names)
  const send = async () => {
    message.textContent = (await api.send('POST', `/${sample.value}/test`)).message
  }
  const ask = field('Sample event', sample, rowButton('Send test event', '', send, show))
  return [place, message, ask]
}

/** @param {Api} api @param {Kind} kind */
async function deliveriesOf(api, { kind, id }) {
  const path = `/${kind}/${id}/deliveries`
  /** @type {Delivery[]} */
  const all = await api.get(path)
  return all.map((each) => ({ ...each, kind, path, at: readTimestamp(each.created_at).getTime() }))
}

/** @param {Api} api @param {Listed} delivery @param {HTMLElement} message @param {() => unknown} show */
function deliveryRow(api, delivery, message, show) {
  const { event, path, kind, state } = delivery
  const resend = async () => {
    const answer = await api.send('POST', `${path}/${encodeURIComponent(event)}/replay`)
    message.textContent = answer.message
  }
  return [
    time(delivery.created_at),
    kind,
    el('div', {}, stateBadge(state), ' ', ...outcome(delivery)),
    buttons(
      rowButton('View', event, async () => viewDelivery(delivery)),
      rowButton('Resend', event, resend, show),
    ),
  ]
}

/** What became of the last attempt, and when the next one is. @param {Delivery} delivery */
function outcome({ state, attempts, next_attempt_at: next }) {
  const last = attempts.at(-1)
  const tried = attempts.length > 1 ? `${attempts.length} attempts. ` : ''
  const parts = last === undefined ? [] : [`${tried}${attemptText(last)} `]
  if (state !== 'pending') return parts
  const isNow = readTimestamp(next).getTime() <= Date.now()
  return [...parts, ...(isNow ? ['Next attempt now.'] : ['Next attempt ', time(next), '.'])]
}

/** @param {Attempt} attempt */
function attemptText({ status, ms, error }) {
  if (status === 0) return error ?? 'There was no answer.'
  const what = status >= 300 && status < 400 ? ': redirects are not followed' : ''
  return `Answered ${status} in ${ms} ms${what}.`
}

/** @param {Listed} delivery */
function viewDelivery(delivery) {
  const { event, kind, state, attempts, body } = delivery
  const payload = JSON.stringify(body, null, 2)
  const rows = attempts.map((attempt) => [time(attempt.at), attemptText(attempt)])
  const label = 'The payload'
  const dialog = openDialog(
    `Delivery of ${kind}`,
    factList([
      ['Webhook-Id', el('code', {}, event)],
      ['State', stateBadge(state)],
    ]),
    table(['Attempt', 'Outcome'], rows, 'Attempts', 'No attempts yet.'),
    el('h3', {}, 'Payload'),
    el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, payload),
    buttons(
      copyButton(() => JSON.stringify(body), 'the payload'),
      button('Close', () => dialog.close()),
    ),
  )
}
