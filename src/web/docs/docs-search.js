// The search of the reference: calls and errors, best first, by keyboard too.

import { el, field } from '../dom.js'

/** @typedef {{ href: string, title: string, path: string, text: string }} Entry */

const SHOWN_MAX = 12
/** What people type for the words of the reference. */
const OTHER_WORDS = /** @type {Readonly<Record<string, string>>} */ ({
  ...{ revoke: 'delete', remove: 'delete', cancel: 'delete', new: 'create', add: 'create' },
  ...{ edit: 'change', update: 'change', reverse: 'nearest', bulk: 'batch', postcode: 'find' },
})

/**
 * The key "/" goes to the field, Enter to the best result, the arrows through them.
 * @param {[code: string, title: string][]} errors
 */
export function searchField(errors) {
  const attributes = { id: 'q', type: 'search', autocomplete: 'off' }
  const input = el('input', { ...attributes, placeholder: 'Search (press /)' })
  const count = el('p', { class: 'hint', role: 'status' })
  const results = el('ul', { hidden: true, 'aria-label': 'Search results' })
  const entries = [...callEntries(), ...errors.map(errorEntry)]
  input.addEventListener('input', () => {
    const words = input.value
      .toLowerCase()
      .split(/[^\w-]+/)
      .filter(Boolean)
    const found = ranked(entries, words)
    results.replaceChildren(...found.slice(0, SHOWN_MAX).map(resultLink))
    results.hidden = words.length === 0
    for (const list of document.querySelectorAll('.side details')) {
      list.toggleAttribute('hidden', words.length > 0)
    }
    const total = found.length === 1 ? '1 result' : `${found.length} results`
    count.textContent = words.length === 0 ? '' : total
  })
  const box = field('Search the reference', input, count)
  const element = el('div', {}, box, results)
  element.addEventListener('keydown', (event) =>
    move(event, input, [...results.querySelectorAll('a')]),
  )
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || document.activeElement?.matches('input, select, textarea')) return
    event.preventDefault()
    input.focus()
  })
  return element
}

/** @returns {Entry[]} */
function callEntries() {
  return [...document.querySelectorAll('.operation')].map((card) => ({
    href: `#${card.id}`,
    title: card.querySelector('h3')?.textContent ?? '',
    path: card.querySelector('.path code')?.textContent ?? '',
    text: (card.textContent ?? '').toLowerCase(),
  }))
}

/** @param {[string, string]} error @returns {Entry} */
function errorEntry([code, title]) {
  return { href: `/docs/errors#${code}`, title, path: code, text: 'error' }
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

/** 0 if a word is nowhere. @param {Entry} entry @param {readonly string[]} words */
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
  return el(
    'li',
    {},
    el('a', { class: 'found', href }, el('strong', {}, title), el('code', {}, path)),
  )
}

/** @param {KeyboardEvent} event @param {HTMLElement} input @param {readonly HTMLAnchorElement[]} links */
function move(event, input, links) {
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
  if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else return
  event.preventDefault()
}
