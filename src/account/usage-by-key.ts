// What each key of an account has used: API keys by their name, domain tokens by their domain.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'

export interface KeyUsage {
  readonly kind: 'api' | 'token'
  /** The name of the API key, or the domain of the token. It stays when the key is replaced or removed. */
  readonly name: string
  readonly lookups: number
}

/** By day such as `2026-02-28`, both ends included, the most used first. Days without look-ups are not in it. */
export async function usageByKey(
  db: Sql,
  accountId: string,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, readonly KeyUsage[]>> {
  const { rows } = await sql<KeyUsage & { day: string }>`
    select day, kind, name, lookups from usage_by_key
    where account_id = ${accountId} and day >= ${from} and day <= ${to} and lookups > 0
    order by day, lookups desc, kind, name`.execute(db)
  return Map.groupBy(rows, ({ day }) => day)
}
