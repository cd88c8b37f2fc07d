// Terms that were broken off and are still to be invoiced, and when an invoice is to be paid and whether it was.

export const honestBilling = {
  name: 'honest-billing',
  statements: [
    // One row for each subscription that has ended, until its last day is on an invoice. `anchor_at` is the start from
    // which its terms are counted, `due_at` when its next invoice is due: the last one on the day after the last day.
    `create table ended_term (
      account_id text not null references account (id),
      anchor_at bigint not null,
      product text not null,
      plan_name text not null,
      next_billing_at bigint not null,
      ended_at bigint not null,
      due_at bigint not null,
      primary key (account_id, anchor_at)
    )`,
    'create index ended_term_due on ended_term (due_at, account_id, anchor_at)',

    // Invoices that were issued before have no date of payment on their PDF, and never get one.
    'alter table invoice add column due_at bigint',
    "alter table invoice add column state text not null default 'open'",
    'alter table invoice add column state_at bigint',

    'drop index subscription_billed',
    `create index subscription_billed on subscription (next_billing_at, account_id)
      where started_at is not null and ended_at is null`,
  ],
}
