// An index of one street of fifty houses, for tests of lists.

import { buildIndex, sourceOfRows } from '../../../src/engine/engine.ts'

export const HOUSES = 50

export function buildOneStreet(directory: string) {
  const rows = Array.from({ length: HOUSES }, (_, house) => ({
    addressDetailPid: `GAVIC${house + 1}`,
    addressLabel: `${house + 1} WATTLE ST, EXAMPLETON VIC 3999`,
    numberFirst: String(house + 1),
    streetName: 'WATTLE',
    streetType: 'STREET',
    localityName: 'EXAMPLETON',
    state: 'VIC',
    postcode: '3999',
  }))
  return buildIndex(sourceOfRows('au', rows), { directory })
}
