// Lists of addresses to match: uploading one, all of them, and one with its results and doubtful rows.

import { el } from '../dom.js'
import { asking } from '../shared/form.js'
import { count, counted, day, time } from '../shared/format.js'
import {
  buttons,
  card,
  factList,
  loaded,
  quiet,
  refreshLater,
  rowButton,
  saveFile,
  table,
} from '../shared/parts.js'
import { doubtfulRows } from './doubtful-rows.js'
import { progressBar, stateText } from './list-parts.js'
import { newListCard } from './new-list.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./list-parts.js').List} List */

/**
 * @param {Api} api
 * @param {readonly string[]} rest the id of a list, if any
 * @param {boolean} isOperator whose lists belong to no account and are free
 */
export async function listsSection(api, [id], isOperator) {
  const lists = api.below(isOperator ? '/operator/batch' : '/batch')
  if (id !== undefined) return listParts(lists.below(`/${encodeURIComponent(id)}`), isOperator)
  const { place, show } = loaded(async () => {
    /** @type {List[]} */
    const all = await lists.get('')
    if (all.some(({ state }) => state === 'waiting' || state === 'running'))
      refreshLater(place, show)
    return [listTable(lists, all, show)]
  })
  return [
    newListCard(lists, isOperator ? undefined : api),
    card('Lists', quiet('Newest first. Each finished list says when it is deleted.'), place),
  ]
}

/** A list that a program sent may have no name. @param {List} list */
function titleOf({ name, id }) {
  return name || `Unnamed list ${id.slice(-4)}`
}

/** @param {Api} lists @param {List[]} all @param {() => unknown} done */
function listTable(lists, all, done) {
  const rows = all.map((list) => {
    const { id, counts, created_at: created } = list
    const text = 'Its rows and results are deleted. Look-ups already charged are not refunded.'
    const remove = asking([`Delete ${titleOf(list)}?`, text, 'Delete list'], () =>
      lists.send('DELETE', `/${id}`),
    )
    return [
      el('a', { href: `#lists/${id}` }, titleOf(list)),
      el('div', {}, stateText(list), progressBar(list)),
      `${count(counts.exact + counts.corrected)} found, ${count(counts.ambiguous)} ambiguous, ${count(counts.not_found)} not found`,
      time(created),
      rowButton('Delete', titleOf(list), remove, done, 'small danger'),
    ]
  })
  return table(['List', 'State', 'Rows', 'Uploaded', ''], rows, 'Lists', 'No lists yet.')
}

/** @param {Api} api below the path of the list @param {boolean} isOperator */
function listParts(api, isOperator) {
  const rows = el('div', { class: 'flow' })
  const { place, show } = loaded(async () => {
    /** @type {List} */
    const list = await api.get('')
    if (list.state !== 'finished') refreshLater(place, show)
    else if (rows.childElementCount === 0) rows.append(doubtfulRows(api))
    return [stateCard(api, list, isOperator), ...summaryCards(list)]
  })
  return [el('p', {}, el('a', { href: '#lists' }, 'All lists')), place, rows]
}

/** @param {Api} api @param {List} list @param {boolean} isOperator */
function stateCard(api, list, isOperator) {
  const { state, done, counts, lookups, deleted_at: deleted } = list
  const isFinished = state === 'finished'
  const path = isFinished ? '/result' : '/result?partial=true'
  const save = async () => saveFile(await api.getFile(path), resultName(list))
  const label = isFinished ? 'Download results' : 'Download results so far'
  const download = rowButton(label, `of ${titleOf(list)}`, save, undefined, 'primary')
  return card(
    titleOf(list),
    el('p', { role: 'status' }, stateText(list)),
    progressBar(list),
    factList([
      ['Exact', count(counts.exact)],
      ['Corrected', count(counts.corrected)],
      ['Ambiguous', count(counts.ambiguous)],
      ['Not found', count(counts.not_found)],
      ...(isOperator ? [] : [/** @type {const} */ (['Look-ups', count(lookups)])]),
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

/** @param {List} list */
function summaryCards({ summary }) {
  if (summary === undefined) return []
  const { confidences, reasons, unreadable } = summary
  const most = Math.max(1, ...confidences)
  const bars = confidences
    .map((rows, bin) => [
      `${bin * 10} to ${bin * 10 + 10}%`,
      count(rows),
      el('progress', { value: rows, max: most, 'aria-hidden': true }),
    ])
    .filter((_, bin) => confidences[bin] !== 0)
    .reverse()
  const why = reasons.map(({ reason, rows }) => [count(rows), reason])
  return [
    el(
      'details',
      { class: 'card' },
      el('summary', {}, 'Confidence and reasons'),
      table(['Confidence', 'Rows', ''], bars, 'Confidence'),
      why.length === 0 ? undefined : table(['Rows', 'Reason'], why, 'Reasons'),
      unreadable === 0
        ? undefined
        : el('p', {}, `${counted(unreadable, 'row')} could not be read.`),
    ),
  ]
}
