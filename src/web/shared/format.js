// Dates, numbers, money and states as people read them.

import { badge, el } from '../dom.js'

/** `8/23/2026 12:00:00 AM`, in UTC. @param {string} text */
export function readTimestamp(text) {
  const match = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+) (AM|PM)$/.exec(text)
  if (match === null) return new Date(Number.NaN)
  const [month = 0, day, year = 0, hour = 0, minute, second] = match.slice(1, 7).map(Number)
  const hours = (hour % 12) + (match[7] === 'PM' ? 12 : 0)
  return new Date(Date.UTC(year, month - 1, day, hours, minute, second))
}

export const DAY_MS = 86_400_000

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const MOMENT = /** @type {const} */ ({ dateStyle: 'medium', timeStyle: 'short' })

/** `23 Aug 2026` on one line, the day in UTC. @param {string} text a timestamp of the wire */
export function day(text) {
  const date = readTimestamp(text)
  return Number.isNaN(date.getTime()) ? text : DAY.format(date).replaceAll(' ', '\u00a0')
}

/** `2026-08-23`, for spreadsheets; empty if there is none. @param {string} text a timestamp of the wire */
export function isoDay(text) {
  return text === '' ? '' : readTimestamp(text).toISOString().slice(0, 10)
}

/** `23 Aug`, for charts. @param {Date} date */
export function shortDay(date) {
  return SHORT_DAY.format(date)
}

/** `23 Aug 2026, 14:05`. @param {string} text a timestamp of the wire @param {string} [timeZone] local if absent */
export function moment(text, timeZone) {
  const date = readTimestamp(text)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat('en-GB', { ...MOMENT, timeZone }).format(date)
}

/** The local time, with UTC on hover. @param {string} text a timestamp of the wire */
export function time(text) {
  return el('time', { title: `${moment(text, 'UTC')} UTC` }, moment(text))
}

/** @param {number} value */
export function count(value) {
  return Number(value).toLocaleString('en-GB')
}

/** `1 invoice`, `2 invoices`. @param {number} number @param {string} one */
export function counted(number, one) {
  return `${count(number)} ${one}${number === 1 ? '' : 's'}`
}

let accountCurrency = ''

/** Sets the currency of the account that is shown. @param {string} code such as GBP */
export function useCurrency(code) {
  accountCurrency = code
}

/** `A$19.00`; a bare number if no currency is known. @param {number} value @param {string} [currency] */
export function money(value, currency = accountCurrency) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const style = currency === '' ? {} : { style: /** @type {const} */ ('currency'), currency }
  return Number(value).toLocaleString('en-GB', { ...digits, ...style })
}

/** `£19.00 per month`, or `free`. @param {number} amount @param {string} term @param {string} [currency] */
export function price(amount, term, currency) {
  return amount === 0 ? 'free' : `${money(amount, currency)} ${per(term)}`
}

/** @param {string} term */
export function per(term) {
  return term === 'annual' ? 'per year' : 'per month'
}

/** `Business annual` for `business-annual`. @param {string} name */
export function planTitle(name) {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `23/8/2026`, as in paths of the API. @param {Date} date */
export function dayPath(date) {
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
}

/** An e-mail address breaks before its domain, not within a word. @param {string} name */
export function brokenAtSigns(name) {
  const [first = '', ...rest] = name.split('@')
  return [first, ...rest.flatMap((part) => [el('wbr'), `@${part}`])]
}

/** The badges of everything that has a state, so that one word looks the same everywhere. */
const LOOKS = {
  good: ['active', 'corrected', 'delivered', 'exact', 'paid', 'sent', 'unchanged'],
  warm: ['ambiguous', 'changed', 'moved', 'open', 'pending', 'trial', 'waiting'],
  bad: [
    'ended',
    'failed',
    'given up',
    'not-found',
    'overdue',
    'retired',
    'suspended',
    'trial-ended',
    'unknown',
  ],
}

/** @param {string} state @param {string} [shown] */
export function stateBadge(state, shown = state.replace('-', ' ')) {
  return badge(shown, Object.entries(LOOKS).find(([, states]) => states.includes(state))?.[0])
}
