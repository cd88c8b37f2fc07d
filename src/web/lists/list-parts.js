// What the pages of lists have in common: badges, bars, and how far a list is.

import { el } from '../dom.js'
import { count, moment } from '../shared/format.js'

/** @typedef {import('./list-api.js').List} List */

const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({
  exact: 'good',
  corrected: 'good',
  ambiguous: 'warm',
  'not-found': 'bad',
})

/**
 * @param {string} verdict
 * @param {number} confidence
 */
export function verdictBadge(verdict, confidence) {
  const sure = verdict === 'not-found' ? '' : ` ${Math.floor(confidence * 100)} %`
  return el('span', { class: `badge ${LOOKS[verdict] ?? ''}` }, verdict.replace('-', ' ') + sure)
}

const REASONS = /** @type {Readonly<Record<string, string>>} */ ({
  'daily-limit': 'the look-ups of the day are used up',
  'monthly-buffer': 'the look-ups of the month are used up',
  forbidden: 'the subscription had ended or the account was suspended',
  'service-unavailable': 'there is no data of this product',
})

/** @param {List} list */
export function stateText({ state, rows, done, paused_by, paused_until, ended_by }) {
  if (state === 'finished' && ended_by !== '') {
    return `Ended after ${count(done)} of ${count(rows)} rows: ${REASONS[ended_by] ?? ended_by}.`
  }
  if (state === 'finished') return `Finished: ${count(rows)} rows.`
  if (state === 'paused') {
    return `Paused at ${count(done)} of ${count(rows)} rows, because ${REASONS[paused_by] ?? paused_by}. It goes on by itself, at the latest at ${moment(paused_until)}.`
  }
  return state === 'waiting'
    ? `Waiting: ${count(rows)} rows.`
    : `${count(done)} of ${count(rows)} rows.`
}

/** @param {List} list */
export function progressBar({ name, progress, state }) {
  if (state === 'finished') return undefined
  return el('progress', { value: progress, max: 1, 'aria-label': `How far ${name} is` })
}

const LOOK_AGAIN_MS = 2000

/**
 * While the page shows it, and somebody looks.
 * @param {HTMLElement} place
 * @param {() => unknown} show
 */
export function lookAgain(place, show) {
  setTimeout(() => {
    if (!place.isConnected) return
    if (document.hidden) lookAgain(place, show)
    else void show()
  }, LOOK_AGAIN_MS)
}
