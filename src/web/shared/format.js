// Dates and numbers: from the wire to what people read.

/**
 * `8/23/2026 12:00:00 AM`, in UTC.
 * @param {string} text
 */
export function readTimestamp(text) {
  const match = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+) (AM|PM)$/.exec(text)
  if (match === null) return new Date(Number.NaN)
  const [month = 0, day, year = 0, hour = 0, minute, second] = match.slice(1, 7).map(Number)
  const hours = (hour % 12) + (match[7] === 'PM' ? 12 : 0)
  return new Date(Date.UTC(year, month - 1, day, hours, minute, second))
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** @param {string} text a timestamp of the wire */
export function day(text) {
  const date = readTimestamp(text)
  return Number.isNaN(date.getTime()) ? text : DAY.format(date)
}

/** @param {Date} date */
export function shortDay(date) {
  return SHORT_DAY.format(date)
}

/** @param {string} text a timestamp of the wire */
export function moment(text) {
  const date = readTimestamp(text)
  return Number.isNaN(date.getTime()) ? text : `${MOMENT.format(date)} UTC`
}

/** @param {number} value */
export function count(value) {
  return Number(value).toLocaleString('en-GB')
}

let currency = ''

/**
 * Of the account that is signed in; without one, amounts are bare numbers.
 * @param {string} code such as GBP
 */
export function useCurrency(code) {
  currency = code
}

/** @param {number} value */
export function money(value) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const style = currency === '' ? {} : { style: /** @type {const} */ ('currency'), currency }
  return Number(value).toLocaleString('en-GB', { ...digits, ...style })
}

/**
 * `business-annual` as people write it.
 * @param {string} name
 */
export function planTitle(name) {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * `/23/8/2026`, as the paths of the API have days.
 * @param {Date} date
 */
export function dayPath(date) {
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
}
