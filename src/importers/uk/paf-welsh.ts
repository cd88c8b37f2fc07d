// The Welsh names of streets and places: a second file in PAF's layout, whose rows have the UDPRNs of the first.

import type { OtherPostalNames } from '../../address/postal.ts'
import type { Input } from '../reading/archive.ts'
import { type ImportOptions, newPass } from '../reading/imported-rows.ts'
import { Tally } from '../reading/rejects.ts'
import { type Layout, scanTables } from '../reading/table.ts'

const WELSH_FILE = /welsh|cymraeg/i

export function isWelshFile({ name }: Input): boolean {
  return WELSH_FILE.test(name)
}

/** A row of PAF, as far as names are concerned. */
interface NamedRow {
  readonly sourceKey: string
  readonly dependentThoroughfare: string
  readonly thoroughfare: string
  readonly doubleDependentLocality: string
  readonly dependentLocality: string
  readonly townOrCity: string
}

/** By UDPRN. Streets and places repeat, so that each set of names is kept once. */
export async function welshNames(
  inputs: readonly Input[],
  layoutOf: (use: (row: NamedRow) => void) => Layout<undefined>,
  options: ImportOptions,
): Promise<ReadonlyMap<number, OtherPostalNames>> {
  const names = new Map<number, OtherPostalNames>()
  const sets = new Map<string, OtherPostalNames>()
  const use = (row: NamedRow) => {
    const udprn = Number(row.sourceKey)
    if (!(udprn > 0)) return
    const streets = [row.dependentThoroughfare, row.thoroughfare]
    const places = [row.doubleDependentLocality, row.dependentLocality, row.townOrCity]
    const key = [...streets, ...places].join('|')
    const set = sets.get(key) ?? { streets, places }
    sets.set(key, set)
    names.set(udprn, set)
  }
  await scanTables(inputs, layoutOf(use), newPass(new Tally(), options))
  return names
}
