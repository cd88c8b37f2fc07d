// The last requests of the account: when, with which key, and what they were answered.

import { badge, el, select } from '../dom.js'
import { count, isoDay, time } from '../shared/format.js'
import { buttons, card, csvButton, loaded, quiet, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {Record<'id' | 'at' | 'key' | 'call' | 'error', string> & Record<'status' | 'ms', number>} Logged */

const SHOWN = 100

/** @param {Api} api */
export async function requestsSection(api) {
  let errors = 'false'
  const { place, show } = loaded(async () => {
    /** @type {Logged[]} */
    const all = await api.get(`/requests?errors=${errors}&top=${SHOWN}`)
    const rows = all.map(({ id, at, key, call, status, ms, error }) => [
      time(at),
      el('code', { title: `X-Request-Id ${id}` }, call),
      key || 'admin\u00a0key',
      badge(String(status), status < 400 ? 'good' : status < 500 ? 'warm' : 'bad'),
      `${count(ms < 10 ? ms : Math.round(ms))}\u00a0ms`,
      error,
    ])
    const heads = ['Time', 'Request', 'Key', 'Status', 'Duration', 'Error']
    return [table(heads, rows, 'Requests', 'No requests yet.')]
  })
  const choices = /** @type {const} */ ([
    ['false', 'All requests'],
    ['true', 'Errors only'],
  ])
  const choose = select({ 'aria-label': 'Show' }, choices, errors, (chosen) => {
    errors = chosen
    void show()
  })
  const csv = csvButton('requests.csv', async () => {
    /** @type {Logged[]} */
    const all = await api.get('/requests?top=1000')
    const rows = all.map(({ id, at, key, call, status, ms, error }) => {
      return [isoDay(at), at, id, key, call, status, ms, error]
    })
    return [['Day', 'Time (UTC)', 'Request ID', 'Key', 'Request', 'Status', 'ms', 'Error'], ...rows]
  })
  const about = `The last ${SHOWN} of up to 1,000 requests. Keys and search texts are not kept. Requests to other nodes appear within ten seconds.`
  return [card('', quiet(about), buttons(choose, csv), place)]
}
