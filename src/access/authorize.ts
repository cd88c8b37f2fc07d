// What each kind of credential may do: one table, and what it does not allow is refused.

import type { CredentialKind } from '../account/keys/credential.ts'
import { isLive, subscriptionState } from '../account/subscription.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from './caller.ts'
import { noSubscription, notLive, suspended } from './refusals.ts'

interface ScopeRule {
  readonly allows: readonly CredentialKind[]
  /** `live`: a running trial or a plan, not suspended; `any`: a subscription in any state; `none`: not checked. */
  readonly subscription: 'live' | 'any' | 'none'
  /** The detail of the 403 for a key of the wrong kind. */
  readonly refusal: string
  /** People too, who have signed in to the console, and operators who act for the account. */
  readonly allowsPeople?: boolean
}

const LOOK_UP = {
  subscription: 'live',
  refusal: 'The admin key cannot look up addresses. Use the API key.',
} as const
const MANAGE = { allows: ['admin'], refusal: 'Only the admin key can manage the account.' } as const

export const SCOPES = {
  /** Look-ups that browser code may make. */
  address: { ...LOOK_UP, allows: ['api', 'token'] },
  /** Look-ups that only a server may make: distance, nearest, validate. */
  lookup: { ...LOOK_UP, allows: ['api'] },
  /** Sending a list to be matched in the background. */
  upload: {
    allows: ['api'],
    subscription: 'live',
    refusal: 'The admin key cannot upload lists. Use the API key.',
    allowsPeople: true,
  },
  /** The progress and the result of one list, and the change log. Deleting a list belongs to `account`. */
  batch: { allows: ['api', 'admin'], subscription: 'live', refusal: '' },
  /** The account's lists, as the console shows them, and its watch list. */
  lists: { ...MANAGE, subscription: 'live' },
  /** Previews of a list, its rows with candidates, choices and suggestions: free data, limited like suggestions. */
  review: { ...MANAGE, subscription: 'live' },
  /** An account whose subscription has ended must still be able to choose a plan. */
  account: { ...MANAGE, subscription: 'none' },
  label: {
    allows: ['api'],
    subscription: 'any',
    refusal: 'Only the API key can change the label and auto-upgrade.',
  },
  /** The usage of today at its oldest path: health checks of published software send the key that looks up. */
  usage: { allows: ['admin', 'api'], subscription: 'none', refusal: '' },
  operator: {
    allows: ['operator'],
    subscription: 'none',
    refusal: 'Only an operator key can do this.',
  },
  /** Pages and other paths without a key; a given key is ignored. */
  public: { allows: ['api', 'admin', 'token', 'operator'], subscription: 'none', refusal: '' },
} as const satisfies Record<string, ScopeRule>

export type Scope = keyof typeof SCOPES

export function authorize(caller: Caller, scope: Scope, now: number): void {
  const rule: ScopeRule = SCOPES[scope]
  const { kind, sessionId, operator } = caller
  const isPerson = kind === 'admin' && (sessionId !== undefined || operator !== undefined)
  if (!rule.allows.includes(kind) && !(rule.allowsPeople === true && isPerson)) {
    throw outOfScope(caller.kind, rule)
  }
  if (caller.isTest === true && rule.subscription !== 'live' && scope !== 'public') {
    throw new Problem('forbidden', 'A test key can only look up addresses.')
  }
  if (rule.subscription === 'none') return
  if (caller.subscription === undefined) throw noSubscription()
  if (rule.subscription === 'any') return
  if (caller.subscription.suspendedAt !== undefined) throw suspended()
  // A test key sees only sample data, which nobody pays for.
  if (caller.isTest === true) return
  const state = subscriptionState(caller.subscription, now)
  if (!isLive(state)) throw notLive(state)
}

function outOfScope(kind: CredentialKind, rule: ScopeRule): Problem {
  if (kind === 'operator') {
    return new Problem('forbidden', 'An operator key works only at paths under /operator.')
  }
  if (kind !== 'token') return new Problem('forbidden', rule.refusal)
  return new Problem(
    'domain-token-scope',
    'A domain token can only be used for autocomplete, get, find, suggest, typeahead and location look-ups.',
  )
}
