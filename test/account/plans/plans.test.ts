// The file of plans: made once, read strictly, and each fault named.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dailyLimit, findPlan, nextPlan, plansOnOffer } from '../../../src/account/plans/plans.ts'
import { loadPlans, PlansError, parsePlans } from '../../../src/account/plans/plans-file.ts'
import { PRODUCTS } from '../../../src/address/product.ts'
import { newDataDir } from '../../support/stores.ts'

const GOOD = {
  name: 'small',
  product: 'au',
  term: 'monthly',
  amount: 19.99,
  description: 'A small one.',
  daily_lookup_limit_1: 10,
  daily_lookup_limit_2: 20,
  monthly_buffer: 5,
  time_penalty_ms: 100,
  requests_per_5_minutes: 3000,
  multi_application: true,
}

test('the first start makes plans for both products, and later starts keep them', async (t) => {
  const folder = newDataDir(t)
  const made = await loadPlans(folder)
  const before = readFileSync(join(folder, 'plans.json'), 'utf8')
  assert.deepEqual(await loadPlans(folder), made)
  assert.equal(readFileSync(join(folder, 'plans.json'), 'utf8'), before)
  assert.deepEqual(readdirSync(folder), ['plans.json'])
  for (const product of PRODUCTS) {
    const trial = findPlan(made, product, 'trial')
    assert.equal(trial && dailyLimit(trial), 100)
    const paid = made.filter((plan) => plan.product === product && plan.name !== 'trial')
    assert(paid.length >= 3)
    assert(paid.every((plan) => plan.dailyLookupLimit1 < plan.dailyLookupLimit2))
    assert(paid.some((plan) => plan.monthlyBuffer > 0))
  }
})

test('eight nodes that start at once make one file between them', async (t) => {
  const folder = newDataDir(t)
  const all = await Promise.all(Array.from({ length: 8 }, () => loadPlans(folder)))
  for (const plans of all) assert.deepEqual(plans, all[0])
  assert.deepEqual(readdirSync(folder), ['plans.json'])
})

test('a file that an operator wrote is read as it stands', async (t) => {
  const folder = newDataDir(t)
  writeFileSync(join(folder, 'plans.json'), JSON.stringify({ plans: [GOOD] }))
  const [plan] = await loadPlans(folder)
  assert.deepEqual(plan, {
    name: 'small',
    product: 'au',
    term: 'monthly',
    termMonths: 1,
    amountMinor: 1999,
    description: 'A small one.',
    dailyLookupLimit1: 10,
    dailyLookupLimit2: 20,
    monthlyBuffer: 5,
    timePenaltyMs: 100,
    requestsPer5Minutes: 3000,
    workMsPerSecond: 250,
    workBurstMs: 2000,
    multiApplication: true,
    watchedIdsMax: 100_000,
    territories: { layers: 5, polygons: 1000, points: 50_000, bytes: 2_000_000 },
  })
})

test('a file with a single trial means it for both products', () => {
  const plans = parsePlans(JSON.stringify({ plans: [{ ...GOOD, name: 'trial' }] }), 'plans.json')
  assert.equal(findPlan(plans, 'uk', 'trial')?.dailyLookupLimit2, 20)
  assert.equal(findPlan(plans, 'uk', 'small'), undefined)
})

test('what a plan does not say is what the operating guide says, and words of terms mean months', () => {
  const least = { name: 'x', product: 'uk', daily_lookup_limit_1: 7 }
  const read = (more: object) => parsePlans(JSON.stringify({ plans: [{ ...least, ...more }] }), 'f')
  assert.deepEqual(read({}), [
    {
      name: 'x',
      product: 'uk',
      term: 'monthly',
      termMonths: 1,
      amountMinor: 0,
      description: '',
      dailyLookupLimit1: 7,
      dailyLookupLimit2: 7,
      monthlyBuffer: 0,
      timePenaltyMs: 0,
      requestsPer5Minutes: 3000,
      workMsPerSecond: 250,
      workBurstMs: 2000,
      multiApplication: false,
      watchedIdsMax: 100_000,
      territories: { layers: 5, polygons: 1000, points: 50_000, bytes: 2_000_000 },
    },
  ])
  const terms = ['trial', 'month', 'Monthly', 'year', 'yearly', 'ANNUAL', 'annually']
  assert.deepEqual(
    terms.map((term) => read({ term })[0]?.termMonths),
    [1, 1, 1, 12, 12, 12, 12],
  )
})

/** The most that a field may be, and what is more. */
const MOST: readonly (readonly [field: string, most: unknown, more: unknown])[] = [
  ['name', 'x'.repeat(50), 'x'.repeat(51)],
  ['name', 'A b._-9', ' A'],
  ['description', 'x'.repeat(500), 'x'.repeat(501)],
  ['amount', 1_000_000, 1_000_000.01],
  ['amount', 0, -0.01],
  ['daily_lookup_limit_1', 1_000_000_000, 1_000_000_001],
  ['daily_lookup_limit_2', 0, -1],
  ['monthly_buffer', 1_000_000_000, 1_000_000_001],
  ['time_penalty_ms', 60_000, 60_001],
  ['requests_per_5_minutes', 1_000_000_000, 1_000_000_001],
  ['territory_layers_max', 20, 21],
  ['territory_polygons_max', 5000, 5001],
  ['territory_points_max', 200_000, 200_001],
  ['territory_bytes_max', 8_000_000, 8_000_001],
]

