// What operators need day by day: why an account is suspended, what accounts requested lately, who was reminded to pay.

import { NO_EDITS } from './0010-people.ts'

export const theOperatorsDay = {
  name: "the operator's day",
  statements: [
    "alter table subscription add column suspended_reason text not null default ''",
    'alter table invoice add column reminders integer not null default 0',
    // The last requests of an account in parts, each as many as one process had seen since its last part. `position`
    // counts requests, so that older parts can be told. Two processes may write the same one: nothing depends on it.
    `create table request_log (
      account_id text not null references account (id) on delete cascade,
      position bigint not null,
      requests text not null
    )`,
    'create index request_log_of_account on request_log (account_id, position)',
    `create table request_day (
      account_id text not null references account (id) on delete cascade,
      day text not null,
      requests bigint not null,
      refused bigint not null,
      failed bigint not null,
      total_ms double precision not null,
      primary key (account_id, day)
    )`,
    'create index request_day_by_day on request_day (day)',
  ],
}

// An account whose data is erased keeps its row, for the books; `erasing` is 1 until all else is gone.
export const erasedAccounts = {
  name: 'erased accounts',
  statements: [
    'alter table account add column erased_at bigint',
    'alter table account add column erasing integer not null default 0',
    'create index account_erasing on account (erased_at) where erasing = 1',
  ],
}

// What is kept for some days only. The beginning of the audit log may be deleted up to `cut_number`, whose hash stays.
export const keptDays = {
  name: 'kept days',
  statements: [
    'alter table request_log add column logged_at bigint not null default 0',
    'create index request_log_by_time on request_log (logged_at)',
    'alter table operator_act_counter add column cut_number bigint not null default 0',
    "alter table operator_act_counter add column cut_sha256 text not null default ''",
  ],
  sqliteOnly: [
    'drop trigger act_is_kept_from_deletes',
    `create trigger act_is_kept_from_deletes before delete on operator_act
      when old.number > (select cut_number from operator_act_counter where id = 1)
      begin select raise(abort, '${NO_EDITS}'); end`,
  ],
  postgresOnly: [
    'drop trigger act_is_kept on operator_act',
    `create trigger act_is_kept before update on operator_act
      for each row execute function refuse_edit()`,
    `create function refuse_delete() returns trigger language plpgsql as $$
      begin
        if old.number <= (select cut_number from operator_act_counter where id = 1) then
          return old;
        end if;
        raise exception '${NO_EDITS}';
      end $$`,
    `create trigger act_is_kept_from_deletes before delete on operator_act
      for each row execute function refuse_delete()`,
  ],
}
