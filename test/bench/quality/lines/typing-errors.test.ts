// A typing error is one slip in one long word, and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneSlip, withTypingError } from '../../../../bench/quality/lines/typing-errors.ts'
import { SeededRandom } from '../../../../dev/seeded-random.ts'

test('exactly one word of four letters or more is off by one slip', () => {
  const random = new SeededRandom(3)
  for (let i = 0; i < 500; i += 1) {
    const text = random.pick(['MOUNT PLEASANT', 'OLD 42ND KING', 'HOBART', 'THE AAAA'])
    const slipped = withTypingError(text, random)?.split(' ') ?? []
    const off = text.split(' ').filter((word, at) => word !== slipped[at])
    assert.equal(off.length, 1, `${text} became ${slipped.join(' ')}`)
    assert.ok(/^[A-Z]{4,}$/.test(off[0]))
    assert.ok(isOneSlip(off[0], slipped[text.split(' ').indexOf(off[0])]))
  }
})

test('short words and numbers are left alone', () => {
  assert.equal(withTypingError('THE 1234 OAK', new SeededRandom(1)), undefined)
})

test('one slip is a letter more, less, other or swapped, and two are not one', () => {
  for (const word of ['HOBBART', 'HOBRT', 'HOBSRT', 'HOABRT', 'OBART', 'HOBARTT', 'HOBAR']) {
    assert.ok(isOneSlip(word, 'HOBART') && isOneSlip('HOBART', word), word)
  }
  for (const word of ['HOBART', 'HBRT', 'HOBSRR', 'OHABRT', 'BOHART', 'HOBARTTT']) {
    assert.equal(isOneSlip(word, 'HOBART'), false, word)
  }
})
