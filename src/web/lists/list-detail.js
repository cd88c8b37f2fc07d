// One list: its progress, its results, its doubtful rows, and its download.

import { el } from '../dom.js'
import { count, day } from '../shared/format.js'
import { buttons, card, factList, loaded, rowButton, table } from '../shared/parts.js'
import { doubtfulRows } from './doubtful-rows.js'
import { progressBar, refreshLater, stateText } from './list-parts.js'

/** @typedef {import('./list-api.js').ListApi} ListApi */
/** @typedef {import('./list-api.js').List} List */

/**
 * @param {ListApi} lists
 * @param {string} id
 */
export async function listParts(lists, id) {
  const rows = el('div', { class: 'flow' })
  let isReviewed = false
  const { place, show } = loaded(async () => {
    const list = await lists.find(id)
    if (list.state === 'finished' && !isReviewed) {
      isReviewed = true
      rows.replaceChildren(doubtfulRows(lists, list))
    }
    if (list.state !== 'finished') refreshLater(place, show)
    return [stateCard(lists, list), ...summaryCards(list)]
  })
  return [el('p', {}, el('a', { href: '#lists' }, 'All lists')), place, rows]
}

/**
 * @param {ListApi} lists
 * @param {List} list
 */
function stateCard(lists, list) {
  const { id, name, state, done, counts, lookups, deleted_at: deleted } = list
  const isFinished = state === 'finished'
  const save = async () => saveFile(await lists.result(id, !isFinished), resultName(list))
  const label = isFinished ? 'Download results' : 'Download results so far'
  const download = rowButton(label, `of ${name || id}`, save, undefined, 'primary')
  return card(
    name || id,
    el('p', { role: 'status' }, stateText(list)),
    progressBar(list),
    factList([
      ['Exact', count(counts.exact)],
      ['Corrected', count(counts.corrected)],
      ['Ambiguous', count(counts.ambiguous)],
      ['Not found', count(counts.not_found)],
      ...(lists.isOperator ? [] : [/** @type {const} */ (['Look-ups', count(lookups)])]),
      ...(deleted === '' ? [] : [/** @type {const} */ (['Deletion date', day(deleted)])]),
    ]),
    done === 0 ? undefined : buttons(download),
  )
}

/** `customers-matched.csv` of `customers.csv.gz`. @param {List} list */
function resultName({ id, name }) {
  const [, stem = id, kind = '.csv'] = /^(.+?)(\.[a-z]+)?(?:\.gz)?$/i.exec(name) ?? []
  return `${stem}-matched${kind}`
}

/**
 * @param {Blob} file
 * @param {string} name
 */
function saveFile(file, name) {
  const url = URL.createObjectURL(file)
  const link = /** @type {HTMLAnchorElement} */ (el('a', { href: url, download: name }))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** @param {List} list */
function summaryCards({ summary }) {
  if (summary === undefined) return []
  const { confidences, reasons, unreadable } = summary
  const most = Math.max(1, ...confidences)
  const bars = confidences
    .map((rows, bin) => ({ rows, bin }))
    .filter(({ rows }) => rows > 0)
    .reverse()
    .map(({ rows, bin }) => [
      `${bin * 10} to ${bin * 10 + 10} %`,
      count(rows),
      el('progress', { value: rows, max: most, 'aria-hidden': true }),
    ])
  const why = reasons.map(({ reason, rows }) => [count(rows), reason])
  return [
    el(
      'details',
      { class: 'card' },
      el('summary', {}, 'Confidence and reasons'),
      table(['Confidence', 'Rows', ''], bars, 'Confidence'),
      why.length === 0 ? undefined : table(['Rows', 'Reason'], why, 'Reasons'),
      unreadable === 0 ? undefined : el('p', {}, `${count(unreadable)} rows could not be read.`),
    ),
  ]
}
