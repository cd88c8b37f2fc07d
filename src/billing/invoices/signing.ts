// Links to invoices that need no key until they expire: signed, so that nobody can make one up.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { firstRow, type Sql, type Store } from '../../store/store.ts'

export const LINK_SECONDS = 7 * 86_400
const SECRET_BYTES = 32
const SECRET_NAME = 'signing'

/** The configured one, or one kept in the store: all nodes sign alike, and a link survives a restart. */
export async function signingSecret(
  { db, secrets }: Pick<Store, 'db' | 'secrets'>,
  configured: string,
): Promise<string> {
  if (configured !== '') return configured
  const made = randomBytes(SECRET_BYTES).toString('base64url')
  await sql`
    insert into shared_secret (name, value) values (${SECRET_NAME}, ${secrets.seal(made, SECRET_NAME)})
    on conflict (name) do nothing`.execute(db)
  return secrets.open((await storedSecret(db)) ?? made, SECRET_NAME)
}

async function storedSecret(db: Sql): Promise<string | undefined> {
  const kept = await firstRow<{ value: string }>(db)`
    select value from shared_secret where name = ${SECRET_NAME}`
  return kept?.value
}

/** Encrypts it with the current key. Answers how many there were to encrypt: none or one. */
export async function resealSigningSecret({ db, secrets }: Store): Promise<number> {
  const stored = await storedSecret(db)
  if (stored === undefined || secrets.isCurrent(stored)) return 0
  const sealed = secrets.seal(secrets.open(stored, SECRET_NAME), SECRET_NAME)
  await sql`
    update shared_secret set value = ${sealed} where name = ${SECRET_NAME}`.execute(db)
  return 1
}

export class InvoiceLinks {
  readonly #secret: string
  readonly #baseUrl: string

  constructor(secret: string, baseUrl: string) {
    this.#secret = secret
    this.#baseUrl = baseUrl
  }

  /** Opens the PDF of an invoice for the next days. */
  urlOf(number: string, now: number): string {
    const expires = String(Math.floor(now / 1000) + LINK_SECONDS)
    const signature = this.#sign(number, expires)
    const path = `/invoices/${number}/pdf`
    return `${this.#baseUrl}${path}?expires=${expires}&signature=${signature}`
  }

  isGenuine(number: string, expires: string, signature: string, now: number): boolean {
    // As text: base64 decodes many spellings to the same bytes, and only one of them is ours.
    const given = Buffer.from(signature)
    const right = Buffer.from(this.#sign(number, expires))
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && /^\d{1,15}$/.test(expires) && Number(expires) * 1000 > now
  }

  #sign(number: string, expires: string): string {
    const hmac = createHmac('sha256', this.#secret)
    return hmac.update(`invoice-pdf\n${number}\n${expires}`).digest('base64url')
  }
}
