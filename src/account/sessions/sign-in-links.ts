// Links by mail that sign in, or create an account. Each works once, for 15 minutes, in any browser that asked for one.

import { sql } from 'kysely'
import type { Product } from '../../address/product.ts'
import { countryOf } from '../../countries/country.ts'
import { newSecret } from '../../lib/ids.ts'
import { mailBody } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import { allRows, firstRow, hasRow, type Sql, type Store, type Tx } from '../../store/store.ts'
import { foldEmail } from '../email.ts'
import { sha256 } from '../keys/credential.ts'

export const LINK_MINUTES = 15
const FORGOTTEN_AT_ONCE_MAX = 1000

interface LinkRequest {
  readonly email: string
  /** Where the link leads; its secret follows `#`, which no server gets to see. */
  readonly linkUrl: string
}

/**
 * What a browser that has asked for a link to this address keeps in a cookie. It is the same for all who ask: when
 * strangers have used up the mails to a mailbox, its owner signs in with the links that they had sent to her. It keeps
 * a link from signing in the browser of somebody who never asked, who would end up in another person's account.
 */
export function browserMark(email: string): string {
  return sha256(`browser ${foldEmail(email)}`)
}

/** A mail for each account of the address. Nothing happens for an address that has none. */
export async function mailSignInLinks(
  store: Store,
  request: LinkRequest,
  now: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    await forgetLinks(tx, now)
    const accounts = await accountsOf(tx, request.email)
    if (accounts.length === 0 || !(await takeMail(tx, request.email, now))) return
    for (const { id, email, product } of accounts) {
      const which = accounts.length === 1 ? '' : ` to your ${countryOf(product).adjective} account`
      await mailLink(tx, { ...request, email, accountId: id, product }, now, {
        subject: `Sign in${which}`,
        text: `Open this link in the browser that you requested it from. It works once, within ${LINK_MINUTES} minutes.`,
        label: `Sign in${which}`,
      })
    }
  })
}

async function accountsOf(tx: Sql, email: string) {
  return allRows<{ id: string; email: string; product: Product }>(tx)`
    select account.id, account.email, subscription.product
    from account join subscription on subscription.account_id = account.id
    where account.email_folded = ${foldEmail(email)}
    order by account.created_at, account.id`
}

/** The accounts of somebody whose address is known to be theirs, each with a link that signs in to it. */
export async function chooseAccount(
  store: Store,
  person: { readonly email: string; readonly idToken: string },
  now: number,
) {
  return store.transaction(async (tx) => {
    await forgetLinks(tx, now)
    const found: { id: string; product: Product; link: string }[] = []
    for (const { id, email, product } of await accountsOf(tx, person.email)) {
      const link = await addLink(tx, { ...person, email, accountId: id, product }, now)
      found.push({ id, product, link })
    }
    return found
  })
}

/** An address that already has an account of this product gets a link that signs in. */
export async function mailSignUpLink(
  store: Store,
  request: LinkRequest & { readonly product: Product },
  now: number,
): Promise<void> {
  const isKnown = await store.transaction(async (tx) => {
    await forgetLinks(tx, now)
    const key = `${request.product} ${foldEmail(request.email)}`
    if (await hasRow(tx)`select id from account where email_of_product = ${key}`) return true
    if (!(await takeMail(tx, request.email, now))) return false
    await mailLink(tx, { ...request, accountId: undefined }, now, {
      subject: 'Open your trial account',
      text: `You (or somebody using this address) requested a trial account for ${countryOf(request.product).adjective} addresses. Open this link in the same browser within ${LINK_MINUTES} minutes. If it was not you, ignore this mail: no account is created until the link is opened.`,
      label: 'Open account',
    })
    return false
  })
  if (isKnown) await mailSignInLinks(store, request, now)
}

async function mailLink(
  tx: Sql,
  link: LinkRequest & OpenedLink,
  now: number,
  words: { readonly subject: string; readonly text: string; readonly label: string },
): Promise<void> {
  const secret = await addLink(tx, link, now)
  const body = mailBody({
    title: words.subject,
    paragraphs: [words.text],
    action: { label: words.label, url: `${link.linkUrl}#${secret}` },
  })
  const { accountId, email: to } = link
  const onceKey = `sign-in:${sha256(secret)}`
  await queueMail(tx, { accountId, kind: 'sign-in', onceKey, to, ...body, now })
}

async function addLink(tx: Sql, link: OpenedLink, now: number): Promise<string> {
  const secret = newSecret('link_')
  const { accountId, email, product, idToken } = link
  await sql`
    insert into sign_in_link
      (sha256, browser_sha256, account_id, email, product, id_token, created_at, ends_at)
    values (${sha256(secret)}, ${sha256(browserMark(email))}, ${accountId ?? null}, ${email},
      ${product}, ${idToken ?? null}, ${now}, ${now + LINK_MINUTES * 60_000})`.execute(tx)
  return secret
}

/** Forgets links that can no longer be opened, and mailboxes that may get all their mails again. */
export async function forgetLinks(tx: Sql, now: number): Promise<void> {
  await sql`
    delete from sign_in_link where sha256 in (
      select sha256 from sign_in_link where ends_at <= ${now}
      order by ends_at limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(tx)
  await sql`
    delete from sign_in_mailbox where email_folded in (
      select email_folded from sign_in_mailbox where full_at <= ${now}
      order by full_at limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(tx)
}

export interface OpenedLink {
  /** Undefined if the account is to be created. */
  readonly accountId: string | undefined
  readonly email: string
  readonly product: Product
  /** From the issuer that vouched for the address, if no mail did. */
  readonly idToken?: string | undefined
}

/** Uses the link up. Undefined if it is used, expired, or for another browser, or if the account's address changed. */
export async function openLink(tx: Sql, secret: string, browser: string, now: number) {
  const link = await firstRow<OpenedLink>(tx)`
    delete from sign_in_link
    where sha256 = ${sha256(secret)} and browser_sha256 = ${sha256(browser)} and ends_at > ${now}
    returning account_id, email, product, id_token`
  if (link?.accountId === undefined) return link
  const isHolder = await hasRow(tx)`
    select id from account
    where id = ${link.accountId} and email_folded = ${foldEmail(link.email)}`
  return isHolder ? link : undefined
}

/** Requests that are mailed at once. After that, one more every `REFILL_MINUTES`. */
const MAILS_AT_ONCE = 3
/** Shorter than a link is valid: a request that is not mailed always finds a recent link in the mailbox. */
const REFILL_MINUTES = 5
const REFILL_MS = REFILL_MINUTES * 60_000

// Whether this request may be mailed. A token bucket in one row: `full_at` is when the mailbox has its whole burst
// again. One statement decides and counts, so requests at the same moment on any node cannot exceed the limit.
async function takeMail(tx: Tx, email: string, now: number): Promise<boolean> {
  // A time further ahead than the bucket can reach was written before the clock was set back, and is ignored.
  const isAhead = sql`sign_in_mailbox.full_at > ${now + MAILS_AT_ONCE * REFILL_MS}`
  return hasRow(tx)`
    insert into sign_in_mailbox (email_folded, full_at)
    values (${foldEmail(email)}, ${now + REFILL_MS})
    on conflict (email_folded) do update
    set full_at = ${REFILL_MS} + case
      when sign_in_mailbox.full_at <= ${now} or ${isAhead} then ${now}
      else sign_in_mailbox.full_at end
    where sign_in_mailbox.full_at <= ${now + (MAILS_AT_ONCE - 1) * REFILL_MS} or ${isAhead}
    returning email_folded`
}
