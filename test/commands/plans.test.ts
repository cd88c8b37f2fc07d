// `plans` prints what plans.json says, in its own words.
// Covers: src/commands/billing.ts

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { plansCommand } from '../../src/commands/billing.ts'

const PLAN = {
  name: 'small',
  product: 'uk',
  term: 'annual',
  amount: 28.5,
  description: 'For a shop.',
  daily_lookup_limit_1: 3,
  daily_lookup_limit_2: 5,
  monthly_buffer: 7,
  time_penalty_ms: 250,
  requests_per_5_minutes: 900,
  multi_application: true,
}

test('every field of a plan is printed as the file has it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doorplate-plans-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const trials = ['uk', 'au'].map((product) => {
    return { name: 'trial', product, daily_lookup_limit_1: 50 }
  })
  writeFileSync(join(dataDir, 'plans.json'), JSON.stringify({ plans: [...trials, PLAN] }))
  const config = { dataDir, billing: { currency: { uk: 'GBP', au: 'AUD' } } }
  const given = { config } as unknown as Parameters<typeof plansCommand.run>[0]
  const { json, text } = await plansCommand.run(given)
  const { plans } = json as { plans: (typeof PLAN)[] }
  assert.deepEqual(
    plans.find(({ name }) => name === 'small'),
    PLAN,
  )
  const line = text?.split('\n').find((each) => each.includes('small')) ?? ''
  assert.deepEqual(
    line.split(/ {2,}/).filter((cell) => cell !== ''),
    [...['uk', 'small', '£28.50', 'annual', '3 to 5', '7', 'For a shop.']],
  )
})
