// How often one may try to sign in or ask for a mail: by address of the visitor, by e-mail address, and all together.

import { visitorKey } from '../../access/visitor.ts'
import { foldEmail } from '../../account/email.ts'
import { sha256 } from '../../account/keys/credential.ts'
import type { Request } from '../../http/message.ts'
import { Problem } from '../../http/problem.ts'

const QUARTER_SECONDS = 900
const HOUR_SECONDS = 3600
const KEYS_PER_VISITOR = 30
const MAILS_PER_VISITOR = 10
const MAILS_PER_EMAIL = 3
const SIGN_UPS_PER_VISITOR = 5
const SIGN_UPS_AN_HOUR = 200

interface Window {
  readonly key: string
  readonly limit: number
  readonly seconds: number
  readonly visitorOf?: string
}

/** What the rate limits of the service are counted in. */
interface Counters {
  admit(windows: readonly Window[], accountId: string): Admission | Promise<Admission>
}

type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

/** Counted alike whether the e-mail address has an account or not. */
export class SignInLimits {
  readonly #counters: Counters
  readonly #visitorOf: (request: Request) => string

  constructor(counters: Counters, visitorOf: (request: Request) => string) {
    this.#counters = counters
    this.#visitorOf = visitorOf
  }

  ofKeys(request: Request): Promise<void> {
    return this.#admit([this.#ofVisitor('key', request, KEYS_PER_VISITOR)])
  }

  ofMails(request: Request, email: string): Promise<void> {
    return this.#admit([this.#ofVisitor('mail', request, MAILS_PER_VISITOR), ofEmail(email)])
  }

  ofSignUps(request: Request, email: string): Promise<void> {
    const all = { key: 'sign-ups', limit: SIGN_UPS_AN_HOUR, seconds: HOUR_SECONDS }
    return this.#admit([
      this.#ofVisitor('sign-up', request, SIGN_UPS_PER_VISITOR),
      ofEmail(email),
      all,
    ])
  }

  #ofVisitor(what: string, request: Request, limit: number): Window {
    const visitor = visitorKey(this.#visitorOf(request))
    return window(`sign-in ${what} ${visitor}`, limit)
  }

  async #admit(windows: readonly Window[]): Promise<void> {
    const admission = await this.#counters.admit(windows, 'sign-in')
    if (admission.kind === 'admitted') return
    const { retryAfterSeconds } = admission
    throw new Problem('rate-limit', 'That was asked for too often.', { retryAfterSeconds })
  }
}

function ofEmail(email: string): Window {
  // No address of a stranger is kept where limits are counted.
  return window(`sign-in email ${sha256(foldEmail(email))}`, MAILS_PER_EMAIL)
}

function window(key: string, limit: number): Window {
  return { key, limit, seconds: QUARTER_SECONDS, visitorOf: 'sign-in' }
}
