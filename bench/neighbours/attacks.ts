// The table of attacks: for every operation the worst that an account or, for pages, a network may send.

import { type Attack, attacksOf, type Rows } from './attack.ts'
import { operations, pageOperation } from './operation.ts'
import { ACCOUNT_ROWS } from './rows/account-rows.ts'
import { LOOK_UP_ROWS } from './rows/look-up-rows.ts'
import { OPERATOR_ROWS } from './rows/operator-rows.ts'
import { PAGE_ROWS } from './rows/page-rows.ts'

/** By the names of their operations. The suite has one for everything that a service offers. */
export const ROWS: Rows = {
  ...LOOK_UP_ROWS,
  ...ACCOUNT_ROWS,
  ...OPERATOR_ROWS,
  ...PAGE_ROWS,
}

/** An operation that has no row yet is attacked with the largest request that its schema allows. */
export function allAttacks(): Attack[] {
  const all = [...operations(), ...Object.keys(PAGE_ROWS).map(pageOperation)]
  return all.flatMap((operation) => attacksOf(operation, ROWS[operation.name] ?? {}))
}
