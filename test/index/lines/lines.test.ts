// Lines of addresses, each with the parts that they are taken apart into.
// Covers: src/index/lines/{national,postal}-lines-reader.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNationalLines } from '../../../src/index/lines/national-lines-reader.ts'
import { readPostalLines } from '../../../src/index/lines/postal-lines-reader.ts'

/** Lines are divided by ` | `; parts are written `name=value`, those that are empty left out. */
function rows(table: string): [lines: string[], parts: string][] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [lines = '', parts = ''] = row.split(' => ')
      return [lines.trim().split(' | '), parts]
    })
}

function written(parts: object): string {
  const said = Object.entries(parts).filter(([, value]) => value.length > 0)
  return said.map(([name, value]) => `${name}=${value}`).join(' ')
}

const NATIONAL = `
3A/12 High St => flatNumber=3A numberFirst=12 streetName=HIGH streetType=ST
A3/12 High St => flatNumber=A3 numberFirst=12 streetName=HIGH streetType=ST
Unit 3, 12 High St => flatType=UNIT flatNumber=3 numberFirst=12 streetName=HIGH streetType=ST
U3/12A High St => flatType=U flatNumber=3 numberFirst=12A streetName=HIGH streetType=ST
Unit 3 Level 2, 12 High St => flatType=UNIT flatNumber=3 levelType=LEVEL levelNumber=2 numberFirst=12 streetName=HIGH streetType=ST
L2 12 High St => levelType=L levelNumber=2 numberFirst=12 streetName=HIGH streetType=ST
Level 2 - 12 High St => levelType=LEVEL levelNumber=2 numberFirst=12 streetName=HIGH streetType=ST
Lot 7 Smith Rd => lotNumber=7 streetName=SMITH streetType=RD
Lot 7, 12 Smith Rd => numberFirst=12 lotNumber=7 streetName=SMITH streetType=RD
12-14 The Esplanade => numberFirst=12 numberLast=14 streetName=THE ESPLANADE
Rear 12 High St => numberFirst=12 streetName=HIGH streetType=ST names=REAR
Mill House 18A High St => numberFirst=18A streetName=HIGH streetType=ST names=MILL HOUSE
Summit Gardens, 12 Queen St => numberFirst=12 streetName=QUEEN streetType=ST names=SUMMIT GARDENS
Summit Gardens | 12 Queen St => numberFirst=12 streetName=QUEEN streetType=ST names=SUMMIT GARDENS
Shop 2; Level 1; 100AB Bourke St East => flatType=SHOP flatNumber=2 levelType=LEVEL levelNumber=1 numberFirst=100AB streetName=BOURKE streetType=ST streetSuffix=EAST
The Avenue => streetName=THE AVENUE
High St North => streetName=HIGH streetType=ST streetSuffix=NORTH
Flat A, 5 King St => flatType=FLAT flatNumber=A numberFirst=5 streetName=KING streetType=ST
G 5 King St => numberFirst=5 streetName=KING streetType=ST names=G
12 High St | 14 Low St => numberFirst=12 streetName=HIGH streetType=ST names=14 LOW ST
Penthouse 1 12 High St => flatType=PENTHOUSE flatNumber=1 numberFirst=12 streetName=HIGH streetType=ST
Some Words => names=SOME WORDS
12 => numberFirst=12
12–14 High St => numberFirst=12 numberLast=14 streetName=HIGH streetType=ST
U => names=U
Unit => names=UNIT
3B / 7 Ocean Pde, Big Tower => flatNumber=3B numberFirst=7 streetName=OCEAN streetType=PDE names=BIG TOWER
Villa 12 14 Long Rd => flatType=VILLA flatNumber=12 numberFirst=14 streetName=LONG streetType=RD
D 12 High St => numberFirst=12 streetName=HIGH streetType=ST names=D
1234567 High St => streetName=1234567 HIGH streetType=ST
12 ABC St => numberFirst=12 streetName=ABC streetType=ST
L 2, 5 King St => levelType=L levelNumber=2 numberFirst=5 streetName=KING streetType=ST
12 High => numberFirst=12 streetName=HIGH
St Georges Tce => streetName=ST GEORGES streetType=TCE
12 North Rd => numberFirst=12 streetName=NORTH streetType=RD
12 Great Eastern Hwy South => numberFirst=12 streetName=GREAT EASTERN streetType=HWY streetSuffix=SOUTH
`

