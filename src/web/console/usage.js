// Usage: today against the limits, a chart of the last days, and a forecast.

import { el, svg } from '../dom.js'
import {
  count,
  counted,
  DAY_MS,
  dayPath,
  isoDay,
  readTimestamp,
  shortDay,
} from '../shared/format.js'
import { buttons, card, csvButton, factList, quiet, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const DAYS = 30
const CSV_DAYS = 365
const TREND_DAYS_MAX = 180

/** @typedef {{ date: Date, count: number, limit: number }} DayUsage */
/** @typedef {{ kind: string, name: string, count: number }} KeyCount */
/** @typedef {Record<'usage_today' | 'daily_limit' | 'monthly_buffer' | 'monthly_buffer_used', number>} TodayUsage */

/** @param {Api} api */
export async function usageSection(api) {
  const [today, subscription] = await Promise.all([
    api.get('/v4/usage'),
    api.get('/v2/subscription').catch(() => undefined),
  ])
  const now = readTimestamp(today.date)
  const from = new Date(now.getTime() - (DAYS - 1) * DAY_MS)
  const range = await api.get(`/v3/usage/from/${dayPath(from)}/to/${dayPath(now)}`)
  /** @type {DayUsage[]} */
  const days = range.map((/** @type {{ date: string }} */ each) => ({
    ...each,
    date: readTimestamp(each.date),
  }))
  const keys = await api.get(`/v4/usage/from/${dayPath(from)}/to/${dayPath(now)}`)
  return [
    todayCard(today, subscription, days),
    chartCard(days),
    byKeyCard(keys, usageCsv(api, now)),
  ]
}

/** A row for each day and a column for each key. @param {Api} api @param {Date} now */
function usageCsv(api, now) {
  return csvButton('usage.csv', async () => {
    const from = new Date(now.getTime() - (CSV_DAYS - 1) * DAY_MS)
    /** @type {(TodayUsage & { date: string, usage_by_key: KeyCount[] })[]} */
    const days = await api.get(`/v4/usage/from/${dayPath(from)}/to/${dayPath(now)}`)
    const names = [...new Set(days.flatMap((each) => each.usage_by_key.map(({ name }) => name)))]
    const rows = days.map(({ date, usage_today, daily_limit, usage_by_key: keys }) => [
      isoDay(date),
      usage_today,
      daily_limit,
      ...names.map((name) =>
        keys.reduce((sum, key) => sum + (key.name === name ? key.count : 0), 0),
      ),
    ])
    return [['Day (UTC)', 'Look-ups', 'Limit', ...names], ...rows]
  })
}

/** @param {{ usage_by_key: KeyCount[] }[]} days @param {Node} csv */
function byKeyCard(days, csv) {
  /** @type {Map<string, { kind: string, name: string, all: number, today: number }>} */
  const sums = new Map()
  days.forEach((each, at) => {
    for (const { kind, name, count: used } of each.usage_by_key) {
      const id = `${kind} ${name}`
      const sum = sums.get(id) ?? { kind, name, all: 0, today: 0 }
      sum.all += used
      if (at === days.length - 1) sum.today += used
      sums.set(id, sum)
    }
  })
  const title = 'By key and domain token'
  const rows = [...sums.values()]
    .sort((a, b) => b.all - a.all)
    .map(({ kind, name, all, today }) => [
      el('strong', {}, name),
      kind === 'api-key' ? 'API key' : 'Domain token',
      count(today),
      count(all),
    ])
  const empty = `No look-ups in ${DAYS} days.`
  const shown = table(['Name', 'Kind', 'Today', `Last ${DAYS} days`], rows, title, empty)
  return card(title, shown, buttons(csv, quiet('The last 12 months.')))
}

/**
 * @param {TodayUsage} today
 * @param {{ plan: { daily_lookup_limit_1: number } } | undefined} subscription
 * @param {DayUsage[]} days
 */
function todayCard(today, subscription, days) {
  const { usage_today: used, daily_limit: limit, monthly_buffer: buffer } = today
  const first = subscription?.plan.daily_lookup_limit_1 ?? limit
  const facts = /** @type {[string, string][]} */ ([
    ['Used today', `${count(used)} of ${count(limit)} look-ups`],
  ])
  if (first < limit) {
    facts.push(['First limit', `${count(first)}; look-ups beyond it are delayed`])
  }
  if (buffer > 0) {
    const drawn = count(today.monthly_buffer_used)
    facts.push(['Monthly buffer', `${drawn} of ${count(buffer)} used`])
  }
  return card(
    'Today',
    meter(used, limit),
    factList(facts),
    el('p', { class: 'forecast' }, todayForecast(used, limit, buffer - today.monthly_buffer_used)),
    quiet(trendForecast(days, limit)),
  )
}

/** @param {number} used @param {number} limit */
function meter(used, limit) {
  const part = limit === 0 ? 1 : Math.min(1, used / limit)
  const look = part >= 1 ? 'bad' : part >= 0.75 ? 'warm' : ''
  const label = `${count(used)} of ${count(limit)} look-ups used today`
  return svg(
    'svg',
    {
      class: `meter ${look}`,
      viewBox: '0 0 100 4',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': label,
    },
    svg('rect', { width: (part * 100).toFixed(2), height: 4 }),
  )
}

/** @param {number} used @param {number} limit @param {number} spare of the monthly buffer @param {number} [now] */
export function todayForecast(used, limit, spare, now = Date.now()) {
  const passed = Math.max(60_000, now % DAY_MS)
  if (used >= limit + Math.max(0, spare)) {
    return 'Today’s look-ups are used up. The limit resets at midnight UTC; a larger plan takes effect at once.'
  }
  if (used >= limit)
    return `Today’s limit is reached; ${count(spare)} look-ups of the monthly buffer are left.`
  if (used === 0) return 'No look-ups yet today.'
  const reachedAt = (limit / used) * passed
  if (reachedAt < DAY_MS) {
    const clock = new Date(reachedAt).toISOString().slice(11, 16)
    return `At today’s pace, the limit of ${count(limit)} will be reached at about ${clock} UTC.`
  }
  const byMidnight = Math.round((used / passed) * DAY_MS)
  return `At today’s pace, about ${count(Math.min(byMidnight, limit))} of ${count(limit)} will be used by midnight UTC.`
}

/** Along a straight line through the full days. @param {readonly DayUsage[]} days until today @param {number} limit */
export function trendForecast(days, limit) {
  const full = days.slice(0, -1)
  const begun = full.findIndex((each) => each.count > 0)
  const used = begun < 0 ? [] : full.slice(begun)
  if (used.length < 7) return 'A forecast needs a week of usage.'
  const middle = (used.length - 1) / 2
  const mean = used.reduce((sum, each) => sum + each.count, 0) / used.length
  const over = used.reduce((sum, each, at) => sum + (at - middle) * (each.count - mean), 0)
  const slope = over / used.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const level = mean + slope * (used.length - middle)
  if (level >= limit) return 'A typical day already reaches the limit. Consider a larger plan.'
  const daysLeft = (limit - level) / slope
  if (slope <= 0 || daysLeft > TREND_DAYS_MAX) {
    return `At the current rate of growth, the limit of ${count(limit)} will not be reached within ${TREND_DAYS_MAX} days.`
  }
  const date = new Date((days.at(-1)?.date.getTime() ?? 0) + daysLeft * DAY_MS)
  return `At the current rate of growth, the limit will be reached around ${shortDay(date)}.`
}

/** @param {DayUsage[]} days */
function chartCard(days) {
  const rows = [...days].reverse()
  return card(
    `Last ${DAYS} days`,
    chart(days),
    el(
      'details',
      {},
      el('summary', {}, 'Show as table'),
      table(
        ['Day (UTC)', 'Look-ups', 'Limit'],
        rows.map((each) => [
          shortDay(each.date),
          count(each.count),
          each.limit > 0 ? count(each.limit) : 'unknown',
        ]),
        'Look-ups by day',
      ),
    ),
  )
}

/** @param {DayUsage[]} days */
export function chart(days) {
  // As wide as it is shown, which keeps its text readable on a phone.
  const wide = matchMedia('(max-width: 40rem)').matches ? 330 : 640
  const [high, bottom] = [200, 22]
  const most = Math.max(1, ...days.map((each) => each.count))
  const limit = days[days.length - 1]?.limit ?? 0
  const top = niceTop(limit <= most * 3 ? Math.max(most, limit) : most)
  // Room for the largest number next to the axis.
  const left = Math.max(44, 8 + 7 * count(top).length)
  const step = (wide - left) / days.length
  const yOf = (/** @type {number} */ value) => 8 + (high - bottom - 8) * (1 - value / top)
  const bars = days.map((each, at) => {
    const y = yOf(each.count)
    const title = svg('title', {}, `${shortDay(each.date)}: ${count(each.count)} look-ups`)
    const size = { x: left + at * step + 1, y, width: step - 2, height: high - bottom - y, rx: 2 }
    const isFull = each.limit > 0 && each.count >= each.limit
    return svg('rect', { class: isFull ? 'bar bad' : 'bar', ...size }, title)
  })
  const every = wide < 400 ? 14 : 7
  const names = days.flatMap((each, at) =>
    (days.length - 1 - at) % every === 3
      ? [
          svg(
            'text',
            { x: Math.min(left + at * step, wide - 40), y: high - 5 },
            shortDay(each.date),
          ),
        ]
      : [],
  )
  const axis = [0, top / 2, top].flatMap((value) => [
    svg('path', { class: 'base', d: `M${left} ${yOf(value)}H${wide}` }),
    svg('text', { x: left - 6, y: yOf(value) + 4, 'text-anchor': 'end' }, count(value)),
  ])
  const total = days.reduce((sum, each) => sum + each.count, 0)
  const label = `${count(total)} look-ups in ${counted(days.length, 'day')}, at most ${count(Math.min(most, total))} in one day.`
  return svg(
    'svg',
    { class: 'chart', viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': label },
    ...axis,
    ...bars,
    ...limitLine({ limit, top, y: yOf(limit), left, wide, foot: high - bottom }),
    ...names,
  )
}

/** If it fits the chart. @param {Record<'limit' | 'top' | 'y' | 'left' | 'wide' | 'foot', number>} line */
function limitLine({ limit, top, y, left, wide, foot }) {
  if (limit <= 0 || limit > top) return []
  const textY = y + 14 > foot ? y - 5 : y + 14
  return [
    svg('path', { class: 'limit', d: `M${left} ${y + 0.5}H${wide}` }),
    svg('text', { x: left + 4, y: textY }, `limit ${count(limit)}`),
  ]
}

/** The next round even number: its half is labelled too. @param {number} value */
export function niceTop(value) {
  let unit = 1
  while (unit * 10 < value) unit *= 10
  const round = [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * unit)
  return round.find((each) => each >= value && each % 2 === 0) ?? value
}
