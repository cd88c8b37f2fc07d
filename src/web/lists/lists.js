// Lists of addresses that are matched: a new one, those there are, and one of them with its doubtful rows.

import { el } from '../dom.js'
import { count, moment } from '../shared/format.js'
import { card, confirmed, loaded, rowButton, table } from '../shared/parts.js'
import { ListApi } from './list-api.js'
import { listParts } from './list-detail.js'
import { lookAgain, progressBar, stateText } from './list-parts.js'
import { newListCard } from './new-list.js'

/** @typedef {import('./list-api.js').List} List */

/**
 * @param {import('../shared/api.js').Api} api
 * @param {readonly string[]} rest the id of a list, or nothing
 * @param {boolean} isOperator
 * @returns {Promise<readonly Node[]>}
 */
export async function listsSection(api, rest, isOperator) {
  const lists = new ListApi(api, isOperator)
  const [id] = rest
  if (id !== undefined) return listParts(lists, id)
  const { place, show } = loaded(async () => {
    const all = await lists.all()
    if (all.some(({ state }) => state === 'waiting' || state === 'running')) lookAgain(place, show)
    if (all.length === 0) return [el('p', {}, 'There are none yet.')]
    return [listTable(lists, all, show)]
  })
  return [
    newListCard(lists, (id) => {
      location.hash = `lists/${id}`
    }),
    card(
      'Your lists',
      el('p', { class: 'quiet' }, 'The newest first. A finished list is deleted after 7 days.'),
      place,
    ),
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
    const remove = async () => {
      const text = 'Its rows and what was found are gone. What it has cost stays charged.'
      if (!(await confirmed(`Delete ${name || id}?`, text, 'Delete it'))) return false
      await lists.remove(id)
      return true
    }
    return [
      el('a', { href: `#lists/${id}` }, name || id),
      el('div', {}, stateText(list), progressBar(list)),
      `${count(counts.exact + counts.corrected)} found, ${count(counts.ambiguous)} ambiguous, ${count(counts.not_found)} not found`,
      moment(created),
      rowButton('Delete', name || id, remove, done, 'small danger'),
    ]
  })
  return table(['List', 'State', 'Rows', 'Sent', ''], rows, 'Lists')
}
