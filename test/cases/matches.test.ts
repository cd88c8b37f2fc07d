// Rows of lists and the verdict that each must get, as tables that anybody can read and extend.
// Covers: src/match/**

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { matchAddress } from '../../src/match/match.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../search/small-world.ts'

interface Case {
  readonly line: string
  readonly verdict: string
  readonly address: string
  readonly why: string
}

const au = await casesOf('./matches/au.tsv')
const uk = await casesOf('./matches/uk.tsv')
const addresses = nationalSource(heldOf(au).map((label) => national(slashed(label))))
const [inAustralia, inTheUk] = [
  await builtNational(addresses),
  await builtPostal(postalSource(heldOf(uk).map(postalOf))),
]
testCases(au, inAustralia)
testCases(uk, inTheUk)

async function casesOf(path: string): Promise<readonly Case[]> {
  const [, ...rows] = (await readFile(new URL(path, import.meta.url), 'utf8')).trim().split('\n')
  return rows.map((row) => {
    const [line = '', verdict = '', address = '', why = ''] = row.split('\t')
    return { line, verdict, address, why }
  })
}

function heldOf(cases: readonly Case[]): readonly string[] {
  return cases.filter(({ verdict }) => verdict === 'held').map(({ address }) => address)
}

function slashed(label: string): string {
  return label.replace(/^UNIT (\w+) /, '$1/')
}

function postalOf(fields: string) {
  const [buildingNumber = '', subBuilding = '', street = '', ...more] = fields.split('|')
  const [townOrCity = '', postcode = '', organisation = ''] = more
  const [thoroughfare = '', dependentThoroughfare = ''] = street.split(', ').toReversed()
  const streets = { dependentThoroughfare, thoroughfare }
  return postal({ buildingNumber, subBuilding, ...streets, townOrCity, postcode, organisation })
}

function testCases(cases: readonly Case[], search: AnySearch): void {
  for (const { line, verdict, address, why } of cases) {
    if (verdict === 'held') continue
    test(`${line}: ${verdict}, ${why}`, () => {
      const match = matchAddress(search, line)
      const isDoubtful = match.id !== '' && match.confidence < 0.9
      const said = isDoubtful ? `${match.verdict}?` : match.verdict
      assert.equal(said, verdict, JSON.stringify(match, undefined, 1))
      assert.equal(match.address, address)
      assert.equal(match.reason === '', address !== '')
    })
  }
}
