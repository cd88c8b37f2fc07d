// Lists of addresses that are matched in the background: their chunks of rows, what became of them, who works on which.

// The rows of a chunk and their charge are one call: both are on disk, or neither. What `charge_keys` leaves out, as
// the account has changed since it was read or is locked, takes all of it back; so does a chunk that another node has.
const FINISH_ROWS = `
create function finish_batch_rows(
  of_batch text, of_chunk integer, of_fence integer, from_row integer, to_row integer,
  matches bytea, its_summary text, verdicts jsonb,
  charge text, today text, this_month text, moment bigint, changes jsonb
) returns text language plpgsql as $$
begin
  begin
    update batch set
      done_rows = batch.done_rows + to_row - from_row,
      exact_rows = batch.exact_rows + (verdicts ->> 'exact')::integer,
      corrected_rows = batch.corrected_rows + (verdicts ->> 'corrected')::integer,
      ambiguous_rows = batch.ambiguous_rows + (verdicts ->> 'ambiguous')::integer,
      not_found_rows = batch.not_found_rows + (verdicts ->> 'not-found')::integer,
      held_by = '', worked_at = moment
    where batch.id = of_batch and batch.state = 'open';
    if not found then raise exception 'lost'; end if;
    update batch_chunk set done_rows = to_row, result = matches, summary = its_summary,
      leased_until = 0
    where batch_chunk.batch_id = of_batch and batch_chunk.number = of_chunk
      and batch_chunk.fence = of_fence and batch_chunk.done_rows = from_row;
    if not found then raise exception 'lost'; end if;
    if changes <> '[]' and jsonb_array_length(
      charge_keys(charge, today, this_month, moment, changes, '[]')::jsonb -> 'accounts') = 0
    then raise exception 'busy'; end if;
    return 'done';
  exception when raise_exception then return sqlerrm;
  end;
end $$`

export const batches = {
  name: 'batches',
  statements: [
    // Without an account it is a list of operators. `held_by` says why it waits, `ended_by` why it ended early.
    `create table batch (
      id text primary key,
      account_id text references account (id) on delete cascade,
      product text not null,
      is_test integer not null,
      is_charged integer not null,
      key_name text not null,
      name text not null,
      layout text not null,
      state text not null check (state in ('reading', 'open', 'finished', 'removed')),
      waits integer not null,
      mails integer not null,
      bytes bigint not null,
      row_count integer not null default 0,
      chunk_count integer not null default 0,
      done_rows integer not null default 0,
      exact_rows integer not null default 0,
      corrected_rows integer not null default 0,
      ambiguous_rows integer not null default 0,
      not_found_rows integer not null default 0,
      created_at bigint not null,
      due_at bigint not null,
      worked_at bigint not null,
      held_by text not null default '',
      ended_by text not null default '',
      finished_at bigint,
      summary text not null default ''
    )`,
    'create index batch_of_account on batch (account_id, created_at)',
    "create index batch_open on batch (worked_at) where state = 'open'",
    `create table batch_chunk (
      batch_id text not null references batch (id) on delete cascade,
      number integer not null,
      row_count integer not null,
      done_rows integer not null default 0,
      input bytea not null,
      result bytea,
      summary text not null default '',
      fence integer not null default 0,
      leased_until bigint not null default 0,
      primary key (batch_id, number)
    )`,
    'create index batch_chunk_open on batch_chunk (batch_id, number) where done_rows < row_count',
  ],
  postgresOnly: [
    // They are packed already.
    'alter table batch_chunk alter column input set storage external',
    'alter table batch_chunk alter column result set storage external',
    FINISH_ROWS,
  ],
}
