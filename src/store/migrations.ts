// Every change of the tables, in order. The version of a store is how many of these it has had.

import { accountsAndUsage, domainTokens } from './migrations/0001-accounts-and-tokens.ts'
import { nodesAndTestClock } from './migrations/0003-nodes-and-test-clock.ts'
import { mail } from './migrations/0004-mail.ts'
import {
  importsInSteps,
  privateAddresses,
  territories,
} from './migrations/0005-private-addresses.ts'
import { invoices } from './migrations/0006-invoices.ts'
import { webhooks } from './migrations/0007-webhooks.ts'
import { honestBilling } from './migrations/0008-honest-billing.ts'
import { chargesInOneCall } from './migrations/0009-charges-in-one-call.ts'
import { people } from './migrations/0010-people.ts'
import { batches } from './migrations/0011-batches.ts'
import { accountable } from './migrations/0012-accountable.ts'
import { listsInTurn } from './migrations/0013-lists-in-turn.ts'
import { anyProduct, watchLists } from './migrations/0014-products-and-watch-lists.ts'
import { openIdConnect, roles } from './migrations/0016-roles.ts'
import { erasedAccounts, keptDays, theOperatorsDay } from './migrations/0017-the-operators-day.ts'

/**
 * Its checksum is kept in every store, so one that has been released is never edited: add the next one. Nodes of the
 * version before go on serving until they are replaced, so it takes nothing away that they use.
 */
export interface Migration {
  readonly name: string
  /** SQL that both databases run. */
  readonly statements: readonly string[]
  /** Functions, settings of storage, and what has to be written differently for each database. */
  readonly postgresOnly?: readonly string[]
  readonly sqliteOnly?: readonly string[]
}

export const MIGRATIONS: readonly Migration[] = [
  accountsAndUsage,
  domainTokens,
  nodesAndTestClock,
  mail,
  privateAddresses,
  invoices,
  webhooks,
  honestBilling,
  chargesInOneCall,
  people,
  batches,
  accountable,
  listsInTurn,
  anyProduct,
  watchLists,
  roles,
  theOperatorsDay,
  openIdConnect,
  erasedAccounts,
  territories,
  keptDays,
  importsInSteps,
]
