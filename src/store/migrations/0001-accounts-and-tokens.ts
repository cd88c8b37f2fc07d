// The first two: accounts, their subscriptions and credentials, and what they have used; then domain tokens.

// Times are UTC milliseconds; flags are 0 or 1; a moment that has not come is null.
export const accountsAndUsage = {
  name: 'accounts-and-usage',
  statements: [
    // `email_folded` is the lower-case form: one address is one account, however it is typed.
    `create table account (
      id text primary key,
      email text not null,
      email_folded text not null unique,
      created_at bigint not null
    )`,

    // The state is computed from these dates at the moment of a request, and is stored nowhere.
    `create table subscription (
      account_id text primary key references account (id),
      product text not null check (product in ('au', 'uk')),
      plan_name text not null,
      label text not null default '',
      payment_method text not null default '',
      auto_upgrade integer not null default 0 check (auto_upgrade in (0, 1)),
      trial_started_at bigint,
      trial_ends_at bigint,
      started_at bigint,
      ended_at bigint,
      next_billing_at bigint
    )`,

    // Only the SHA-256 of a key is kept; `masked` is what a person may see of it again.
    `create table credential (
      id text primary key,
      account_id text not null references account (id),
      kind text not null check (kind in ('api', 'admin', 'token')),
      sha256 text not null unique,
      masked text not null,
      domain text,
      created_at bigint not null,
      expires_at bigint,
      revoked_at bigint
    )`,
    'create index credential_of_account on credential (account_id)',

    // One row an account and day, so that midnight needs no work: it is just another row.
    `create table usage_day (
      account_id text not null references account (id),
      day text not null,
      lookups integer not null check (lookups >= 0),
      primary key (account_id, day)
    )`,
    `create table usage_month (
      account_id text not null references account (id),
      month text not null,
      buffer_used integer not null check (buffer_used >= 0),
      primary key (account_id, month)
    )`,

    // Which batches of charges were counted, so that one whose answer was lost is not counted again.
    `create table charge_batch (
      id text primary key,
      state text not null check (state in ('counted', 'void')),
      result text not null
    )`,

    // The key makes each event one a day, whichever node sees the limit reached.
    `create table limit_event (
      account_id text not null references account (id),
      day text not null,
      kind text not null check (kind in ('first-limit-reached', 'second-limit-reached')),
      created_at bigint not null,
      plan_name text not null,
      limit_reached integer not null,
      next_limit integer not null,
      time_penalty_ms integer not null,
      primary key (account_id, day, kind)
    )`,
  ],
  // Room on each page lets PostgreSQL renew a counter in place, without touching its index.
  postgresOnly: [
    'alter table usage_day set (fillfactor = 50)',
    'alter table usage_month set (fillfactor = 50)',
  ],
}

/** Keys for browser code, public by nature, each for one domain. */
export const domainTokens = {
  name: 'domain-tokens',
  statements: [
    // A token stands in web pages for everyone to read, so its owner may read it again too.
    'alter table credential add column token_value text',
    'alter table credential add column visitor_limit integer',
    'alter table credential add column visitor_minutes integer',
    `create unique index token_of_domain on credential (account_id, domain)
      where kind = 'token' and revoked_at is null`,
  ],
}
