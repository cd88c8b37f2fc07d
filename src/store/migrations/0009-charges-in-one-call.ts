// Charges on PostgreSQL in one call each, so that no lock outlives the statement that takes it.

// What `decide` in src/access/charge/charge-decision.ts makes of each account is applied to those accounts that can be
// locked and are in the state that it was made for. The others are left out, and the caller tries them again. Days are
// locked by calls such as this one only, and so for no longer than a commit: it waits for one of them, a little while
// and in the order of accounts. For all else it waits not at all. A batch whose id is taken fails as a whole.
const CHARGE_ACCOUNTS = `
create function charge_accounts(
  batch text, today text, this_month text, moment bigint, changes jsonb, settled jsonb
) returns text language plpgsql as $$
declare
  change record;
  used integer;
  has_waited boolean := false;
  locked jsonb := '[]';
  reached jsonb;
  log jsonb;
  last_event bigint;
  counted jsonb := '[]';
  outcome text;
begin
  -- A server that answers before its log is on disk would break the promise that a charge is durable.
  perform set_config('synchronous_commit', 'on', true)
  where current_setting('synchronous_commit') = 'off';
  perform set_config('lock_timeout', '250ms', true);

  for change in
    select * from jsonb_to_recordset(changes) as one (
      account_id text, lookups_add integer, lookups_min integer, lookups_max integer,
      buffer_add integer, buffer_min integer, buffer_max integer, old_plan text, new_plan text,
      makes_rows boolean, may_wait boolean, track jsonb, limits jsonb, notice jsonb, charge jsonb)
    order by one.account_id
  loop
    -- First every row that it changes is locked as it should be, or the account is left out.
    if change.makes_rows then
      perform 1 from account where account.id = change.account_id for key share skip locked;
      if not found then
        locked := locked || to_jsonb(change.account_id);
        continue;
      end if;
      insert into usage_day (account_id, day, lookups) values (change.account_id, today, 0)
      on conflict do nothing;
    end if;
    select usage_day.lookups into used from usage_day
    where usage_day.account_id = change.account_id and usage_day.day = today
      and usage_day.lookups between change.lookups_min and change.lookups_max
    for update skip locked;
    if not found and change.may_wait and not has_waited then
      begin
        select usage_day.lookups into used from usage_day
        where usage_day.account_id = change.account_id and usage_day.day = today
          and usage_day.lookups between change.lookups_min and change.lookups_max
        for update;
      exception when lock_not_available then
        has_waited := true;
        locked := locked || to_jsonb(change.account_id);
        continue;
      end;
    elsif not found then
      locked := locked || to_jsonb(change.account_id);
      continue;
    end if;
    continue when not found;
    if change.buffer_add > 0 then
      insert into usage_month (account_id, month, buffer_used)
      values (change.account_id, this_month, 0) on conflict do nothing;
      perform 1 from usage_month
      where usage_month.account_id = change.account_id and usage_month.month = this_month
        and usage_month.buffer_used between change.buffer_min and change.buffer_max
      for update skip locked;
      continue when not found;
    end if;
    if change.new_plan is not null then
      perform 1 from subscription
      where subscription.account_id = change.account_id
        and subscription.plan_name = change.old_plan and subscription.auto_upgrade = 1
        and (subscription.ended_at is null or subscription.ended_at > moment)
      for update skip locked;
      continue when not found;
    end if;
    if change.track is not null or change.limits is not null then
      insert into webhook_account (account_id) values (change.account_id) on conflict do nothing;
      perform 1 from webhook_account where webhook_account.account_id = change.account_id
      for update skip locked;
      if not found then
        locked := locked || to_jsonb(change.account_id);
        continue;
      end if;
    end if;

    update usage_day set lookups = used + change.lookups_add
    where usage_day.account_id = change.account_id and usage_day.day = today;
    if change.buffer_add > 0 then
      update usage_month set buffer_used = usage_month.buffer_used + change.buffer_add
      where usage_month.account_id = change.account_id and usage_month.month = this_month;
    end if;
    if change.new_plan is not null then
      update subscription set plan_name = change.new_plan
      where subscription.account_id = change.account_id;
      insert into plan_change (account_id, seq, changed_at, from_plan, to_plan)
      select change.account_id, coalesce(max(plan_change.seq), 0) + 1, moment, change.old_plan,
        change.new_plan
      from plan_change where plan_change.account_id = change.account_id;
    end if;

    -- A refund may take an account below a limit that it reaches again: each event fires once a day.
    log := case when change.track is null then '[]' else jsonb_build_array(change.track) end;
    for reached in select * from jsonb_array_elements(change.limits) loop
      insert into limit_event (account_id, day, kind, created_at, plan_name, limit_reached,
        next_limit, time_penalty_ms)
      values (change.account_id, today, reached ->> 'kind', moment, reached ->> 'plan_name',
        (reached ->> 'limit_reached')::integer, (reached ->> 'next_limit')::integer,
        (reached ->> 'time_penalty_ms')::integer)
      on conflict do nothing;
      if found then log := log || reached; end if;
    end loop;
    if log <> '[]' then
      update webhook_account
      set last_number = webhook_account.last_number + (
          select sum((entry ->> 'events')::integer) from jsonb_array_elements(log) as entry),
        news_at = coalesce(webhook_account.news_at, moment)
      where webhook_account.account_id = change.account_id
      returning webhook_account.last_number into last_event;
      -- The last row has the last number, and each row before it ends where the next begins.
      insert into account_event (account_id, number, events, kind, created_at, salt, content)
      select change.account_id,
        last_event - sum((entry ->> 'events')::integer) over (order by place desc)
          + (entry ->> 'events')::integer,
        (entry ->> 'events')::integer, entry ->> 'kind', moment, entry ->> 'salt',
        entry ->> 'content'
      from jsonb_array_elements(log) with ordinality as row_of_log (entry, place);
    end if;

    if change.notice is not null then
      insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text,
        body_html, created_at, due_at)
      select change.notice ->> 'id', change.account_id, 'limit-notice',
        change.notice ->> 'once_key', account.email, '[]', change.notice ->> 'subject',
        change.notice ->> 'text', change.notice ->> 'html', moment, moment
      from account where account.id = change.account_id and not exists (
        select 1 from mail where mail.once_key in (
          select jsonb_array_elements_text(change.notice -> 'not_after')))
      on conflict do nothing;
    end if;
    counted := counted || (change.charge || jsonb_build_object('before', used));
  end loop;

  outcome := jsonb_build_object(
    'day', today, 'accounts', counted || settled, 'locked', locked)::text;
  insert into charge_batch (id, state, result) values (batch, 'counted', outcome);
  return outcome;
end $$`

