// Lists of addresses to match: uploading one, all of them, and one with its doubtful rows.

import { el } from '../dom.js'
import { asking } from '../shared/form.js'
import { count, time } from '../shared/format.js'
import { card, loaded, quiet, rowButton, table } from '../shared/parts.js'
import { ListApi } from './list-api.js'
import { listParts } from './list-detail.js'
import { progressBar, refreshLater, stateText } from './list-parts.js'
import { newListCard } from './new-list.js'

/** @typedef {import('./list-api.js').List} List */

/**
 * @param {import('../shared/api.js').Api} api
 * @param {readonly string[]} rest the id of a list, if any
 * @param {boolean} isOperator
 * @returns {Promise<readonly Node[]>}
 */
export async function listsSection(api, rest, isOperator) {
  const lists = new ListApi(api, isOperator)
  const [id] = rest
  if (id !== undefined) return listParts(lists, id)
  const { place, show } = loaded(async () => {
    const all = await lists.all()
    if (all.some(({ state }) => state === 'waiting' || state === 'running'))
      refreshLater(place, show)
    return [listTable(lists, all, show)]
  })
  return [
    newListCard(lists, (id) => {
      location.hash = `lists/${id}`
    }),
    card('Lists', quiet('Newest first. A finished list is deleted after 7 days.'), place),
  ]
}

/**
 * @param {ListApi} lists
 * @param {List[]} all
 * @param {() => unknown} done
 */
function listTable(lists, all, done) {
  const rows = all.map((list) => {
    const { id, name, counts, created_at: created } = list
    const text = 'Its rows and results are deleted. Look-ups already charged are not refunded.'
    const remove = asking([`Delete ${name || id}?`, text, 'Delete list'], () => lists.remove(id))
    return [
      el('a', { href: `#lists/${id}` }, name || id),
      el('div', {}, stateText(list), progressBar(list)),
      `${count(counts.exact + counts.corrected)} found, ${count(counts.ambiguous)} ambiguous, ${count(counts.not_found)} not found`,
      time(created),
      rowButton('Delete', name || id, remove, done, 'small danger'),
    ]
  })
  return table(['List', 'State', 'Rows', 'Uploaded', ''], rows, 'Lists', 'No lists yet.')
}