test('each field takes its most and its least, and nothing beyond', () => {
  for (const [field, most, more] of MOST) {
    assert.equal(parsePlans(one({ [field]: most }), 'f').length, 1, field)
    assert.throws(
      () => parsePlans(one({ [field]: more }), 'f'),
      new RegExp(`: ${field} must`),
      field,
    )
  }
  const named = Array.from({ length: 1000 }, (_, at) => ({ ...GOOD, name: `p${at}` }))
  assert.equal(parsePlans(JSON.stringify({ plans: named }), 'f').length, 1000)
  const more = JSON.stringify({ plans: [...named, GOOD] })
  assert.throws(() => parsePlans(more, 'f'), /has more than 1000 plans/)
  const both = JSON.stringify({ plans: [GOOD, { ...GOOD, product: 'uk' }] })
  assert.equal(parsePlans(both, 'f').length, 2, 'each product may have a plan of the name')
})

test('the next plan is the smallest larger one of the same product and term, and of two the cheaper', () => {
  const plan = (name: string, limit: number, more: object = {}) => ({
    ...GOOD,
    name,
    amount: limit,
    daily_lookup_limit_1: limit,
    daily_lookup_limit_2: limit,
    ...more,
  })
  const list = [
    plan('trial', 50),
    plan('small', 10),
    plan('huge', 90),
    plan('dear', 20, { amount: 99 }),
    plan('next', 20),
    plan('yearly', 15, { term: 'annual' }),
    plan('other', 12, { product: 'uk' }),
  ]
  const plans = parsePlans(JSON.stringify({ plans: list }), 'f')
  const after = (name: string) => {
    const from = findPlan(plans, 'au', name)
    assert(from)
    return nextPlan(plans, from)?.name
  }
  assert.deepEqual(['small', 'next', 'huge', 'yearly'].map(after), [
    'next',
    'huge',
    undefined,
    undefined,
  ])
  assert.deepEqual(
    plansOnOffer(plans, 'au').map(({ name }) => name),
    ['small', 'huge', 'dear', 'next', 'yearly'],
  )
})

test('a file that cannot be read is named, and nothing is put in its place', async (t) => {
  const folder = newDataDir(t)
  mkdirSync(join(folder, 'plans.json'))
  await assert.rejects(loadPlans(folder), {
    name: 'PlansError',
    message: /plans\.json cannot be read: it is a folder\.$/,
  })
  assert.deepEqual(readdirSync(folder), ['plans.json'])
})

const FAULTS: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['no JSON', '{', /plans\.json is not JSON of the form/],
  ['a bare list', '[]', /is not JSON of the form/],
  ['no plans', '{"plans":[]}', /has no plans/],
  ['a plan that is no object', '{"plans":[7]}', /plan number 1: it must be an object/],
  ['a name missing', one({ name: undefined }), /plan number 1: name must be/],
  [
    'a product unknown',
    one({ product: 'fr' }),
    /plan "small": product must be "au" or "nz" or "uk"/,
  ],
  [
    'a limit in words',
    one({ daily_lookup_limit_1: 'ten' }),
    /"small": daily_lookup_limit_1 must be/,
  ],
  [
    'a limit of nothing',
    one({ daily_lookup_limit_1: 0 }),
    /daily_lookup_limit_1 must be at least 1/,
  ],
  ['a limit missing', one({ daily_lookup_limit_1: undefined }), /daily_lookup_limit_1 must be/],
  ['a negative buffer', one({ monthly_buffer: -1 }), /monthly_buffer must be a whole number/],
  ['half a look-up', one({ daily_lookup_limit_2: 1.5 }), /daily_lookup_limit_2 must be a whole/],
  ['a penalty of an hour', one({ time_penalty_ms: 3_600_000 }), /time_penalty_ms must be/],
  ['a third of a penny', one({ amount: 0.333 }), /amount must have at most two decimals/],
  ['an amount in words', one({ amount: 'free' }), /amount must be a number/],
  ['a flag in words', one({ multi_application: 'yes' }), /multi_application must be true or false/],
  ['a term unknown', one({ term: 'weekly' }), /term must be monthly or annual/],
  ['a field misspelt', one({ montly_buffer: 1 }), /montly_buffer is not a field of a plan/],
  [
    'a plan twice',
    JSON.stringify({ plans: [GOOD, GOOD] }),
    /the plan small twice for the product au/,
  ],
]

for (const [what, text, sentence] of FAULTS) {
  test(`${what}: one sentence names the file, the plan and the field`, () => {
    assert.throws(
      () => parsePlans(text, '/data/plans.json'),
      (error: unknown) => {
        assert(error instanceof PlansError)
        assert.match(error.message, /^The file \/data\/plans\.json .*\.$/)
        assert.match(error.message, sentence)
        return true
      },
    )
  })
}

test('a folder that cannot be written is named', async (t) => {
  const file = join(newDataDir(t), 'file')
  writeFileSync(file, '')
  await assert.rejects(loadPlans(join(file, 'folder')), {
    name: 'PlansError',
    message: /plans\.json cannot be (read|written): the system says ENOTDIR\.$/,
  })
})

function one(changes: Record<string, unknown>): string {
  return JSON.stringify({ plans: [{ ...GOOD, ...changes }] })
}
