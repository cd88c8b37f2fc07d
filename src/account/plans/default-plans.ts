// The plans that a new data folder starts with, as the text of its `plans.json`.

import { PRODUCTS } from '../../address/product.ts'

const TRIAL = {
  name: 'trial',
  term: 'trial',
  amount: 0,
  description: 'Free for 30 days, 100 look-ups a day.',
  daily_lookup_limit_1: 100,
  daily_lookup_limit_2: 100,
  monthly_buffer: 0,
  time_penalty_ms: 0,
  requests_per_5_minutes: 3000,
  work_ms_per_second: 100,
  work_burst_ms: 2000,
  multi_application: false,
  watched_ids_max: 10_000,
  territory_layers_max: 2,
  territory_polygons_max: 100,
  territory_points_max: 10_000,
  territory_bytes_max: 500_000,
}

export const PLAN_FIELDS: readonly string[] = ['product', ...Object.keys(TRIAL)]

const STARTER = {
  ...TRIAL,
  name: 'starter',
  term: 'monthly',
  amount: 19,
  description: '500 look-ups a day, up to 1,000 with a delay of half a second.',
  daily_lookup_limit_1: 500,
  daily_lookup_limit_2: 1000,
  time_penalty_ms: 500,
  work_ms_per_second: 150,
  watched_ids_max: 100_000,
  territory_layers_max: 5,
  territory_polygons_max: 1000,
  territory_points_max: 50_000,
  territory_bytes_max: 2_000_000,
}

const STANDARD = {
  ...STARTER,
  name: 'standard',
  amount: 59,
  description: '2,000 look-ups a day, up to 4,000 with a delay, plus a monthly buffer of 2,000.',
  daily_lookup_limit_1: 2000,
  daily_lookup_limit_2: 4000,
  monthly_buffer: 2000,
  time_penalty_ms: 300,
  requests_per_5_minutes: 6000,
  work_ms_per_second: 250,
}

const BUSINESS = {
  ...STARTER,
  name: 'business',
  amount: 179,
  description: '10,000 look-ups a day, up to 20,000 with a delay, plus a monthly buffer of 10,000.',
  daily_lookup_limit_1: 10_000,
  daily_lookup_limit_2: 20_000,
  monthly_buffer: 10_000,
  time_penalty_ms: 200,
  requests_per_5_minutes: 15_000,
  work_ms_per_second: 400,
  multi_application: true,
  watched_ids_max: 1_000_000,
  territory_layers_max: 20,
  territory_polygons_max: 5000,
  territory_points_max: 200_000,
  territory_bytes_max: 8_000_000,
}

const SCALE = {
  ...BUSINESS,
  name: 'scale',
  amount: 590,
  description:
    '50,000 look-ups a day, up to 100,000 with a delay, plus a monthly buffer of 50,000.',
  daily_lookup_limit_1: 50_000,
  daily_lookup_limit_2: 100_000,
  monthly_buffer: 50_000,
  time_penalty_ms: 100,
  requests_per_5_minutes: 60_000,
  work_ms_per_second: 800,
}

const BUSINESS_ANNUAL = {
  ...BUSINESS,
  name: 'business-annual',
  term: 'annual',
  amount: 1790,
  description: 'The business plan for a year at the price of ten months.',
}

const LADDER = [TRIAL, STARTER, STANDARD, BUSINESS, SCALE, BUSINESS_ANNUAL]

export function defaultPlans(): string {
  const plans = PRODUCTS.flatMap((product) =>
    LADDER.map(({ name, ...rest }) => ({ name, product, ...rest })),
  )
  return `${JSON.stringify({ plans }, null, 2)}\n`
}
