// Where number, street, place, state and postcode of a typed line stand, by the look of its words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from '../../../src/index/words/fold.ts'
import { lineShape } from '../../../src/search/forgiving/line-shape.ts'

/** The words of each part. */
function partsOf(line: string) {
  const tokens = tokensOf(line)
  const shape = lineShape(tokens)
  if (shape === undefined) return undefined
  const { words } = tokens
  return {
    number: words[shape.number],
    place: words.slice(shape.placeFrom, shape.placeTo).join(' '),
    state: shape.state && words.slice(shape.state.from, shape.state.to).join(' '),
    postcode: shape.postcode === undefined ? undefined : words[shape.postcode],
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

test('four digits behind a space are no further number, behind a slash they are', () => {
  assert.equal(partsOf('44 2042 King St ')?.number, '44')
  assert.equal(partsOf('44/2042 King St ')?.number, '2042')
  assert.equal(partsOf('Shop 44, 2042 King St ')?.number, '2042')
  assert.equal(partsOf('Shop 44, 2042-2046 King St ')?.number, '2046')
  assert.equal(partsOf('44 204 King St ')?.number, '204')
  assert.equal(partsOf('44 B King St ')?.number, 'B')
})

test('a line without a number has no shape', () => {
  assert.equal(lineShape(tokensOf('King St Newtown')), undefined)
  assert.equal(lineShape(tokensOf('')), undefined)
})
