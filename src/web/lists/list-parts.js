// Shared by the pages of lists: types, badges, progress, and the state of a list as text.

import { el } from '../dom.js'
import { count, counted, DAY_MS, moment, stateBadge } from '../shared/format.js'

/**
 * @typedef {object} Preview how the columns of a list are read
 * @property {string} product
 * @property {string} encoding
 * @property {boolean} header
 * @property {readonly string[]} names of its columns
 * @property {readonly { column: number, read_as: string }[]} columns from 1
 * @property {readonly string[]} roles what a column can be read as
 * @property {readonly (ReviewRow & { cells: readonly string[] })[]} rows
 */

/** @typedef {import('../../client/client-types.d.ts').AccountGetBatchAnswer} List */
/** @typedef {import('../../client/client-types.d.ts').AccountChooseBatchRowAnswer} ReviewRow */

/** @param {string} verdict @param {number} confidence */
export function verdictBadge(verdict, confidence) {
  const isFound = verdict !== 'not-found'
  return stateBadge(verdict, isFound ? `${verdict} ${Math.floor(confidence * 100)}%` : undefined)
}

const REASONS = /** @type {Readonly<Record<string, string>>} */ ({
  'daily-limit': 'the day’s look-ups are used up',
  'monthly-buffer': 'the monthly buffer is used up',
  forbidden: 'the subscription had ended or the account was suspended',
  'service-unavailable': 'no data is loaded for this product',
})

/** Reasons that pass at midnight. */
const RENEWED = ['daily-limit', 'monthly-buffer']

/** `in 5 hours`. @param {number} [now] */
export function untilMidnight(now = Date.now()) {
  const minutes = Math.ceil((DAY_MS - (now % DAY_MS)) / 60_000)
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.round(minutes / 60)} hours`
}

/** @param {List} list */
export function stateText({ state, rows, done, paused_by, paused_until, ended_by }) {
  if (state === 'finished' && ended_by !== '') {
    return `Ended after ${count(done)} of ${count(rows)} rows: ${REASONS[ended_by] ?? ended_by}.`
  }
  if (state === 'finished') return `Finished: ${counted(rows, 'row')}.`
  if (state === 'paused') {
    const next = RENEWED.includes(paused_by)
      ? `It continues at midnight UTC, ${untilMidnight()}, or at once on a larger plan.`
      : `The next try is at ${moment(paused_until)}.`
    return `Paused at ${count(done)} of ${count(rows)} rows, because ${REASONS[paused_by] ?? paused_by}. ${next}`
  }
  return state === 'waiting'
    ? `Waiting: ${counted(rows, 'row')}.`
    : `${count(done)} of ${count(rows)} rows.`
}

/** @param {List} list */
export function progressBar({ name, progress, state }) {
  if (state === 'finished') return undefined
  return el('progress', { value: progress, max: 1, 'aria-label': `Progress of ${name}` })
}
