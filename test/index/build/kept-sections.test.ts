// The checksum of every section of four worlds: what makes a release of the same rows another file is meant.
// Covers: src/index/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { NationalRow } from '../../../src/address/national.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { entriesOf } from '../../../src/index/file/index-sections.ts'
import type { NationalSource, PostalSource } from '../../../src/index/rows/row-source.ts'
import { nationalKinds, postalKinds } from '../../cases/kinds/kind-worlds.ts'
import { built } from '../../search/built.ts'
import { nationalWorld, postalWorld, rowsOf } from '../../search/synthetic.ts'

const KEPT = join(import.meta.dirname, 'kept-sections.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/index/build/kept-sections.test.ts'

test('the same rows make the release that they made, section by section', async () => {
  const now: string[] = []
  for (const [name, source] of [
    ['au', largeNational()],
    ['uk', largePostal()],
    ['kinds-au', nationalKinds()],
    ['kinds-uk', postalKinds()],
  ] as const) {
    const { path, addresses, repeated } = await built(source)
    now.push(`${name}: ${addresses} addresses, ${repeated} repeated`)
    for (const { name: section, type, bytes, crc } of entriesOf(await loadIndex(path))) {
      now.push(`${name} ${section} ${type} ${bytes} ${crc.toString(16).padStart(8, '0')}`)
    }
  }
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, readFileSync(KEPT, 'utf8'), `if it is meant: ${AGAIN}`)
})

/** So many streets that common terms have bit maps, and a row of each kind that is rare. */
function largeNational(): NationalSource {
  const world = nationalWorld(91, 5000)
  const rows = rowsOf(world)
  const [first] = rows as [NationalRow, ...NationalRow[]]
  const rare: Partial<NationalRow>[] = [
    { numberFirst: '2', numberLast: '130' },
    { numberFirst: '2', numberLast: '132', flatNumber: '3a' },
    { numberFirst: '9', numberLast: '5' },
    { numberFirst: '7A', numberLast: '7C' },
    { numberFirst: '2', numberLast: '12', flatNumber: '3A', flatType: 'UNIT' },
    { numberFirst: '', numberLast: '', flatNumber: '8', flatType: 'UNIT' },
    { numberFirst: '', numberLast: '', lotNumber: '0071' },
    { numberFirst: '1-2B', flatNumber: '#=7', flatType: 'HUT OF STRAW' },
    { numberFirst: '99999999', numberLast: '' },
    { latitude: 40, longitude: -100 },
    { latitude: 0, longitude: -179.99999999 },
    { legalParcelId: `${'1\\'.repeat(200)}` },
    { legalParcelId: '0012\\DP1234567890123456' },
    { addressDetailPid: 'no digits', principalPid: 'GAVIC999', primaryPid: 'elsewhere' },
    { addressDetailPid: 'GAVIC007' },
    { addressDetailPid: first.addressDetailPid },
    { buildingName: 'CAFÉ “Ö”', addressSiteName: 'CAFÉ “Ö”' },
    { localityName: 'ST-KILDA', state: 'VIC', postcode: '3182' },
    { streetName: '', streetType: '' },
  ]
  const more = rare.map((fields, i) => ({ ...first, addressDetailPid: `R${i}`, ...fields }))
  return { ...world, rows: () => [...rows, ...more] }
}

function largePostal(): PostalSource {
  const world = postalWorld(92, 5000)
  const rows = rowsOf(world).map((row, i) => ({
    ...row,
    postcode: `${row.postcode.slice(0, -3)}${i % 10}${'ABDEFGHJLN'[(i >>> 4) % 10]}Q`,
  }))
  const [first] = rows as [PostalRow, ...PostalRow[]]
  const rare: Partial<PostalRow>[] = [
    { buildingNumber: '2-130' },
    { buildingNumber: '2-14', subBuilding: 'Flat 3a' },
    { buildingNumber: '3/1' },
    { buildingNumber: '12/14' },
    { buildingNumber: '31', subBuilding: 'Flat C' },
    { buildingNumber: '', buildingName: 'K' },
    { buildingNumber: '', buildingName: 'Unit 1' },
    { buildingNumber: '5', buildingName: 'Block 2', subBuilding: 'Flat 1' },
    { buildingNumber: '', buildingName: '12A', subBuilding: 'Flat 1/2' },
    { buildingNumber: '', buildingName: 'Mill House 18A', subBuilding: 'Ground Floor Flat 3' },
    { poBox: '77', organisation: 'Acme', department: 'Sales' },
    { uprn: '4294967296' },
    { uprn: '999999999999' },
    { postcode: '' },
    { thoroughfare: '', dependentThoroughfare: 'Mill Mews', postcode: 'SK1 1AB' },
    { townOrCity: 'Caerdydd', otherNames: { streets: ['Stryd Fawr', ''], places: ['Cardiff'] } },
    { townOrCity: 'Stoke on Trent', county: 'Staffordshire' },
    { townOrCity: '', county: '' },
    { latitude: 49.9, longitude: 1.8, residential: false },
  ]
  const more = rare.map((fields, i) => ({
    ...first,
    uprn: '',
    sourceKey: `R${i}`,
    subBuilding: '',
    ...fields,
  }))
  return { ...world, rows: () => [...rows, ...more, first] }
}
