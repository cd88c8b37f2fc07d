// Texts come back as they were, however long they are and whatever came before them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  TextCache,
  TRAIT_CONTROL,
  TRAIT_UNTIDY,
  traitsOf,
} from '../../../src/lib/delimited/text-cache.ts'

test('texts around the longest that is kept come back, again and again, beside others', () => {
  const cache = new TextCache()
  const texts: string[] = []
  for (let length = 0; length <= 60; length += 1) {
    for (const letter of 'ABCDEFGH') texts.push(letter.repeat(length), `${letter}${length}`)
  }
  for (let round = 0; round < 3; round += 1) {
    for (const [at, text] of texts.entries()) {
      const bytes = Buffer.from(text)
      assert.equal(cache.text(bytes, 0, bytes.length, at), text)
    }
  }
})

test('small letters, untidy spaces and control characters are noticed wherever they stand', () => {
  const traits = (text: string) => {
    const bytes = Buffer.from(text)
    return traitsOf(bytes, 0, bytes.length)
  }
  assert.equal(traits('KING ST 12-14'), 0)
  for (const text of ['a', 'z', 'KINGz', 'aKING']) assert.notEqual(traits(text), 0, text)
  for (const text of [' A', 'A ', 'A  B', 'A\tB']) assert.equal(traits(text), TRAIT_UNTIDY, text)
  assert.notEqual(traits('A\u0001'), 0)
  assert.notEqual(traits('é'), 0)
})

test('every byte has its traits: white space is untidy, other control characters are told', () => {
  const [untidy, lower, high, control] = [TRAIT_UNTIDY, 2, 4, TRAIT_CONTROL]
  for (let byte = 0; byte < 256; byte += 1) {
    const isWhite = byte >= 9 && byte <= 13
    const small = byte >= 97 && byte <= 122 ? lower : 0
    const expected = isWhite ? untidy : byte < 32 ? control : byte > 127 ? high : small
    assert.equal(traitsOf(Uint8Array.of(65, byte, 66), 0, 3), expected, `${byte} in the middle`)
    const isSpace = byte === 32
    assert.equal(traitsOf(Uint8Array.of(byte, 66), 0, 2), isSpace ? untidy : expected, `${byte}`)
    assert.equal(traitsOf(Uint8Array.of(66, byte), 0, 2), isSpace ? untidy : expected, `${byte}`)
  }
})
