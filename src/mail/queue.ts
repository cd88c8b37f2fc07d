// Mails are queued in the transaction of what caused them, and sent later by whichever node comes first.

import { sql } from 'kysely'
import { newSortableId } from '../lib/ids.ts'
import type { Sql } from '../store/store.ts'

export type MailKind =
  | 'invoice'
  | 'expired'
  | 'limit-notice'
  | 'webhook-off'
  | 'email-changed'
  | 'sign-in'
  | 'batch-finished'

interface NewMail {
  /** Undefined for somebody who has no account yet. */
  readonly accountId: string | undefined
  readonly kind: MailKind
  /** Names the occasion, for example `invoice:1042`: a second mail for it is not queued while the first is kept. */
  readonly onceKey: string
  readonly to: string
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The invoice whose PDF goes along. */
  readonly invoiceNumber?: string
  readonly now: number
}

export async function queueMail(tx: Sql, mail: NewMail): Promise<void> {
  await sql`
    insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text, body_html,
      invoice_number, created_at, due_at)
    values (${newSortableId(mail.now)}, ${mail.accountId ?? null}, ${mail.kind}, ${mail.onceKey}, ${mail.to},
      ${JSON.stringify(mail.cc)}, ${mail.subject}, ${mail.text}, ${mail.html},
      ${mail.invoiceNumber ?? null}, ${mail.now}, ${mail.now})
    on conflict (once_key) do nothing`.execute(tx)
}
