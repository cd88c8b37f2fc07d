// Mails that wait to be sent, and who else gets them.

// `once_key` names the occasion: the same occasion never makes a second mail. The PDF of `invoice_number` is attached.
// `fence` grows with each lease, so that a sender that lost its lease cannot write to the mail any more.
// `pending` are the recipients that an earlier try could not reach for the moment; null: everyone.
export function mailTable(table: string, ofAccount: string): string {
  return `create table ${table} (
      id text primary key,
      account_id text${ofAccount} references account (id),
      kind text not null,
      once_key text not null unique,
      recipient text not null,
      cc text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      invoice_number text,
      created_at bigint not null,
      due_at bigint not null,
      attempts integer not null default 0,
      fence integer not null default 0,
      leased_until bigint,
      sent_at bigint,
      given_up_at bigint,
      last_error text not null default '',
      pending text
    )`
}

export const MAIL_INDEXES = [
  'create index mail_due on mail (due_at) where sent_at is null and given_up_at is null',
  'create index mail_ended on mail ((coalesce(sent_at, given_up_at)))',
  'create index mail_of_account on mail (account_id)',
]

export const mail = {
  name: 'mail',
  statements: [
    mailTable('mail', ' not null'),
    ...MAIL_INDEXES,

    // `id` is counted within the account, and one that was removed is never given again.
    `create table cc_counter (
      account_id text primary key references account (id),
      last_id integer not null
    )`,
    `create table cc_recipient (
      account_id text not null references account (id),
      id integer not null,
      list text not null check (list in ('expired', 'invoices')),
      email text not null,
      email_folded text not null,
      primary key (account_id, id),
      unique (account_id, list, email_folded)
    )`,
  ],
}
