// The file of plans: made once, read strictly, and each fault named.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PlansError, parsePlans } from '../../../src/account/plans/plan-parser.ts'
import { dailyLimit, findPlan } from '../../../src/account/plans/plans.ts'
import { loadPlans } from '../../../src/account/plans/plans-file.ts'
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
    multiApplication: true,
  })
})

test('a file with a single trial means it for both products', () => {
  const plans = parsePlans(JSON.stringify({ plans: [{ ...GOOD, name: 'trial' }] }), 'plans.json')
  assert.equal(findPlan(plans, 'uk', 'trial')?.dailyLookupLimit2, 20)
  assert.equal(findPlan(plans, 'uk', 'small'), undefined)
})

const FAULTS: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['no JSON', '{', /plans\.json is not JSON of the form/],
  ['a bare list', '[]', /is not JSON of the form/],
  ['no plans', '{"plans":[]}', /has no plans/],
  ['a plan that is no object', '{"plans":[7]}', /plan number 1: it must be an object/],
  ['a name missing', one({ name: undefined }), /plan number 1: name must be/],
  ['a product unknown', one({ product: 'nz' }), /plan "small": product must be "au" or "uk"/],
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
    message: /plans\.json cannot be (read|written) \(ENOTDIR\)\.$/,
  })
})

function one(changes: Record<string, unknown>): string {
  return JSON.stringify({ plans: [{ ...GOOD, ...changes }] })
}
