// The search of the documentation: calls, guides and errors, best first, by keyboard too.

import { byId, el, field } from '../dom.js'

/** @typedef {{ href: string, title: string, path: string, text: string }} Entry */

const SHOWN_MAX = 12
/** What people type, and the word that the reference uses for it. */
const OTHER_WORDS = /** @type {Readonly<Record<string, string>>} */ ({
  ...{ revoke: 'delete', remove: 'delete', cancel: 'delete', new: 'create', add: 'create' },
  ...{ edit: 'change', update: 'change', reverse: 'nearest', bulk: 'batch', postcode: 'find' },
})

const place = byId('search')
/** @type {Promise<Entry[]> | undefined} */
let entries

const attributes = { id: 'q', type: 'search', autocomplete: 'off', 'aria-describedby': 'q-hint' }
const input = el('input', { ...attributes, placeholder: 'Press / to search' })
const count = el('p', { class: 'hint', id: 'q-hint', role: 'status' })
const results = el('ul', { hidden: true, 'aria-label': 'Search results' })
place.append(field('Search the documentation', input, count), results)
input.addEventListener('focus', loaded)
input.addEventListener('input', () => void show())
place.addEventListener('keydown', move)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement?.matches('input, select, textarea')) return
  event.preventDefault()
  input.focus()
})

/** Loaded when somebody searches for the first time. */
function loaded() {
  entries ??= fetch(`${place.dataset.docs}/search.json`)
    .then((answer) => answer.json())
    .catch(() => {
      entries = undefined
      return []
    })
  return entries
}

async function show() {
  const all = await loaded()
  const words = input.value
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(Boolean)
  const found = ranked(all, words)
  results.replaceChildren(...found.slice(0, SHOWN_MAX).map(resultLink))
  results.hidden = words.length === 0
  document.querySelector('.contents')?.toggleAttribute('hidden', words.length > 0)
  const total = found.length === 1 ? '1 result' : `${found.length} results`
  count.textContent = words.length === 0 ? '' : total
}

/**
 * A word counts most in the title, then in the path.
 * @param {readonly Entry[]} entries
 * @param {readonly string[]} words
 */
function ranked(entries, words) {
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, words) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

/** 0 if a word does not occur. @param {Entry} entry @param {readonly string[]} words */
function scoreOf({ title, path, text }, words) {
  const titleWords = title.toLowerCase().split(/\W+/)
  const pathWords = path.toLowerCase().split(/\W+/)
  const one = (/** @type {string} */ word) => {
    if (titleWords.includes(word)) return 12
    if (titleWords.some((each) => each.startsWith(word))) return 9
    if (pathWords.some((each) => each.startsWith(word))) return 6
    return text.includes(word) ? 1 : 0
  }
  const scores = words.map((word) => Math.max(one(word), one(OTHER_WORDS[word] ?? word) - 1))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** @param {Entry} entry */
function resultLink({ href, title, path }) {
  const [, id = ''] = href.split('#')
  // On its own page, which may be that of another country.
  const isHere = href.startsWith(`${location.pathname}#`) && document.getElementById(id) !== null
  const words = [el('strong', {}, title), el('code', {}, path)]
  return el('li', {}, el('a', { class: 'found', href: isHere ? `#${id}` : href }, ...words))
}

/** Enter opens the best result, the arrows go through all, Escape clears. @param {KeyboardEvent} event */
function move(event) {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
  if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else if (event.key === 'Escape') clear()
  else return
  event.preventDefault()
}

function clear() {
  input.value = ''
  input.focus()
  void show()
}
