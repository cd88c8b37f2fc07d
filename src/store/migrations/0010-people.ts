// Sessions and links to sign in, named and test keys with their usage, operators and the log of what they did.

import { MAIL_INDEXES, mailTable } from './0004-mail.ts'

// Look-ups of each key are counted in the same call as those of the account: what `charge_accounts` has counted says by
// which keys, and its rows are still locked when these are written.
const CHARGE_KEYS = `
create function charge_keys(
  batch text, today text, this_month text, moment bigint, changes jsonb, settled jsonb
) returns text language plpgsql as $$
declare
  outcome text := charge_accounts(batch, today, this_month, moment, changes, settled);
begin
  insert into usage_by_key (account_id, day, kind, name, lookups)
  select one ->> 'accountId', today, part ->> 0, part ->> 1, (part ->> 2)::integer
  from jsonb_array_elements(outcome::jsonb -> 'accounts') as one,
    jsonb_array_elements(one -> 'keys') as part
  on conflict (account_id, day, kind, name) do update
  set lookups = usage_by_key.lookups + excluded.lookups;
  return outcome;
end $$`

const VOID_CHARGE_KEYS = `
create function void_charge_keys(batch text) returns text language plpgsql as $$
declare
  verdict text := void_charge_batch(batch);
begin
  if verdict = 'refunded' then
    update usage_by_key set lookups = usage_by_key.lookups - (part ->> 2)::integer
    from charge_batch, jsonb_array_elements(charge_batch.result::jsonb -> 'accounts') as one,
      jsonb_array_elements(one -> 'keys') as part
    where charge_batch.id = batch and usage_by_key.account_id = one ->> 'accountId'
      and usage_by_key.day = charge_batch.result::jsonb ->> 'day'
      and usage_by_key.kind = part ->> 0 and usage_by_key.name = part ->> 1;
  end if;
  return verdict;
end $$`

export const NO_EDITS = 'The log of acts cannot be edited.'

export const ACT_COLUMNS = `at bigint not null,
      operator text not null,
      act text not null,
      account_id text not null,
      details text not null,
      sha256 text not null`

export const REFUSE_EDITS = [
  `create trigger act_is_kept_from_updates before update on operator_act
      begin select raise(abort, '${NO_EDITS}'); end`,
  `create trigger act_is_kept_from_deletes before delete on operator_act
      begin select raise(abort, '${NO_EDITS}'); end`,
]

export const people = {
  name: 'people',
  statements: [
    // One address may have an account of each product: `email_of_product` is unique, such as "au you@example.com".
    'alter table account rename column email_folded to email_of_product',
    "alter table account add column email_folded text not null default ''",
    'update account set email_folded = email_of_product',
    `update account set email_of_product =
      coalesce((select product from subscription where subscription.account_id = account.id), '')
        || ' ' || email_folded`,
    'create index account_by_email on account (email_folded)',
    // What the operator writes down about the account.
    "alter table account add column note text not null default ''",
    'alter table subscription add column suspended_at bigint',

    // Only hashes of what the browser has. A session is of an account, or of an operator; one of an account that an
    // operator has opened has both.
    `create table console_session (
      id text primary key,
      sha256 text not null unique,
      account_id text references account (id),
      operator_id text,
      created_at bigint not null,
      ends_at bigint not null
    )`,
    'create index session_of_account on console_session (account_id)',
    'create index session_end on console_session (ends_at)',

    // A link works once, and only in the browser that has asked for it. Without an account it makes one.
    `create table sign_in_link (
      sha256 text primary key,
      browser_sha256 text not null,
      account_id text references account (id),
      email text not null,
      product text not null,
      created_at bigint not null,
      ends_at bigint not null
    )`,
    'create index sign_in_link_end on sign_in_link (ends_at)',

    "alter table credential add column name text not null default ''",
    'alter table credential add column is_test integer not null default 0',
    "update credential set name = 'main' where kind = 'api'",

    // `name` is that of an API key, or the host of a domain token. It stays when the key is replaced or removed.
    `create table usage_by_key (
      account_id text not null,
      day text not null,
      kind text not null,
      name text not null,
      lookups integer not null check (lookups >= 0),
      primary key (account_id, day, kind, name)
    )`,

    `create table operator_key (
      id text primary key,
      name text not null,
      sha256 text not null unique,
      masked text not null,
      created_at bigint not null,
      revoked_at bigint
    )`,
    'create unique index operator_of_name on operator_key (name) where revoked_at is null',

    // Each row has the hash of itself and of the row before it, so that a row which was changed or lost is found out.
    `create table operator_act (
      number bigint primary key,
      ${ACT_COLUMNS}
    )`,
    'create index act_of_account on operator_act (account_id, number)',
    `create table operator_act_counter (
      id integer primary key check (id = 1),
      last_number bigint not null,
      last_sha256 text not null
    )`,
    "insert into operator_act_counter (id, last_number, last_sha256) values (1, 0, '')",
  ],

  // A mail to somebody who has no account yet, because it is on the way, belongs to none.
  sqliteOnly: [
    mailTable('mail_of_anybody', ''),
    'insert into mail_of_anybody select * from mail',
    'drop table mail',
    'alter table mail_of_anybody rename to mail',
    ...MAIL_INDEXES,
    ...REFUSE_EDITS,
  ],
  postgresOnly: [
    'alter table mail alter column account_id drop not null',
    `create function refuse_edit() returns trigger language plpgsql as $$
      begin raise exception '${NO_EDITS}'; end $$`,
    `create trigger act_is_kept before update or delete on operator_act
      for each row execute function refuse_edit()`,
    `create trigger acts_are_kept before truncate on operator_act
      for each statement execute function refuse_edit()`,
    'alter table usage_by_key set (fillfactor = 50)',
    CHARGE_KEYS,
    VOID_CHARGE_KEYS,
  ],
}
