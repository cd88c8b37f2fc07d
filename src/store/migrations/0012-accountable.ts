// How many sign-in mails a mailbox gets, and what became of each act in the audit log.

import { ACT_COLUMNS, NO_EDITS, REFUSE_EDITS } from './0010-people.ts'

export const accountable = {
  name: 'accountable',
  statements: [
    // A row lasts until the mailbox may get its whole burst of sign-in mails again.
    `create table sign_in_mailbox (
      email_folded text primary key,
      full_at bigint not null
    )`,
    'create index sign_in_mailbox_full on sign_in_mailbox (full_at)',
  ],

  // `number` becomes the row's own id. Where the two differ, INSERT OR REPLACE can name the id of another row and so
  // remove it without a trigger. An entry may only be added after the last one.
  sqliteOnly: [
    `create table operator_act_with_outcome (
      number integer primary key,
      ${ACT_COLUMNS},
      outcome text not null default '',
      of_number bigint
    )`,
    `insert into operator_act_with_outcome (number, at, operator, act, account_id, details, sha256)
      select number, at, operator, act, account_id, details, sha256 from operator_act
      order by number`,
    'drop table operator_act',
    'alter table operator_act_with_outcome rename to operator_act',
    'create index act_of_account on operator_act (account_id, number)',
    'create unique index act_by_outcome on operator_act (of_number)',
    ...REFUSE_EDITS,
    `create trigger act_is_kept_from_replacement before insert on operator_act
      when new.number <= (select coalesce(max(number), 0) from operator_act)
        or exists (select 1 from operator_act where of_number = new.of_number)
      begin select raise(abort, '${NO_EDITS}'); end`,
  ],
  postgresOnly: [
    "alter table operator_act add column outcome text not null default ''",
    'alter table operator_act add column of_number bigint',
    'create unique index act_by_outcome on operator_act (of_number)',
  ],
}
