// The service itself: data releases, health, checks of the books, and the audit log.

import { badge, button, countryNamed, el } from '../dom.js'
import { Refusal } from '../shared/api.js'
import { asking } from '../shared/form.js'
import { brokenAtSigns, count, counted, day, time } from '../shared/format.js'
import {
  buttons,
  card,
  factList,
  loaded,
  quiet,
  report,
  rowButton,
  table,
} from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const AUDIT_ROWS = 50

/** @param {Api} api */
export async function dataSection(api) {
  const comparison = el('div', { class: 'flow', role: 'status' })
  const { place, show } = loaded(async () => [
    releaseTable(api, await api.get('/operator/releases'), comparison, () => show()),
  ])
  const about = 'Imports on the command line create new releases. To go back, use an older release.'
  const { place: layers, show: showLayers } = loaded(async () => [
    layerTable(api, await api.get('/operator/layers'), () => showLayers()),
  ])
  const aboutLayers =
    'The command "areas add" adds and replaces layers. New releases are joined with them automatically.'
  return [
    card('Data releases', quiet(about), place, comparison),
    card('Layers of areas', quiet(aboutLayers), layers),
  ]
}

/** @param {Api} api @param {any[]} layers @param {() => unknown} done */
function layerTable(api, layers, done) {
  const rows = layers.map((each) => {
    const { product, layer, by, areas, source, added, addresses, joined, attribution } = each
    const remove = asking(
      [`Remove ${layer} of ${product}?`, 'Look-ups will no longer include it.', 'Remove layer'],
      () => api.send('DELETE', `/operator/layers/${product}/${encodeURIComponent(layer)}`),
    )
    return [
      el('code', {}, layer),
      countryNamed(product)?.name ?? product,
      `${count(areas)} by ${by}`,
      `${count(addresses - joined)} of ${count(addresses)}`,
      source,
      day(added),
      attribution,
      rowButton('Remove', layer, remove, done, 'small danger'),
    ]
  })
  const heads = ['Layer', 'Country', 'Areas', 'Not joined', 'Source', 'Added', 'Attribution', '']
  return table(heads, rows, 'Layers', 'No layers yet.')
}

/** @param {Api} api @param {any[]} releases @param {HTMLElement} comparison @param {() => unknown} done */
function releaseTable(api, releases, comparison, done) {
  const rows = releases.map(({ release, addresses, bytes, created, served, in_use, ...about }) => {
    const { sets = 0 } = about.changes ?? {}
    const source = sets === 0 ? about.source : `${about.source}, ${counted(sets, 'change set')}`
    const path = `/operator/releases/${release}`
    const facts = `${count(addresses)} addresses from ${source}. No request is dropped.`
    const use = asking([`Use ${release}?`, facts, 'Use release', 'primary'], () =>
      api.send('PUT', `${path}/use`).catch((/** @type {unknown} */ error) => {
        if (!(error instanceof Refusal) || error.field !== 'yes') throw error
        const anyway = asking(
          [`${release} is held back`, error.message, 'Use release anyway'],
          () => api.send('PUT', `${path}/use?yes=true`),
        )
        return anyway()
      }),
    )
    const compare = () =>
      report(comparison, [quiet('Comparing …')], async () =>
        comparisonParts(await api.get(`${path}/diff`)),
      )
    const remove = asking([`Delete ${release}?`, 'Its file is deleted.', 'Delete release'], () =>
      api.send('DELETE', path),
    )
    return [
      el('code', {}, release),
      source,
      count(addresses),
      `${count(Math.ceil(bytes / 1e6))} MB`,
      day(created),
      served ? badge('in use', 'good') : in_use ? badge('selected', 'warm') : '',
      in_use
        ? ''
        : buttons(
            rowButton('Compare', release, compare),
            rowButton('Use', release, use, done),
            rowButton('Delete', release, remove, done, 'small danger'),
          ),
    ]
  })
  const heads = ['Release', 'Source', 'Addresses', 'Size', 'Created', 'State', '']
  return table(heads, rows, 'Releases', 'No releases yet.')
}

const KINDS = ['added', 'retired', 'changed', 'moved']

/** What would change with a release. @param {any} diff */
function comparisonParts(diff) {
  const reasons = Object.entries(diff.reasons).filter(([, changed]) => changed > 0)
  const parts = reasons.map(([part, changed]) => `${part} ${count(changed)}`).join(', ')
  const counts = (/** @type {any} */ of) => KINDS.map((kind) => count(of[kind]))
  const heads = ['Place', 'Added', 'Retired', 'Changed', 'Moved']
  return [
    el('h3', {}, `From ${diff.from} to ${diff.to}`),
    factList([
      ['Addresses', `${count(diff.addresses_from)} before, ${count(diff.addresses_to)} after`],
      ['Added', count(diff.added)],
      ['Retired', `${count(diff.retired)}, of which ${count(diff.continued)} have a successor`],
      ['Changed', `${count(diff.changed)}${parts && ` (${parts})`}`],
      ['Moved by more than 20 m', count(diff.moved)],
    ]),
    table(
      heads,
      diff.places.map((/** @type {any} */ of) => [of.place, ...counts(of)]),
      'Places with the most changes',
      'No changes.',
    ),
    table(
      ['Change', 'ID', 'Address', 'Now'],
      diff.examples.map((/** @type {any} */ of) => [of.kind, of.id, of.address, of.now]),
      'Examples',
      'No examples.',
    ),
  ]
}

