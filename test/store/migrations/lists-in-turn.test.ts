// Lists of an older version: their columns are shown as before, and one whose layout is huge is removed.
// Covers: src/store/migrations/0013-lists-in-turn.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { batchesOf } from '../../../src/batches/batch.ts'
import type { Sql, StoreKind } from '../../../src/store/store.ts'
import { eachStore } from '../../support/stores.ts'

const NAME = 'lists in turn'

/** As the version before left them. */
async function takeBack(db: Sql, kind: StoreKind): Promise<void> {
  await sql`drop index batch_claimed`.execute(db)
  await sql`alter table batch drop column shown_columns`.execute(db)
  await sql`alter table batch drop column claimed_at`.execute(db)
  // What later versions have added.
  const added = [
    'territory',
    'watched_id',
    'watch_list',
    'watch_list_number',
    'request_log',
    'request_day',
  ]
  for (const table of added) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table subscription drop column suspended_reason`.execute(db)
  await sql`alter table invoice drop column reminders`.execute(db)
  await sql`alter table operator_key drop column role`.execute(db)
  for (const index of ['operator_of_subject', 'account_erasing', 'private_address_importing']) {
    await sql`drop index ${sql.ref(index)}`.execute(db)
  }
  for (const column of ['territories', 'first_number', 'importing']) {
    await sql`alter table private_address_list drop column ${sql.ref(column)}`.execute(db)
  }
  await sql`alter table operator_key drop column subject`.execute(db)
  for (const column of ['erased_at', 'erasing']) {
    await sql`alter table account drop column ${sql.ref(column)}`.execute(db)
  }
  for (const table of ['console_session', 'sign_in_link']) {
    await sql`alter table ${sql.table(table)} drop column id_token`.execute(db)
  }
  await takeBackKeptDays(db, kind)
  const first = sql`(select version from schema_version where name = ${NAME})`
  await sql`delete from migration_checksum where version >= ${first}`.execute(db)
  await sql`delete from schema_version where version >= ${first}`.execute(db)
}

/** The trigger that the migration replaces is there again, and the others are not. */
async function takeBackKeptDays(db: Sql, kind: StoreKind): Promise<void> {
  const name = 'act_is_kept_from_deletes'
  const statements =
    kind === 'postgres'
      ? [`drop trigger ${name} on operator_act`, 'drop function refuse_delete()']
      : [`drop trigger ${name}`]
  for (const column of ['cut_number', 'cut_sha256']) {
    statements.push(`alter table operator_act_counter drop column ${column}`)
  }
  if (kind === 'sqlite') {
    statements.push(`create trigger ${name} before delete on operator_act begin select 1; end`)
  }
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function addList(db: Sql, id: string, names: readonly string[]): Promise<void> {
  const layout = { names, reads: [role(1, 'postcode'), role(0, 'address'), role(7, 'place')] }
  await sql`
    insert into batch (id, account_id, product, is_test, is_charged, key_name, name, layout, state,
      waits, mails, bytes, created_at, due_at, worked_at)
    values (${id}, null, 'au', 0, 0, '', '', ${JSON.stringify(layout)}, 'finished', 1, 0, 1, 1, 1,
      1)`.execute(db)
}

function role(column: number, name: string) {
  return { column, role: name }
}

eachStore((makeStore, newPlace, kind) => {
  test('lists of before show their columns, and huge layouts are gone', async (t) => {
    const place = await newPlace(t)
    const { db } = await makeStore(t, place)
    await takeBack(db, kind)
    await addList(db, 'bat_a', ['Straße "1"', 'Post,code'])
    await addList(db, 'bat_b', ['zero \u0000', 'half \ud800'])
    await addList(db, 'bat_c', ['Address', 'x'.repeat(40_000)])
    const store = await makeStore(t, place)
    const lists = await batchesOf(store.db, { accountId: undefined })
    assert.deepEqual(
      lists.map(({ id }) => id),
      ['bat_a', 'bat_b'],
    )
    assert.deepEqual(lists[0]?.columns, [
      { column: 2, name: 'Post,code', read_as: 'postcode' },
      { column: 1, name: 'Straße "1"', read_as: 'address' },
      { column: 8, name: '', read_as: 'place' },
    ])
    assert.equal(lists[1]?.columns.length, kind === 'postgres' ? 0 : 3)
  })
})
