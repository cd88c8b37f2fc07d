// Who makes a request, once its credential has been found genuine.

import type { CredentialKind } from '../account/keys/credential.ts'
import type { Operator } from '../account/operators/operators.ts'
import type { Subscription } from '../account/subscription.ts'

export interface Caller {
  /** May be logged; the key may not. */
  readonly credentialId: string
  readonly kind: CredentialKind
  readonly accountId: string
  /** The name of an API key. Its look-ups are counted under it; those of a domain token under its domain. */
  readonly name?: string | undefined
  /** A test key: it looks up the sample data, costs nothing and counts nowhere. */
  readonly isTest?: boolean | undefined
  readonly domain: string | undefined
  /** The limit of a domain token per visitor and `visitorMinutes`, if its owner set one. */
  readonly visitorLimit: number | undefined
  readonly visitorMinutes: number
  /** At most a second old. Undefined for a key that is tied to no subscription. */
  readonly subscription: Subscription | undefined
  /** Rises with every change of the account's private addresses; undefined while it has none. */
  readonly privateVersion?: number | undefined
  /** The operator who calls, on their own or for the account. */
  readonly operator?: Operator | undefined
  /** Set if a person signed in to the console; the request then has no key. */
  readonly sessionId?: string | undefined
}

export const NO_TOKEN = { domain: undefined, visitorLimit: undefined, visitorMinutes: 1 } as const

/** `sessionId` where they have signed in to their console. */
export function operatorCaller(operator: Operator, sessionId?: string): Caller {
  return {
    ...NO_TOKEN,
    credentialId: operator.id,
    kind: 'operator',
    accountId: '',
    subscription: undefined,
    operator,
    sessionId,
  }
}