// Takes a batch back: if it was not counted it never will be, and if it was it is refunded.
const VOID_CHARGE_BATCH = `
create function void_charge_batch(batch text) returns text language plpgsql as $$
declare
  outcome text;
  charged record;
  lookups_left integer;
  plan_before text;
begin
  -- Takes the id, so that a try which is still on its way finds it taken; waits for one that is about to commit.
  insert into charge_batch (id, state, result) values (batch, 'void', '') on conflict do nothing;
  if found then return 'prevented'; end if;
  update charge_batch set state = 'void'
  where charge_batch.id = batch and charge_batch.state = 'counted'
  returning charge_batch.result into outcome;
  if not found then return 'already-void'; end if;

  for charged in
    select * from jsonb_to_recordset(outcome::jsonb -> 'accounts') as one (
      kind text, "accountId" text, "planName" text, "fromDay" integer, "fromBuffer" integer,
      outgrown jsonb)
    where one.kind = 'counted' order by one."accountId"
  loop
    -- Somebody may hold the subscription for long; the refund is then tried again, and holds nothing meanwhile.
    if charged.outgrown is not null then
      perform 1 from subscription where subscription.account_id = charged."accountId"
      for update nowait;
    end if;
    update usage_day set lookups = usage_day.lookups - charged."fromDay" - charged."fromBuffer"
    where usage_day.account_id = charged."accountId" and usage_day.day = outcome::jsonb ->> 'day'
    returning usage_day.lookups into lookups_left;
    if charged."fromBuffer" > 0 then
      update usage_month set buffer_used = usage_month.buffer_used - charged."fromBuffer"
      where usage_month.account_id = charged."accountId"
        and usage_month.month = left(outcome::jsonb ->> 'day', 7);
    end if;

    -- Nobody pays for a larger plan because of look-ups that were refused, unless others have filled the old one since.
    select entry ->> 'planName' into plan_before
    from jsonb_array_elements(charged.outgrown) with ordinality as plan (entry, place)
    where lookups_left < (entry ->> 'upTo')::integer order by place limit 1;
    continue when not found;
    update subscription set plan_name = plan_before
    where subscription.account_id = charged."accountId"
      and subscription.plan_name = charged."planName";
    continue when not found;
    update plan_change set to_plan = plan_before
    where plan_change.account_id = charged."accountId"
      and plan_change.to_plan = charged."planName"
      and plan_change.seq = (
        select max(latest.seq) from plan_change as latest
        where latest.account_id = charged."accountId");
  end loop;
  return 'refunded';
end $$`

export const chargesInOneCall = {
  name: 'charges-in-one-call',
  statements: [
    // Every account has its counters from the start, so that recording an event never has to make them.
    `insert into webhook_account (account_id)
      select id from account
      where not exists (select 1 from webhook_account where webhook_account.account_id = account.id)`,
  ],
  postgresOnly: [CHARGE_ACCOUNTS, VOID_CHARGE_BATCH],
}
