// The territories of an account: layers of polygons for its own look-ups, kept as the GeoJSON that was sent.

import { sql } from 'kysely'
import { allRows, firstRow, hasRow, type Sql, type Store, type Tx } from '../store/store.ts'

interface TerritoryFacts {
  readonly name: string
  readonly polygons: number
  readonly points: number
  readonly bytes: number
}

interface Territory extends TerritoryFacts {
  /** Changes with everything that is sent under the name. */
  readonly version: number
  readonly changedAt: number
}

export interface TerritorySource {
  readonly geojson: string
  /** The properties with codes and names; '' where the file tells. */
  readonly codeProperty: string
  readonly nameProperty: string
}

/** What a plan allows an account to have, all its layers together. */
export interface TerritoryLimits {
  readonly layers: number
  readonly polygons: number
  readonly points: number
  readonly bytes: number
}

const COUNTED = ['polygons', 'points', 'bytes'] as const

export function territoriesOf(db: Sql, accountId: string): Promise<readonly Territory[]> {
  return allRows<Territory>(db)`
    select name, version, polygons, points, bytes, changed_at
    from territory where account_id = ${accountId} order by name`
}

export function territorySource(db: Sql, accountId: string, name: string) {
  return firstRow<TerritorySource>(db)`
    select geojson, code_property, name_property
    from territory where account_id = ${accountId} and name = ${name}`
}

/** Adds or replaces it. What is changed at the same time waits for the row of the list, so the maxima are exact. */
export function putTerritory(
  store: Store,
  accountId: string,
  facts: TerritoryFacts & TerritorySource,
  limits: TerritoryLimits,
  now: number,
) {
  const { name, polygons, points, bytes, geojson, codeProperty, nameProperty } = facts
  return store.transaction(async (tx) => {
    const version = await nextVersion(tx, accountId)
    const others = (await territoriesOf(tx, accountId)).filter((each) => each.name !== name)
    const exceeded = whatExceeds([...others, facts], limits)
    if (exceeded !== undefined) return { kind: 'too-many', ...exceeded } as const
    await sql`
      insert into territory (account_id, name, version, code_property, name_property,
        polygons, points, bytes, changed_at, geojson)
      values (${accountId}, ${name}, ${version}, ${codeProperty}, ${nameProperty},
        ${polygons}, ${points}, ${bytes}, ${now}, ${geojson})
      on conflict (account_id, name) do update set version = excluded.version,
        code_property = excluded.code_property, name_property = excluded.name_property,
        polygons = excluded.polygons, points = excluded.points, bytes = excluded.bytes,
        changed_at = excluded.changed_at, geojson = excluded.geojson`.execute(tx)
    await countTerritories(tx, accountId, version)
    return { kind: 'put' } as const
  })
}

/** False when the account has no such territory. */
export function removeTerritory(store: Store, accountId: string, name: string) {
  return store.transaction(async (tx) => {
    const version = await nextVersion(tx, accountId)
    const isThere = await hasRow(tx)`
      delete from territory where account_id = ${accountId} and name = ${name} returning name`
    if (isThere) await countTerritories(tx, accountId, version)
    return isThere
  })
}

/** Which maximum is exceeded, and what it is. */
function whatExceeds(all: readonly TerritoryFacts[], limits: TerritoryLimits) {
  if (all.length > limits.layers) return { what: 'layers', most: limits.layers } as const
  const what = COUNTED.find(
    (each) => all.reduce((sum, territory) => sum + territory[each], 0) > limits[each],
  )
  return what && { what, most: limits[what] }
}

/** Locks the list of the account until the transaction ends. */
async function nextVersion(tx: Tx, accountId: string): Promise<number> {
  const list = await firstRow<{ version: number }>(tx)`
    insert into private_address_list (account_id, version, addresses, last_number)
    values (${accountId}, 0, 0, 0)
    on conflict (account_id) do update set addresses = private_address_list.addresses
    returning version`
  return (list?.version ?? 0) + 1
}

async function countTerritories(tx: Tx, accountId: string, version: number): Promise<void> {
  await sql`update private_address_list set version = ${version},
      territories = (select count(*) from territory where account_id = ${accountId})
    where account_id = ${accountId}`.execute(tx)
}
