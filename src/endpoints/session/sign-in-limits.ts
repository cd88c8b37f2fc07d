// How often one network may sign in, request a link or sign up. One caller cannot use up the limit of another.

import type { TrustedProxies } from '../../access/visitor.ts'
import type { Request } from '../../http/message.ts'
import { Problem } from '../../http/problem.ts'

const QUARTER_SECONDS = 900
const KEYS_PER_NETWORK = 30
const MAILS_PER_NETWORK = 10
const SIGN_UPS_PER_NETWORK = 5
/** Each sign-in by OpenID Connect takes two. */
const OPENID_STEPS_PER_NETWORK = 60
/** For all networks, so that strangers cannot fill the audit log. */
const REFUSALS_LOGGED = 500
const LIMITS = {
  key: KEYS_PER_NETWORK,
  mail: MAILS_PER_NETWORK,
  'sign-up': SIGN_UPS_PER_NETWORK,
  openid: OPENID_STEPS_PER_NETWORK,
}

type Window = Readonly<Record<'key' | 'visitorOf', string> & Record<'limit' | 'seconds', number>>

type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

interface Counters {
  admit(windows: readonly Window[], accountId: string): Admission | Promise<Admission>
}

export interface SignInLimits {
  /** Throws the 429 of one request too many. */
  check(what: keyof typeof LIMITS, request: Request): Promise<void>
  /** Whether there is room for another refused sign-in in the audit log. */
  mayLogRefusal(): Promise<boolean>
}

/** Mails to one mailbox are bounded by `takeMail`, without a refusal, which would let strangers lock its owner out. */
export function signInLimits(
  counters: Counters,
  proxies: Pick<TrustedProxies, 'networkOf'>,
): SignInLimits {
  const admit = async (what: string, limit: number) => {
    const window = { key: `sign-in ${what}`, limit, seconds: QUARTER_SECONDS, visitorOf: 'sign-in' }
    return counters.admit([window], 'sign-in')
  }
  return {
    async check(what, request) {
      const admission = await admit(`${what} ${proxies.networkOf(request)}`, LIMITS[what])
      if (admission.kind === 'admitted') return
      const { retryAfterSeconds } = admission
      const detail = 'Too many requests from this network. Try again later.'
      throw new Problem('rate-limit', detail, { retryAfterSeconds })
    },
    mayLogRefusal: async () => (await admit('refusals', REFUSALS_LOGGED)).kind === 'admitted',
  }
}
