// The file of plans: `plans.json` in the data folder, made at the first start and read at every start.

import { link, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isProduct, PRODUCTS } from '../../address/product.ts'
import { makeFolder, writePrivate } from '../../lib/files/folder.ts'
import { newId } from '../../lib/ids.ts'
import { errorCode, OperatorError, systemReason } from '../../lib/operator-error.ts'
import { isObject, parsedJson } from '../../lib/record-of.ts'
import { defaultPlans, PLAN_FIELDS } from './default-plans.ts'
import type { Plan, Plans } from './plans.ts'

const PRODUCT_RULE = `must be ${PRODUCTS.map((product) => `"${product}"`).join(' or ')}`

export async function loadPlans(dataDir: string): Promise<Plans> {
  const path = join(dataDir, 'plans.json')
  const text = (await readIfThere(path)) ?? (await writeDefault(dataDir, path))
  return parsePlans(text, path)
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new PlansError(`The file ${path} cannot be read: ${systemReason(error)}.`)
  }
}

// Written aside and then named, so that nobody ever reads half of it and an operator's file is never replaced.
async function writeDefault(dataDir: string, path: string): Promise<string> {
  const aside = `${path}.${newId('new-')}`
  try {
    await makeFolder(dataDir)
    await writePrivate(aside, defaultPlans(), 'wx')
    await link(aside, path).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new PlansError(`The file ${path} cannot be written: ${systemReason(error)}.`)
  } finally {
    await rm(aside, { force: true })
  }
}

/** The file of plans cannot be used; the message is one sentence that names the plan and the field. */
export class PlansError extends OperatorError {
  override readonly name = 'PlansError'
}

export function parsePlans(text: string, path: string): Plans {
  const fail = (what: string): never => {
    throw new PlansError(`The file ${path} ${what}.`)
  }
  const list = asList(text) ?? fail('is not JSON of the form {"plans": [ … ]}')
  if (list.length === 0) fail('has no plans')
  if (list.length > PLANS_MAX) fail(`has more than ${PLANS_MAX} plans`)
  const seen = new Set<string>()
  return list.map((entry, at) => {
    const plan = readPlan(entry, (field, what) =>
      fail(`has a fault in plan ${nameOf(entry) ?? `number ${at + 1}`}: ${field} ${what}`),
    )
    const key = `${plan.product} ${plan.name}`
    if (seen.has(key)) fail(`has the plan ${plan.name} twice for the product ${plan.product}`)
    seen.add(key)
    return plan
  })
}

const PLANS_MAX = 1000
const COUNT_MAX = 1_000_000_000
const PENALTY_MS_MAX = 60_000
const WORK_MS_PER_SECOND = 250
const WORK_BURST_MS = 2000
const WATCHED_IDS = 100_000
const WATCHED_IDS_MAX = 1_000_000
/** What a plan allows unless it says otherwise, and the most that it can. */
const TERRITORIES = { layers: 5, polygons: 1000, points: 50_000, bytes: 2_000_000 }
const TERRITORIES_MAX = { layers: 20, polygons: 5000, points: 200_000, bytes: 8_000_000 }
const AMOUNT_MAX = 1_000_000
const TEXT_LENGTH_MAX = 500

type Entry = Readonly<Record<string, unknown>>
type Fault = (field: string, what: string) => never

const MONTHLY = ['trial', 'month', 'monthly']
const ANNUAL = ['year', 'yearly', 'annual', 'annually']

function readPlan(value: unknown, fault: Fault): Plan {
  if (!isObject(value)) return fault('it', 'must be an object')
  const unknown = Object.keys(value).find((field) => !PLAN_FIELDS.includes(field))
  if (unknown !== undefined) fault(unknown, 'is not a field of a plan')
  const { text, count, positive, flag } = readersOf(value, fault)
  const term = text('term', 'monthly')
  const limit1 = positive('daily_lookup_limit_1')
  const territory = (what: keyof typeof TERRITORIES) =>
    count(`territory_${what}_max`, TERRITORIES[what], TERRITORIES_MAX[what])
  return {
    name: readName(value, fault),
    product: isProduct(value.product) ? value.product : fault('product', PRODUCT_RULE),
    term,
    termMonths: monthsOf(term.toLowerCase()) ?? fault('term', 'must be monthly or annual'),
    amountMinor: readAmount(value, fault),
    description: text('description', ''),
    dailyLookupLimit1: limit1,
    dailyLookupLimit2: count('daily_lookup_limit_2', limit1),
    monthlyBuffer: count('monthly_buffer', 0),
    timePenaltyMs: count('time_penalty_ms', 0, PENALTY_MS_MAX),
    requestsPer5Minutes: count('requests_per_5_minutes', 3000),
    workMsPerSecond: positive('work_ms_per_second', WORK_MS_PER_SECOND),
    workBurstMs: positive('work_burst_ms', WORK_BURST_MS),
    multiApplication: flag('multi_application'),
    watchedIdsMax: count('watched_ids_max', WATCHED_IDS, WATCHED_IDS_MAX),
    territories: {
      layers: territory('layers'),
      polygons: territory('polygons'),
      points: territory('points'),
      bytes: territory('bytes'),
    },
  }
}

function monthsOf(term: string): number | undefined {
  return MONTHLY.includes(term) ? 1 : ANNUAL.includes(term) ? 12 : undefined
}

function readersOf(entry: Entry, fault: Fault) {
  const text = (field: string, fallback: string): string => {
    const value = entry[field] ?? fallback
    if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX) return value
    return fault(field, `must be text of at most ${TEXT_LENGTH_MAX} characters`)
  }
  const count = (field: string, fallback?: number, max = COUNT_MAX): number => {
    const value = entry[field] ?? fallback
    const isCount = typeof value === 'number' && Number.isInteger(value)
    if (isCount && value >= 0 && value <= max) return value
    return fault(field, `must be a whole number from 0 to ${max}`)
  }
  const positive = (field: string, fallback?: number): number =>
    count(field, fallback) || fault(field, 'must be at least 1')
  const flag = (field: string): boolean => {
    const value = entry[field] ?? false
    return typeof value === 'boolean' ? value : fault(field, 'must be true or false')
  }
  return { text, count, positive, flag }
}

function readName({ name }: Entry, fault: Fault): string {
  if (typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,49}$/.test(name)) return name
  return fault('name', 'must be 1 to 50 letters, digits, spaces, dots or dashes')
}

// The file has pounds or dollars; the code has pence or cents.
function readAmount(entry: Entry, fault: Fault): number {
  const amount = entry.amount ?? 0
  const isAmount = typeof amount === 'number' && amount >= 0 && amount <= AMOUNT_MAX
  if (!isAmount) return fault('amount', `must be a number from 0 to ${AMOUNT_MAX}`)
  const minor = Math.round(amount * 100)
  if (Math.abs(minor - amount * 100) < 1e-6) return minor
  return fault('amount', 'must have at most two decimals')
}

function nameOf(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.name === 'string' ? `"${entry.name}"` : undefined
}

function asList(text: string): readonly unknown[] | undefined {
  const value = parsedJson(text)
  return isObject(value) && Array.isArray(value.plans) ? value.plans : undefined
}
