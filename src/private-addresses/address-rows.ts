// Private addresses as rows of their table.

import { type RawBuilder, sql } from 'kysely'
import type { Sql, Tx } from '../store/store.ts'
import type { PrivateAddress, PrivateTexts } from './private-address.ts'

export async function insertAddresses(
  tx: Tx,
  accountId: string,
  addresses: readonly PrivateAddress[],
): Promise<void> {
  const values = addresses.map(
    (address) => sql`(${accountId}, ${address.number}, ${address.id}, ${address.postcode},
      ${address.postcodeNumber}, ${address.line_1}, ${address.line_2}, ${address.line_3},
      ${address.line_4}, ${address.locality}, ${address.town_or_city}, ${address.county},
      ${address.residential ? 1 : 0}, ${address.point?.latitude ?? null},
      ${address.point?.longitude ?? null})`,
  )
  await sql`
    insert into private_address
      (account_id, number, id, postcode, postcode_number, line_1, line_2, line_3, line_4, locality,
        town_or_city, county, residential, latitude, longitude)
    values ${sql.join(values)}`.execute(tx)
}

const COLUMNS = sql.raw(
  `id, number, postcode, postcode_number, line_1, line_2, line_3, line_4, locality, town_or_city,
  county, residential, latitude, longitude`,
)

interface AddressRow extends PrivateTexts {
  readonly id: string
  readonly number: number
  readonly postcode: string
  readonly postcode_number: number
  readonly residential: number
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Those that fit, in the order that is asked for behind it. */
export async function selectAddresses(
  db: Sql,
  where: RawBuilder<unknown>,
): Promise<PrivateAddress[]> {
  const { rows } = await sql<AddressRow>`
    select ${COLUMNS} from private_address where ${where}`.execute(db)
  return rows.map(addressFromRow)
}

function addressFromRow(row: AddressRow): PrivateAddress {
  const { residential, latitude, longitude, postcode_number, ...texts } = row
  return {
    ...texts,
    postcodeNumber: postcode_number,
    residential: residential === 1,
    point: latitude === null || longitude === null ? undefined : { latitude, longitude },
  }
}
