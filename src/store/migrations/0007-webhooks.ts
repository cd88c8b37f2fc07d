// Events of accounts, the endpoints that hear of them, and what became of each delivery.

export const webhooks = {
  name: 'webhooks',
  statements: [
    // One row an account, written by whoever records an event, so that numbers have no gaps: a transaction that is
    // undone takes its number back. `news_at` asks the dispatcher to look; `hand_…` count what is sent by hand.
    `create table webhook_account (
      account_id text primary key references account (id),
      last_number bigint not null default 0,
      last_endpoint integer not null default 0,
      track_endpoints integer not null default 0,
      news_at bigint,
      hand_minute bigint not null default 0,
      hand_count integer not null default 0
    )`,
    'create index webhook_account_news on webhook_account (news_at) where news_at is not null',

    // The log. A row holds one event, or for `track` all those of one charge: `number` is that of its last event and
    // `events` how many it holds. `salt` makes the ids of its events, so that a store that was set back to a backup
    // never gives an id a second time.
    `create table account_event (
      account_id text not null references account (id),
      number bigint not null,
      events integer not null,
      kind text not null,
      created_at bigint not null,
      salt text not null,
      content text not null,
      primary key (account_id, number)
    )`,
    'create index account_event_of_kind on account_event (account_id, kind, number)',
    'create index account_event_age on account_event (kind, created_at)',

    // `read_to` is the last event of the log that it has been sent, so what waits for it needs no rows of its own.
    // `news` is set when the log has grown and taken back before the log is read. A node holds an endpoint by its
    // lease; `fence` grows with each, so that a node which lost its lease can write nothing any more.
    `create table webhook_endpoint (
      account_id text not null references account (id),
      id integer not null,
      kind text not null,
      url text not null,
      secret text not null,
      old_secret text,
      old_secret_until bigint,
      created_at bigint not null,
      switched_off_at bigint,
      read_to bigint not null,
      news integer not null default 0 check (news in (0, 1)),
      due_at bigint,
      paused_until bigint not null default 0,
      leased_until bigint not null default 0,
      fence integer not null default 0,
      failures integer not null default 0,
      failing_since bigint,
      dropped bigint not null default 0,
      primary key (account_id, id),
      unique (account_id, kind, url)
    )`,
    'create index webhook_endpoint_news on webhook_endpoint (leased_until) where news = 1',
    'create index webhook_endpoint_due on webhook_endpoint (due_at) where due_at is not null',

    // What was tried at least once, or was asked for by hand. `number` is null for the sample of a test.
    `create table webhook_delivery (
      account_id text not null,
      endpoint_id integer not null,
      event_id text not null,
      number bigint,
      created_at bigint not null,
      body text not null,
      state text not null check (state in ('pending', 'delivered', 'failed')),
      attempts text not null,
      failed_attempts integer not null default 0,
      due_at bigint,
      primary key (account_id, endpoint_id, event_id),
      foreign key (account_id, endpoint_id) references webhook_endpoint (account_id, id)
        on delete cascade
    )`,
    `create index webhook_delivery_due on webhook_delivery (account_id, endpoint_id, due_at)
      where state = 'pending'`,
    'create index webhook_delivery_age on webhook_delivery (account_id, endpoint_id, created_at)',
    'create index webhook_delivery_created on webhook_delivery (created_at)',
  ],
  // A charge renews the counter of its account; room on the page lets PostgreSQL do it in place.
  postgresOnly: ['alter table webhook_account set (fillfactor = 50)'],
}
