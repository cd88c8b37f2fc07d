// Lists of addresses of the sample data, and what tests do with batches.

import assert from 'node:assert/strict'
import { matchAddress } from '../../src/match/match.ts'
import type { Answer, TestAccount, TestService } from '../support/running.ts'

/** A plan with so many look-ups a day. */
export function planOf(name: string, product: string, lookups: number) {
  const limits = { daily_lookup_limit_1: lookups, daily_lookup_limit_2: lookups }
  return { name, product, term: 'monthly', amount: 1, description: name, ...limits }
}

/** Australian labels that are matched exactly. */
export function labels({ service }: TestService, count: number): string[] {
  const { au } = service.data.searches
  const found: string[] = []
  for (let at = 0; found.length < count; at += 37) {
    const line = au?.at(at % au.release.addresses).item.address_label ?? ''
    if (au !== undefined && matchAddress(au, line).verdict === 'exact') found.push(line)
  }
  return found
}

/** A CSV file of one column. */
export function csvOf(lines: readonly string[]): string {
  return ['Address', ...lines.map((line) => `"${line}"`), ''].join('\n')
}

export function upload(
  { ask }: TestService,
  { apiKey }: Pick<TestAccount, 'apiKey'>,
  body: BodyInit,
  query = '',
): Promise<Answer> {
  return ask(`/batch${query}`, apiKey, { method: 'POST', body })
}

/** The batch, once all that can be done now is done. */
export async function worked(
  { ask, service }: TestService,
  { apiKey }: Pick<TestAccount, 'apiKey'>,
  { json }: Answer,
): Promise<Answer['json']> {
  await service.jobs.batches.round()
  const { status, json: batch, text } = await ask(`/batch/${json.id}`, apiKey)
  assert.equal(status, 200, text)
  return batch
}

export async function usedToday({ ask }: TestService, { adminKey }: TestAccount): Promise<number> {
  return (await ask('/v3/usage', adminKey)).json.usage_today
}
