// Several that fit: at most ten are named, and what is exactly so comes before what is only like it.
// Covers: src/search/validate/validate.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtNational } from '../built.ts'
import { national, nationalSource } from '../small-world.ts'

const search = await builtNational(
  nationalSource([
    ...Array.from({ length: 14 }, (_, at) => national(`${at + 1}/80 KING ST, NEWTOWN NSW 2042`)),
    national('12 KING ST, NEWTOWN NSW 2042'),
    national('12-14 KING ST, NEWTOWN NSW 2042'),
    national('30 KENT ST, NEWTOWN NSW 2042'),
    national('30 BENT ST, NEWTOWN NSW 2042'),
    national('5 MOSS ST, NEWTOWN NSW 2042'),
    national('7 MOSS ST, ERSKINEVILLE NSW 2043'),
    national('9 ROSS ST, NEWTOWN NSW 2042', { addressDetailPid: 'GANSW710000001' }),
  ]),
)

function fits(line: string): readonly string[] {
  const answer = search.validate({ line, strict: true })
  if (answer.kind === 'one') return [answer.address.address_label]
  return answer.kind === 'several' ? answer.ids : []
}

test('of a building with fourteen units ten are named', () => {
  assert.equal(fits('80 King St, Newtown NSW 2042').length, 10)
})

test('a number is the plain one where the street has it, and not the range that begins with it', () => {
  assert.deepEqual(fits('12 King St, Newtown NSW 2042'), ['12 KING ST, NEWTOWN NSW 2042'])
})

test('a street that is spelt exactly so is meant, though another is one letter away', () => {
  assert.deepEqual(fits('30 Kent St, Newtown NSW 2042'), ['30 KENT ST, NEWTOWN NSW 2042'])
  assert.deepEqual(fits('30 Bent St, Newtown NSW 2042'), ['30 BENT ST, NEWTOWN NSW 2042'])
})

test('a street that its suburb has is meant, and not another for its number, though it is elsewhere too', () => {
  assert.deepEqual(fits('9 Moss St, Newtown NSW 2042'), [])
  assert.deepEqual(fits('9 Voss St, Newtown NSW 2042'), ['9 ROSS ST, NEWTOWN NSW 2042'])
})

test('an address is found by its id, in any letters', () => {
  for (const term of ['GANSW710000001', 'gansw710000001', ' Gansw710000001 ']) {
    const [first] = search.autocomplete({ term, top: 6 })
    assert.equal(first?.label, '9 ROSS ST, NEWTOWN NSW 2042', term)
  }
})

test('a longer name is judged by the streets of its own suburb, whichever suburb is looked at first', async () => {
  const suburbs = ['ALPHA', 'BETA']
  for (const namesake of suburbs) {
    const longer = suburbs.map((suburb) => national(`5 KING GEORGE ST, ${suburb} VIC 3171`))
    const exact = national(`9 KING ST, ${namesake} VIC 3171`)
    const both = await builtNational(nationalSource([...longer, exact]))
    const { fits } = both.fitting({ line: '5 King St, VIC 3171', strict: true }, () => false)
    const isCertain = (id: string) => fits.find((fit) => fit.id === id)?.isDefinite
    assert.deepEqual(
      longer.map(({ addressDetailPid }) => isCertain(addressDetailPid)),
      suburbs.map((suburb) => suburb !== namesake),
    )
  }
})
