// The watch list: IDs with what became of each, adding some, importing a file.

import { el, field, select } from '../dom.js'
import { fileForm } from '../shared/file-form.js'
import { asking, form } from '../shared/form.js'
import { count, counted, stateBadge, time } from '../shared/format.js'
import { buttons, card, loaded, Pages, rowButton, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {{ id: string, state: string, changed_at?: string, successors?: { id: string }[] }} Watched */

const PAGE_ROWS = 25
/** At a time: the service takes a million characters. */
const LINES_MAX = 20_000

/** @param {Api} given */
export async function watchSection(given) {
  const api = given.below('/watch')
  const pages = new Pages()
  const again = () => {
    pages.reset()
    return show()
  }
  const choices = /** @type {const} */ ([
    ['all', 'All IDs'],
    ['changed', 'Changed or retired'],
  ])
  const which = select({ id: 'watched' }, choices, undefined, again)
  const { place, show } = loaded(async () => {
    const after = pages.after === '' ? '' : `&after=${encodeURIComponent(pages.after)}`
    const list = await api.get(`?limit=${PAGE_ROWS}&changed=${which.value === 'changed'}${after}`)
    if (list.ids === 0) return [el('p', {}, 'No IDs yet.')]
    const rows = list.watched.map((/** @type {Watched} */ one) => watchedRow(api, one, show))
    return [
      el('p', {}, `${count(list.ids)} of at most ${count(list.ids_max)}.`),
      table(['ID', 'State', 'Changed', ''], rows, 'Watch list', 'No changed or retired IDs.'),
      pages.buttons(list.next ?? '', ['Previous', 'Next'], show),
      buttons(emptyButton(api, again)),
    ]
  })
  const about = [
    'When a new release changes or retires one of these addresses, the account gets an event: see ',
    el('a', { href: '#webhooks' }, 'Webhooks'),
    '.',
  ]
  return [
    card('', el('p', { class: 'quiet' }, about), field('Show', which), place),
    card('Add IDs', addForm(api, again)),
    card('Import a file', importForm(api, again)),
  ]
}

/** @param {Api} api @param {Watched} one @param {() => unknown} done */
function watchedRow(api, { id, state, changed_at, successors }, done) {
  const ids = successors?.map((each) => each.id).join(', ') ?? ''
  const remove = () => api.send('POST', '', { remove: [id] })
  return [
    el('code', {}, id),
    el('span', {}, stateBadge(state), ids === '' ? '' : ` → ${ids}`),
    changed_at === undefined ? '' : time(changed_at),
    rowButton('Remove', id, remove, done, 'small danger'),
  ]
}

/** @param {Api} api @param {() => unknown} done */
function emptyButton(api, done) {
  const text = 'Nothing is watched any longer. Recorded events are kept.'
  const empty = asking(['Remove all IDs?', text, 'Remove IDs'], () => api.send('DELETE', ''))
  return rowButton('Remove all IDs', '', empty, done, 'small danger')
}

/** @param {Api} api @param {() => unknown} done */
function addForm(api, done) {
  const ids = { name: 'add', label: 'IDs', required: true, hint: 'Separated by commas or spaces.' }
  return form([ids], 'Add IDs', async (values) => {
    const add = (values.add ?? '').split(/[\s,;]+/).filter(Boolean)
    const { message } = await api.send('POST', '', { add })
    await done()
    return message
  })
}

/** @param {Api} api @param {() => unknown} done */
function importForm(api, done) {
  return fileForm('One ID per line, or a column named id.', [], (file, working) =>
    working(async () => {
      let added = 0
      for (const part of partsOf(await file.text())) {
        added += (await api.send('POST', '/import', { file: part })).added
      }
      await done()
      return `${counted(added, 'ID')} added.`
    }),
  )
}

/** A large file in several calls, each with its first row. @param {string} text */
function partsOf(text) {
  const [head = '', ...lines] = text.split('\n')
  const count = Math.max(1, Math.ceil(lines.length / LINES_MAX))
  return Array.from({ length: count }, (_, part) =>
    [head, ...lines.slice(part * LINES_MAX, (part + 1) * LINES_MAX)].join('\n'),
  )
}
