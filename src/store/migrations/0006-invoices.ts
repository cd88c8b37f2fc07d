// Invoices with their lines, the plans that a subscription was on, billing addresses, and secrets that nodes share.

export const invoices = {
  name: 'invoices',
  statements: [
    // `seq` is counted within the account, while its subscription is held.
    `create table plan_change (
      account_id text not null references account (id),
      seq integer not null,
      changed_at bigint not null,
      from_plan text not null,
      to_plan text not null,
      primary key (account_id, seq)
    )`,

    // Up to six lines, as JSON.
    `create table billing_address (
      account_id text primary key references account (id),
      lines text not null
    )`,

    // The number is taken in the transaction that writes the invoice, so none is ever lost.
    `create table invoice_counter (
      id integer primary key check (id = 1),
      last_number bigint not null
    )`,
    'insert into invoice_counter (id, last_number) values (1, 0)',

    // Money is minor units of the currency. `anchor_at` is the start from which the terms are counted, `invoiced_at`
    // the date on the invoice, `issued_at` when it was made. Seller and addressee are kept as they were, as JSON: an
    // invoice never changes.
    `create table invoice (
      number bigint primary key,
      account_id text not null references account (id),
      product text not null,
      anchor_at bigint not null,
      period_start bigint not null,
      period_end bigint not null,
      invoiced_at bigint not null,
      issued_at bigint not null,
      currency text not null,
      net_minor bigint not null,
      tax_minor bigint not null,
      total_minor bigint not null,
      tax_basis_points integer not null,
      lookups bigint not null,
      seller text not null,
      addressee text not null,
      unique (account_id, period_end)
    )`,
    'create index invoice_by_date on invoice (account_id, invoiced_at)',
    `create table invoice_line (
      invoice_number bigint not null references invoice (number),
      position integer not null,
      quantity bigint not null,
      details text not null,
      unit_minor bigint not null,
      subtotal_minor bigint not null,
      primary key (invoice_number, position)
    )`,

    // The end of a trial or subscription that its holder has been told about; null again once a plan is chosen.
    'alter table subscription add column ending_told_at bigint',
    `create index subscription_billed on subscription (next_billing_at, account_id)
      where started_at is not null and (ended_at is null or next_billing_at <= ended_at)`,
    `create index subscription_trial_untold on subscription (trial_ends_at, account_id)
      where ended_at is null and started_at is null and ending_told_at is null`,
    `create index subscription_end_untold on subscription (ended_at, account_id)
      where ended_at is not null and ending_told_at is null`,

    // Made once and then the same for every node.
    `create table shared_secret (
      name text primary key,
      value text not null
    )`,
  ],
}
