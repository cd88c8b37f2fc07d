// What each role of operators may do: one table of paths. What it does not allow is refused.

import { type Operator, ROLES, type Role } from '../../account/operators/operators.ts'
import { Problem } from '../../http/problem.ts'

const PEOPLE = 'viewer support billing'
const EVERYBODY = 'viewer support billing data'

/**
 * For each path and everything below it: who may read it, and who may change it; administrators always may. The last
 * row that fits applies. Paths without `/operator` are the calls of an account's admin key, made for the account.
 */
export const ROLE_RULES: readonly (readonly [path: string, reads: string, changes: string])[] = [
  ['/operator', 'viewer', ''],
  ['/operator/overview', PEOPLE, ''],
  ['/operator/plans', PEOPLE, ''],
  ['/operator/accounts', PEOPLE, 'support'],
  ['/operator/accounts/{account}/suspend', PEOPLE, 'support billing'],
  ['/operator/accounts/{account}/resume', PEOPLE, 'support billing'],
  ['/operator/accounts/{account}/note', PEOPLE, 'support billing'],
  ['/operator/accounts/{account}/address', PEOPLE, 'billing'],
  ['/operator/accounts/{account}/erase', '', ''],
  ['/operator/accounts/{account}/mails', 'support billing', 'support billing'],
  ['/operator/invoices', PEOPLE, 'billing'],
  ['/operator/batch', 'support', 'support'],
  ['/operator/releases', 'viewer data', 'data'],
  ['/operator/layers', 'viewer data', 'data'],
  ['/operator/health', EVERYBODY, ''],
  ['/operator/doctor', EVERYBODY, ''],
  ['/usage', PEOPLE, ''],
  ['/requests', 'support', ''],
  ['/plans', PEOPLE, ''],
  ['/subscription', PEOPLE, 'billing'],
  ['/invoices', PEOPLE, 'billing'],
  ['/email-address', 'support billing', 'support'],
  ['/account', 'support', ''],
  ['/cc', 'support billing', 'support billing'],
  ['/security', 'support', 'support'],
  // Whoever has this key acts as the account, and no longer under their own name.
  ['/security/admin-key', 'support', ''],
  ['/webhook', 'support', 'support'],
  ['/events', 'support', ''],
  ['/batch', 'support', 'support'],
  ['/private-address', 'support', 'support'],
  ['/territory', 'support', 'support'],
  ['/watch', 'support', 'support'],
  ['/changes', 'support', ''],
]

/** The roles that may make a call, administrators last. */
export function rolesFor(method: string, path: string): readonly Role[] {
  const unversioned = path.replace(/^\/v\d+(?=\/)/, '')
  const rule = ROLE_RULES.findLast(([prefix]) => `${unversioned}/`.startsWith(`${prefix}/`))
  const [, reads, changes] = rule ?? ['', '', '']
  const allowed = [...(method === 'GET' ? reads : changes).split(' '), 'administrator']
  return ROLES.filter((role) => allowed.includes(role))
}

/** The 403 of an operator whose role does not allow the call; undefined if it does. */
export function roleRefusal({ role }: Operator, method: string, path: string): Problem | undefined {
  const allowed = rolesFor(method, path)
  if (allowed.includes(role)) return undefined
  const detail = `Your role is ${role}. This call is for the roles ${allowed.join(', ')}.`
  return new Problem('forbidden', detail)
}
