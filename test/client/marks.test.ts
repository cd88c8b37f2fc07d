// What is marked in a suggestion.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedParts } from '../../src/client/marks.js'

const marked = (text: string, typed: string) =>
  markedParts(text, typed)
    .map(({ text: part, marked: isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

test('beginnings of words are marked, in any order and case, each word once', () => {
  assert.equal(marked('7 Netherby Road, Cults', 'road NETH 7'), '[7] [Neth]erby [Road], Cults')
  assert.equal(marked('George St, George Town', 'george'), '[George] St, George Town')
})

test('an abbreviation marks the word that it stands for', () => {
  assert.equal(marked('12 High Road', '12 high rd'), '[12] [High] [Road]')
  assert.equal(marked('1 Park Crescent', 'park cres'), '1 [Park] [Cres]cent')
  assert.equal(marked('Road 10, 1 r', 'r'), 'Road 10, 1 [r]')
  assert.equal(marked('102 High Road', '12 h'), '102 [H]igh Road')
  assert.equal(marked('Doctor', 'dr'), '[Doctor]')
  assert.equal(marked('Adder', 'dr'), 'Adder')
})

test('a long word that has the typed letters many times is judged as fast as any other', () => {
  const word = 'a'.repeat(255)
  assert.equal(marked(word, `${'a'.repeat(40)}b`), word)
  assert.equal(marked(`${word}b`, `${'a'.repeat(40)}b`), `[${word}b]`)
})

test('nothing that was typed can be taken for a pattern, and nothing is lost', () => {
  for (const typed of ['(', '.*', '[a', 'é', '\\', "o'", '$&', '']) {
    const text = "2/4 O'Neill St (rear) é"
    assert.equal(
      markedParts(text, typed)
        .map((part) => part.text)
        .join(''),
      text,
      typed,
    )
  }
})