const RATE_LIMIT_MODES = /** @type {Readonly<Record<string, string>>} */ ({
  own: 'counted by this process',
  shared: 'counted across all nodes',
  alone: 'disconnected from the other nodes: counted by this process for now',
})

/** @param {Api} api @param {() => unknown} again */
export async function healthSection(api, again) {
  const health = await api.get('/operator/health')
  /** @type {{ at: string, text: string }[]} */
  const errors = health.last_errors
  const errorRows = errors.map(({ at, text }) => [time(at), text])
  return [
    card(
      'Status',
      factList([
        ['Store', health.store === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
        ['Rate limits', RATE_LIMIT_MODES[health.rate_limits] ?? health.rate_limits],
        ['Nodes', count(health.nodes)],
        ['Mails waiting', count(health.mails_waiting)],
        ['Webhook deliveries waiting', count(health.webhooks_waiting)],
        ['Webhook endpoints disabled', count(health.webhook_endpoints_off)],
        ['Look-ups waiting for the store', count(health.lookups_waiting)],
        ['Requests in progress', count(health.requests_in_flight)],
      ]),
      buttons(button('Refresh', again, { class: 'small' })),
    ),
    doctorCard(api),
    card(
      'Recent errors of this process',
      table(['Time', 'Error'], errorRows, 'Recent errors', 'None since it started.'),
    ),
  ]
}

/** @param {Api} api */
function doctorCard(api) {
  const result = el('div', { role: 'status' })
  const ask = async () => {
    const { ok, checks, faults } = await api.get('/operator/doctor')
    const items = faults.map((/** @type {string} */ fault) => el('li', {}, fault))
    return [
      ok
        ? el('p', { class: 'notice good' }, `All ${checks.length} checks passed.`)
        : el('ul', { class: 'notice bad' }, items),
    ]
  }
  const run = () => report(result, [quiet('Checking …')], ask)
  const check = button('Check books', run)
  const about = 'Checks that usage, ledger, invoices, mails and the audit log add up.'
  return card('Books', quiet(about), buttons(check), result)
}

/** @param {string} outcome */
function outcomeBadge(outcome) {
  if (outcome === 'done' || outcome === '') return badge(outcome || 'unknown', outcome && 'good')
  return el('span', {}, badge('refused', 'bad'), ` ${outcome.replace(/^refused: /, '')}`)
}

/** The details of an entry, one per line. @param {string} json may be cut off */
function detailsOf(json) {
  const summary = el('summary', {}, 'Details')
  try {
    const facts = Object.entries(JSON.parse(json)).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return /** @type {const} */ ([name.replaceAll('_', ' '), text])
    })
    return el('details', {}, summary, factList(facts))
  } catch {
    return el('details', {}, summary, el('code', {}, json))
  }
}

/** @param {Api} api @param {string} [accountId] absent for the log of all accounts */
export function auditCard(api, accountId) {
  /** @type {any[]} */
  const entries = []
  const isOfAll = accountId === undefined
  const { place, show } = loaded(async () => {
    const query = new URLSearchParams({ top: String(AUDIT_ROWS) })
    if (accountId !== undefined) query.set('account', accountId)
    if (entries.length > 0) query.set('before', entries.at(-1).number)
    const more = await api.get(`/operator/acts?${query}`)
    entries.push(...more)
    const rows = entries.map(({ at, operator, act, outcome, account_id: id, email, details }) => [
      time(at),
      operator,
      act,
      outcomeBadge(outcome),
      ...(isOfAll
        ? [id === '' ? '' : el('a', { href: `#accounts/${id}` }, ...brokenAtSigns(email || id))]
        : []),
      detailsOf(details),
    ])
    const heads = ['Time', 'Operator', 'Action', 'Outcome', ...(isOfAll ? ['Account'] : []), '']
    return [
      table(heads, rows, 'Audit log', 'No entries yet.'),
      more.length === AUDIT_ROWS ? button('Show older', show, { class: 'small' }) : el('span'),
    ]
  })
  const about =
    'Changes by operators and commands, and their access to account data. Entries are never changed.'
  return card(isOfAll ? '' : 'Audit log', quiet(about), place)
}
