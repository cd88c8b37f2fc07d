// Lists: the columns that a list of lists shows, apart from the layout, and when each account last had its turn.

export const listsInTurn = {
  name: 'lists in turn',
  statements: [
    "alter table batch add column shown_columns text not null default '[]'",
    'alter table batch add column claimed_at bigint not null default 0',
    'create index batch_claimed on batch (account_id, claimed_at)',
    // Nobody's addresses have columns whose names take that much; a list of lists would read all of it each time.
    "update batch set state = 'removed', layout = '{}' where length(layout) > 40000",
  ],
  sqliteOnly: [
    `update batch set shown_columns = (
      select json_group_array(json_object(
        'column', json_extract(one.value, '$.column') + 1,
        'name', coalesce(json_extract(layout, '$.names[' || json_extract(one.value, '$.column') || ']'), ''),
        'read_as', json_extract(one.value, '$.role')))
      from json_each(layout, '$.reads') as one)`,
  ],
  postgresOnly: [
    // PostgreSQL has no text with a zero or half a character in it: lists with such names show no columns.
    `update batch set shown_columns = coalesce((
      select jsonb_agg(jsonb_build_object(
        'column', (one ->> 'column')::integer + 1,
        'name', coalesce(layout::jsonb -> 'names' ->> (one ->> 'column')::integer, ''),
        'read_as', one ->> 'role') order by place)::text
      from jsonb_array_elements(layout::jsonb -> 'reads') with ordinality as each (one, place)), '[]')
    where layout !~ '\\\\u(0000|d)'`,
  ],
}
