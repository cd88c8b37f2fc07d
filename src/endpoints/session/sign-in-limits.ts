// How often one network may sign in, request a link or sign up. One caller cannot use up the limit of another.

import { networkOf } from '../../access/visitor.ts'
import type { Request } from '../../http/message.ts'
import { Problem } from '../../http/problem.ts'

const QUARTER_SECONDS = 900
const KEYS_PER_NETWORK = 30
const MAILS_PER_NETWORK = 10
const SIGN_UPS_PER_NETWORK = 5

interface Window {
  readonly key: string
  readonly limit: number
  readonly seconds: number
  readonly visitorOf: string
}

/** What the rate limits of the service are counted in. */
interface Counters {
  admit(windows: readonly Window[], accountId: string): Admission | Promise<Admission>
}

type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

/**
 * Mails to one mailbox are bounded elsewhere (`takeMail`), without a refusal: a limit per mailbox that refuses
 * would let strangers lock its owner out.
 */
export class SignInLimits {
  readonly #counters: Counters
  readonly #visitorOf: (request: Request) => string

  constructor(counters: Counters, visitorOf: (request: Request) => string) {
    this.#counters = counters
    this.#visitorOf = visitorOf
  }

  ofKeys(request: Request): Promise<void> {
    return this.#admit('key', request, KEYS_PER_NETWORK)
  }

  ofMails(request: Request): Promise<void> {
    return this.#admit('mail', request, MAILS_PER_NETWORK)
  }

  ofSignUps(request: Request): Promise<void> {
    return this.#admit('sign-up', request, SIGN_UPS_PER_NETWORK)
  }

  async #admit(what: string, request: Request, limit: number): Promise<void> {
    const key = `sign-in ${what} ${networkOf(this.#visitorOf(request))}`
    const window = { key, limit, seconds: QUARTER_SECONDS, visitorOf: 'sign-in' }
    const admission = await this.#counters.admit([window], 'sign-in')
    if (admission.kind === 'admitted') return
    const { retryAfterSeconds } = admission
    const detail = 'Too many requests from this network. Try again later.'
    throw new Problem('rate-limit', detail, { retryAfterSeconds })
  }
}
