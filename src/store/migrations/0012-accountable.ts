// Mails per mailbox.

import type { Migration } from './migrate.ts'

export const accountable: Migration = {
  name: 'accountable',
  statements: [
    // A row lasts until the mailbox may get its whole burst of sign-in mails again.
    `create table sign_in_mailbox (
      email_folded text primary key,
      full_at bigint not null
    )`,
    'create index sign_in_mailbox_full on sign_in_mailbox (full_at)',
  ],
}
