// The state of the accounts of a batch, read in one statement, so that all of it is of one moment.

import { sql } from 'kysely'
import type { Subscription } from '../../account/subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../../account/subscription-row.ts'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import type { Sql } from '../../store/store.ts'
import type { ChargeBatch } from './batch.ts'

export interface AccountState {
  readonly subscription: Subscription
  /** Undefined if the day has no row yet. */
  readonly lookups: number | undefined
  /** Undefined if the month has no row yet. */
  readonly bufferUsed: number | undefined
  /** Whether an endpoint wants an event for each look-up. */
  readonly isTracked: boolean
}

interface States {
  readonly byAccount: ReadonlyMap<string, AccountState>
  /** False if an earlier try may have counted the batch. */
  readonly isNewBatch: boolean
}

interface StateRow extends SubscriptionRow {
  readonly lookups: number | null
  readonly buffer_used: number | null
  readonly track_endpoints: number | null
  readonly batch_state: string | null
}

export async function readAccountStates(
  db: Sql,
  { batchId, now, charges }: Pick<ChargeBatch, 'batchId' | 'now' | 'charges'>,
): Promise<States> {
  const ids = charges.map(({ accountId }) => accountId)
  const { rows } = await sql<StateRow>`
    select ${SUBSCRIPTION_COLUMNS}, usage_day.lookups, usage_month.buffer_used,
      webhook_account.track_endpoints,
      (select state from charge_batch where id = ${batchId}) as batch_state
    from subscription
    left join usage_day on usage_day.account_id = subscription.account_id
      and usage_day.day = ${utcDay(now)}
    left join usage_month on usage_month.account_id = subscription.account_id
      and usage_month.month = ${utcMonth(now)}
    left join webhook_account on webhook_account.account_id = subscription.account_id
    where subscription.account_id in (${sql.join(ids)})`.execute(db)
  return {
    byAccount: new Map(rows.map((row) => [row.account_id, stateFromRow(row)])),
    isNewBatch: rows.length > 0 && rows.every(({ batch_state }) => batch_state === null),
  }
}

function stateFromRow(row: StateRow): AccountState {
  return {
    subscription: subscriptionFromRow(row),
    lookups: row.lookups ?? undefined,
    bufferUsed: row.buffer_used ?? undefined,
    isTracked: (row.track_endpoints ?? 0) > 0,
  }
}
