// The service itself: data releases, health, the check of the books, and the audit log.

import { button, el } from '../dom.js'
import { count, day, moment } from '../shared/format.js'
import { card, confirmed, factList, inWords, loaded, rowButton, table } from '../shared/parts.js'

/** @param {import('../shared/api.js').Api} api */
export async function dataSection(api) {
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const releases = await api.get('/operator/releases')
    if (releases.length === 0) return [el('p', {}, 'There is no release.')]
    return [releaseTable(api, releases, () => show())]
  })
  return [
    card(
      'Data releases',
      el(
        'p',
        { class: 'quiet' },
        'Imports make new ones, from the command line. Going back is using an older one.',
      ),
      place,
    ),
  ]
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {any[]} releases
 * @param {() => unknown} done
 */
function releaseTable(api, releases, done) {
  const rows = releases.map((one) => {
    const use = async () => {
      const text = `${count(one.addresses)} addresses of ${one.source}. No request is dropped.`
      if (!(await confirmed(`Serve ${one.release}?`, text, 'Serve it', 'primary'))) return false
      await api.send('PUT', `/operator/releases/${one.release}/use`)
      return true
    }
    const remove = async () => {
      const text = 'Its file is deleted.'
      if (!(await confirmed(`Remove ${one.release}?`, text, 'Remove it'))) return false
      await api.send('DELETE', `/operator/releases/${one.release}`)
      return true
    }
    const state = one.served ? 'served' : one.in_use ? 'chosen' : ''
    return [
      el('code', {}, one.release),
      one.source,
      count(one.addresses),
      `${count(Math.ceil(one.bytes / 1e6))} MB`,
      day(one.created),
      state === '' ? '' : el('span', { class: `badge ${one.served ? 'good' : 'warm'}` }, state),
      one.in_use
        ? ''
        : el(
            'div',
            { class: 'buttons' },
            rowButton('Use', one.release, use, done),
            rowButton('Remove', one.release, remove, done, 'small danger'),
          ),
    ]
  })
  return table(['Release', 'Source', 'Addresses', 'Size', 'Made', 'State', ''], rows, 'Releases')
}

const MODES = /** @type {Readonly<Record<string, string>>} */ ({
  own: 'counted by this process',
  shared: 'counted with all nodes',
  alone: 'cut off from the other nodes: counted alone for now',
})

/**
 * @param {import('../shared/api.js').Api} api
 * @param {readonly string[]} _rest
 * @param {() => unknown} again
 */
export async function healthSection(api, _rest, again) {
  const health = await api.get('/operator/health')
  /** @type {{ at: string, text: string }[]} */
  const errors = health.last_errors
  return [
    card(
      'Now',
      factList([
        ['Store', health.store],
        ['Rate limits', MODES[health.rate_limits] ?? health.rate_limits],
        ['Nodes', count(health.nodes)],
        ['Mails waiting', count(health.mails_waiting)],
        ['Webhook deliveries waiting', count(health.webhooks_waiting)],
        ['Webhook endpoints switched off', count(health.webhook_endpoints_off)],
        ['Look-ups waiting for the store', count(health.lookups_waiting)],
        ['Requests in progress', count(health.requests_in_flight)],
      ]),
      el('div', { class: 'buttons' }, button('Refresh', again, { class: 'small' })),
    ),
    doctorCard(api),
    card(
      'Last errors of this process',
      errors.length === 0
        ? el('p', {}, 'None since it started.')
        : table(
            ['When', 'What'],
            errors.map(({ at, text }) => [moment(at), text]),
            'Last errors',
          ),
    ),
  ]
}

/** @param {import('../shared/api.js').Api} api */
function doctorCard(api) {
  const result = el('div', { role: 'status' })
  const check = button('Check the books', async () => {
    check.setAttribute('aria-disabled', 'true')
    result.replaceChildren(el('p', { class: 'quiet' }, 'Checking …'))
    try {
      const { ok, checks, faults } = await api.get('/operator/doctor')
      result.replaceChildren(
        ok
          ? el('p', { class: 'notice good' }, `All is well: ${checks.length} checks.`)
          : el(
              'ul',
              { class: 'notice bad' },
              faults.map((/** @type {string} */ fault) => el('li', {}, fault)),
            ),
      )
    } catch (error) {
      result.replaceChildren(el('p', { class: 'error', role: 'alert' }, inWords(error)))
    }
    check.removeAttribute('aria-disabled')
  })
  return card(
    'Books',
    el('p', { class: 'quiet' }, 'Usage, ledger, invoices, mails and the audit log must add up.'),
    el('div', { class: 'buttons' }, check),
    result,
  )
}

/** @param {import('../shared/api.js').Api} api */
export async function actsSection(api) {
  return [actsCard(api)]
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} [accountId]
 */
export function actsCard(api, accountId) {
  /** @type {any[]} */
  const acts = []
  const of = accountId === undefined ? '' : `&account=${accountId}`
  const { place, show } = loaded(async () => {
    const before = acts.length === 0 ? '' : `&before=${acts.at(-1).number}`
    const more = await api.get(`/operator/acts?top=50${of}${before}`)
    acts.push(...more)
    if (acts.length === 0) return [el('p', {}, 'Nothing was done yet.')]
    const rows = acts.map((one) => [
      moment(one.at),
      one.operator,
      one.act,
      one.outcome,
      ...(accountId === undefined
        ? [
            one.account_id === ''
              ? ''
              : el('a', { href: `#accounts/${one.account_id}` }, one.account_id),
          ]
        : []),
      el('details', {}, el('summary', {}, 'Details'), el('code', {}, one.details)),
    ])
    const heads = [
      'When',
      'Who',
      'What',
      'Outcome',
      ...(accountId === undefined ? ['Account'] : []),
      '',
    ]
    return [
      table(heads, rows, 'Audit log'),
      more.length === 50 ? button('Older', show, { class: 'small' }) : el('span'),
    ]
  })
  return card(
    'Audit log',
    el(
      'p',
      { class: 'quiet' },
      'What operators and commands changed, and what they read of accounts. Entries are added, and never changed or removed.',
    ),
    place,
  )
}
