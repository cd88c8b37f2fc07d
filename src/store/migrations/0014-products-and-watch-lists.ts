// Products of further countries; and watch lists, the ids that an account wants to hear of.

// The table of subscriptions no longer lists the products: the countries that are declared do.
export const anyProduct = {
  name: 'any product',
  // A column's own check goes with the column, in both databases.
  statements: [
    "alter table subscription add column any_product text not null default ''",
    'update subscription set any_product = product',
    'alter table subscription drop column product',
    'alter table subscription rename column any_product to product',
  ],
}

// Watch lists: the ids that an account wants to hear of, and how far each list has been compared with the change log.
export const watchLists = {
  name: 'watch lists',
  statements: [
    // Lists are numbered, so that a watched id takes a few bytes more than its text and not an account's id as well.
    'create table watch_list_number (last integer not null)',
    'insert into watch_list_number (last) values (0)',
    // Everything up to step and release has been told, and of the next step all ids up to the position.
    `create table watch_list (
      account_id text primary key references account (id) on delete cascade,
      number integer not null unique,
      product text not null,
      ids integer not null default 0,
      step integer not null,
      release text not null,
      position text not null default '',
      leased_until bigint not null default 0,
      fence integer not null default 0
    )`,
    'create index watch_list_told on watch_list (product, step)',
    // In the form that sorts as ledgers do. What became of it last, since it is watched.
    `create table watched_id (
      list integer not null references watch_list (number) on delete cascade,
      id text not null,
      change text,
      changed_at bigint,
      primary key (list, id)
    )`,
    'create index watched_id_changed on watched_id (list, id) where change is not null',
  ],
  // Byte by byte, as SQLite and the change log compare.
  postgresOnly: [`alter table watched_id alter column id type text collate "C"`],
}
