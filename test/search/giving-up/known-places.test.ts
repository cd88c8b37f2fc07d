// The places of a release by every name that they go by, and where each of them lies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Streets } from '../../../src/index/streets/streets.ts'
import { KnownPlaces } from '../../../src/search/giving-up/known-places.ts'

interface Place {
  readonly names: readonly string[]
  readonly postcode: string
  /** Of each of its streets. */
  readonly latitudes: readonly number[]
}

/** The streets of all places by turns, as they stand in an index. */
function knownPlaces(places: readonly Place[]): KnownPlaces {
  const longest = Math.max(...places.map(({ latitudes }) => latitudes.length))
  const inOrder = Array.from({ length: longest }, (_, turn) =>
    places.flatMap(({ latitudes }, place) => {
      const latitude = latitudes[turn]
      return latitude === undefined ? [] : [{ place, latitude }]
    }),
  ).flat()
  const streets = {
    count: inOrder.length,
    placeCount: places.length,
    place: Uint32Array.from(inOrder, ({ place }) => place),
    point: (street: number) => {
      const latitude = inOrder[street]?.latitude ?? Number.NaN
      return { latitude, longitude: -2 * latitude }
    },
  } as unknown as Streets
  return new KnownPlaces(streets, {
    names: (place) => places[place]?.names ?? [],
    region: (place) => `region ${place}`,
    postcode: (place) => places[place]?.postcode ?? '',
  })
}

test('a place is named by each of its names in any written form, once', () => {
  const known = knownPlaces([
    { names: ['MOUNT COLAH', 'MT COLAH'], postcode: '2079', latitudes: [1] },
    { names: ['ASHTON UNDER LYNE'], postcode: '2080', latitudes: [1] },
    { names: ['MT COLAH', 'THE ROCKS'], postcode: '2079', latitudes: [1] },
  ])
  assert.deepEqual(known.named(['MT', 'COLAH']), [0, 2])
  assert.deepEqual(known.named(['MOUNT', 'COLAH']), [0, 2])
  assert.deepEqual(known.named(['THE', 'ROCKS']), [2])
  assert.deepEqual(known.named(['COLAH']), [])
  assert.deepEqual(known.withPostcode('2079'), [0, 2])
  assert.deepEqual(known.withPostcode('2080'), [1])
  assert.deepEqual(known.withPostcode(''), [])
  assert.deepEqual(known.longestNamed(['NEAR', 'THE', 'ROCKS']), [2])
  assert.deepEqual(known.longestNamed(['NOWHERE']), [])
  assert.deepEqual(known.texts.names(2), ['MT COLAH', 'THE ROCKS'])
  assert.equal(known.texts.region(2), 'region 2')
})

test('a place has its own streets, and lies where half of them lie on either side', () => {
  const known = knownPlaces([
    { names: ['A'], postcode: '1', latitudes: [9, 10, 100, 8, -7] },
    { names: ['B'], postcode: '2', latitudes: [-3] },
    { names: ['C'], postcode: '3', latitudes: [50, 4] },
  ])
  assert.deepEqual([...known.streetsOf(0)], [0, 3, 5, 6, 7])
  assert.deepEqual([...known.streetsOf(1)], [1])
  assert.deepEqual([...known.streetsOf(2)], [2, 4])
  assert.deepEqual(known.middle(0), { latitude: 9, longitude: -18 })
  assert.deepEqual(known.middle(1), { latitude: -3, longitude: 6 })
  assert.deepEqual(known.middle(2), { latitude: 50, longitude: -8 })
})

test('of a place of more than a hundred streets every second one says where it lies', () => {
  const middleOf = (count: number) => {
    // Every second one is far off.
    const latitudes = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? at / 4 : 80))
    return knownPlaces([{ names: ['A'], postcode: '1', latitudes }]).middle(0).latitude
  }
  assert.equal(middleOf(100), 80)
  assert.equal(middleOf(101), 12.5)
  assert.equal(middleOf(200), 25)
})
