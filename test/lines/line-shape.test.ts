// Where number, street, place, state and postcode of a line are, by the look of its words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOf } from '../../src/countries/country.ts'
import { tokensOf } from '../../src/index/words/fold.ts'
import { lineShape } from '../../src/lines/line-shape.ts'

const AU = countryOf('au')

/** The words of each part. */
function partsOf(line: string) {
  const tokens = tokensOf(line)
  const shape = lineShape(tokens, AU)
  if (shape === undefined) return undefined
  const { words } = tokens
  const { numbers, streetEnd, placeTo, region, postcode } = shape
  return {
    number: words[numbers?.number ?? -1],
    place: words.slice(streetEnd, placeTo).join(' '),
    state: region && words.slice(region.from, region.to).join(' '),
    postcode: postcode && words[postcode.from],
  }
}

test('a whole line has its parts', () => {
  assert.deepEqual(partsOf('3/44 King St, Newtown NSW 2042 '), {
    number: '44',
    place: 'NEWTOWN',
    state: 'NSW',
    postcode: '2042',
  })
  assert.deepEqual(partsOf('44 King St, Mount Colah New South Wales, Australia '), {
    number: '44',
    place: 'MOUNT COLAH',
    state: 'NEW SOUTH WALES',
    postcode: undefined,
  })
})

test('four digits after a space are not another number, after a slash they are', () => {
  assert.equal(partsOf('44 2042 King St ')?.number, '44')
  assert.equal(partsOf('44/2042 King St ')?.number, '2042')
  assert.equal(partsOf('Shop 44, 2042 King St ')?.number, '2042')
  assert.equal(partsOf('Shop 44, 2042-2046 King St ')?.number, '2046')
  assert.equal(partsOf('44 204 King St ')?.number, '204')
  assert.equal(partsOf('44 B King St ')?.number, 'B')
})

test('a line without a number has no shape', () => {
  assert.equal(lineShape(tokensOf('King St Newtown'), AU), undefined)
  assert.equal(lineShape(tokensOf(''), AU), undefined)
})
