// Links by mail that sign in, or make an account: each works once, for a quarter of an hour, in the browser that asked.

import { sql } from 'kysely'
import type { Product } from '../../address/product.ts'
import { newSecret } from '../../lib/ids.ts'
import { mailBody } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Sql, Store } from '../../store/store.ts'
import { foldEmail } from '../email.ts'
import { sha256 } from '../keys/credential.ts'

export const LINK_MINUTES = 15
const FORGOTTEN_AT_ONCE_MAX = 1000
const PRODUCT_NAMES: Readonly<Record<Product, string>> = { au: 'Australian', uk: 'UK' }

interface Asked {
  readonly email: string
  /** A secret that only the browser has which asks. */
  readonly browser: string
  /** Where the link leads; its secret follows behind `#`, which no server gets to see. */
  readonly linkUrl: string
}

/** A mail for each account of the address. Nothing at all happens for an address that has none. */
export async function mailSignInLinks(store: Store, asked: Asked, now: number): Promise<void> {
  await store.transaction(async (tx) => {
    await forgetEnded(tx, now)
    const { rows } = await sql<{ id: string; email: string; product: Product }>`
      select account.id, account.email, subscription.product
      from account join subscription on subscription.account_id = account.id
      where account.email_folded = ${foldEmail(asked.email)}
      order by account.created_at, account.id`.execute(tx)
    for (const { id, email, product } of rows) {
      const which = rows.length === 1 ? '' : ` to your ${PRODUCT_NAMES[product]} account`
      await mailLink(tx, { ...asked, email, accountId: id, product }, now, {
        subject: `Sign in${which}`,
        text: `Open this link in the browser in which you asked for it. It works once, within ${LINK_MINUTES} minutes.`,
        label: `Sign in${which}`,
      })
    }
  })
}

/** To an address that has an account of this product already goes a link that signs in. */
export async function mailSignUpLink(
  store: Store,
  asked: Asked & { readonly product: Product },
  now: number,
): Promise<void> {
  const isKnown = await store.transaction(async (tx) => {
    await forgetEnded(tx, now)
    const { rows } = await sql<{ id: string }>`
      select id from account
      where email_of_product = ${`${asked.product} ${foldEmail(asked.email)}`}`.execute(tx)
    if (rows.length > 0) return true
    await mailLink(tx, { ...asked, accountId: undefined }, now, {
      subject: 'Open your trial account',
      text: `Somebody, most likely you, asked for a trial account for ${PRODUCT_NAMES[asked.product]} addresses. Open this link in the same browser within ${LINK_MINUTES} minutes. If it was not you, do nothing: there is no account until the link is opened.`,
      label: 'Open the account',
    })
    return false
  })
  if (isKnown) await mailSignInLinks(store, asked, now)
}

interface MailedLink extends Asked {
  readonly accountId: string | undefined
  readonly product: Product
}

interface LinkWords {
  readonly subject: string
  readonly text: string
  readonly label: string
}

async function mailLink(tx: Sql, link: MailedLink, now: number, words: LinkWords): Promise<void> {
  const secret = newSecret('link_')
  await sql`
    insert into sign_in_link (sha256, browser_sha256, account_id, email, product, created_at, ends_at)
    values (${sha256(secret)}, ${sha256(link.browser)}, ${link.accountId ?? null}, ${link.email},
      ${link.product}, ${now}, ${now + LINK_MINUTES * 60_000})`.execute(tx)
  const { text, html } = mailBody({
    title: words.subject,
    paragraphs: [words.text],
    action: { label: words.label, url: `${link.linkUrl}#${secret}` },
  })
  await queueMail(tx, {
    accountId: link.accountId,
    kind: 'sign-in',
    onceKey: `sign-in:${sha256(secret)}`,
    to: link.email,
    cc: [],
    subject: words.subject,
    text,
    html,
    now,
  })
}

async function forgetEnded(tx: Sql, now: number): Promise<void> {
  await sql`
    delete from sign_in_link where sha256 in (
      select sha256 from sign_in_link where ends_at <= ${now}
      order by ends_at limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(tx)
}

/** What an opened link is for. */
export interface OpenedLink {
  /** Undefined where the account is to be made. */
  readonly accountId: string | undefined
  readonly email: string
  readonly product: Product
}

/** Uses the link up. Undefined when it was used, is too old, is of another browser, or the account has moved on. */
export async function openLink(
  tx: Sql,
  secret: string,
  browser: string,
  now: number,
): Promise<OpenedLink | undefined> {
  const { rows } = await sql<{ account_id: string | null; email: string; product: Product }>`
    delete from sign_in_link
    where sha256 = ${sha256(secret)} and browser_sha256 = ${sha256(browser)} and ends_at > ${now}
    returning account_id, email, product`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { email, product } = row
  if (row.account_id === null) return { accountId: undefined, email, product }
  const { rows: holders } = await sql<{ id: string }>`
    select id from account
    where id = ${row.account_id} and email_folded = ${foldEmail(email)}`.execute(tx)
  return holders.length === 0 ? undefined : { accountId: row.account_id, email, product }
}