const POSTAL = `
12 High St => buildingNumber=12 thoroughfare=High Street
12-14 High Street => buildingNumber=12-14 thoroughfare=High Street
12 – 14 HIGH ST => buildingNumber=12-14 thoroughfare=HIGH STREET
12A High Street => buildingNumber=12A thoroughfare=High Street
Flat 3 Rose House | High Street => names=Rose House subBuilding=Flat 3 thoroughfare=High Street
Flat 3, 12 High Street => subBuilding=Flat 3 buildingNumber=12 thoroughfare=High Street
Flat 2B 12 High Street => subBuilding=Flat 2B buildingNumber=12 thoroughfare=High Street
3/1 12 High Street => subBuilding=3/1 buildingNumber=12 thoroughfare=High Street
3/12 High Street => subBuilding=3 buildingNumber=12 thoroughfare=High Street
92/93 New Street => buildingNumber=92-93 thoroughfare=New Street
Flat 3 5/7 High Street => subBuilding=Flat 3 buildingNumber=5-7 thoroughfare=High Street
Flat 1 | 3/4 New Street => subBuilding=Flat 1 buildingNumber=3-4 thoroughfare=New Street
11/12 New Street => buildingNumber=11-12 thoroughfare=New Street
9/10 New Street => subBuilding=9 buildingNumber=10 thoroughfare=New Street
20/81 New Street => subBuilding=20 buildingNumber=81 thoroughfare=New Street
20/23 New Street => subBuilding=20 buildingNumber=23 thoroughfare=New Street
10/70 New Street => buildingNumber=10-70 thoroughfare=New Street
10/72 New Street => subBuilding=10 buildingNumber=72 thoroughfare=New Street
Rear of 12 High Street => names=Rear of buildingNumber=12 thoroughfare=High Street
Mill House 18A High Street => names=Mill House buildingNumber=18A thoroughfare=High Street
Mill House | 18A High Street => names=Mill House buildingNumber=18A thoroughfare=High Street
12 | High Street => buildingNumber=12 thoroughfare=High Street
12 => buildingNumber=12
Rose Cottage | The Green => names=Rose Cottage thoroughfare=The Green
3 Somerset Mews | Chestergate => buildingNumber=3 dependentThoroughfare=Somerset Mews thoroughfare=Chestergate
3 Somerset Mews, Chester Road => buildingNumber=3 dependentThoroughfare=Somerset Mews thoroughfare=Chester Road
12 Back Lane | High Street => buildingNumber=12 dependentThoroughfare=Back Lane thoroughfare=High Street
First Floor Flat | 12 High Street => subBuilding=First Floor Flat buildingNumber=12 thoroughfare=High Street
Basement Flat, 7 King Rd => subBuilding=Basement Flat buildingNumber=7 thoroughfare=King Road
A | Rose House | 12 High Street => names=Rose House subBuilding=A buildingNumber=12 thoroughfare=High Street
4 Rose House | 12 High Street => names=Rose House subBuilding=4 buildingNumber=12 thoroughfare=High Street
Acme Ltd | Unit 4 | Harbour Park | Dock Road => names=Acme Ltd subBuilding=Unit 4 dependentThoroughfare=Harbour Park thoroughfare=Dock Road
Acme Ltd | Unit No. 4 Harbour Park => names=Acme Ltd subBuilding=Unit 4 thoroughfare=Harbour Park
Rose House => names=Rose House
Rose House | Back Lane | Long Road | High Street => names=Rose House,Back Lane dependentThoroughfare=Long Road thoroughfare=High Street
12 | 14 High Street => subBuilding=12 buildingNumber=14 thoroughfare=High Street
High Street => thoroughfare=High Street
Apartment 12, 14 Broadway => subBuilding=Apartment 12 buildingNumber=14 thoroughfare=Broadway
12 Broadway => buildingNumber=12 thoroughfare=Broadway
Suite 3, 2nd Floor, 10 King Street => names=2nd Floor subBuilding=Suite 3 buildingNumber=10 thoroughfare=King Street
`

test('the lines of an Australian address are taken apart', () => {
  for (const [lines, parts] of rows(NATIONAL)) {
    assert.equal(written(readNationalLines(lines)), parts, lines.join(' | '))
  }
})

test('the lines of a UK address are taken apart', () => {
  for (const [lines, parts] of rows(POSTAL)) {
    assert.equal(written(readPostalLines(lines)), parts, lines.join(' | '))
  }
})
