// Promises about lines that name a word twice, or nearly a word of another kind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateForms, streetTypeForms, suffixForms } from '../../../src/index/words/written-forms.ts'
import { partsFit } from '../../../src/search/validate/parts-in-order.ts'
import {
  type AddressSlots,
  nameSlots,
  otherSlots,
} from '../../../src/search/validate/word-slots.ts'

function slots(name: string, type: string, place: string, suffix = ''): AddressSlots {
  const street = [
    ...nameSlots(name),
    ...otherSlots(type, streetTypeForms, 'type'),
    ...otherSlots(suffix, suffixForms, 'suffix'),
  ]
  const own = otherSlots('VIC', stateForms)
  return { own, streets: [street], places: [nameSlots(place)] }
}

function hasOwnWords(texts: readonly string[], address: AddressSlots, misspelt: boolean): boolean {
  return partsFit({ texts, numberAt: undefined }, address, misspelt) !== undefined
}

const words = (line: string) => line.split(' ')

test('a word typed twice needs two words of the address', () => {
  const agnes = slots('AGNES', 'ST', 'GEORGE TOWN')
  assert.equal(hasOwnWords(words('GEORGE ST GEORGE TOWN'), agnes, false), false)
  const george = slots('GEORGE', 'ST', 'GEORGE TOWN')
  assert.equal(hasOwnWords(words('GEORGE ST GEORGE TOWN'), george, false), true)
  assert.equal(hasOwnWords(words('AGNES ST GEORGE TOWN'), agnes, false), true)
})

test("a state's name is not the name of a street", () => {
  const short = slots('SHORT', 'RD', 'PRESTON')
  assert.equal(hasOwnWords(words('VICTORIA RD PRESTON VIC'), short, false), false)
  assert.equal(hasOwnWords(words('SHORT ROAD PRESTON VICTORIA'), short, false), true)
})

test('a typing error of one word does not use up another word that was typed too', () => {
  const arm = slots('WEST ARM', 'RD', 'BEAUTY POINT')
  assert.equal(hasOwnWords(words('BEATTY ROAD BEAUTY POINT'), arm, true), false)
  assert.equal(hasOwnWords(words('WEST ARM ROAD BEATTY POINT'), arm, true), true)
})

test('a suffix or a street type is not taken for a misspelt name', () => {
  assert.equal(
    hasOwnWords(words('BEST ST DEVONPORT'), slots('EUGENE', 'ST', 'DEVONPORT', 'W'), true),
    false,
  )
  assert.equal(
    hasOwnWords(words('LANE WILBURVILLE'), slots('ARTHURS LAKE', 'RD', 'WILBURVILLE'), true),
    false,
  )
})

test('words that the address is known by otherwise are no contradiction', () => {
  assert.equal(
    hasOwnWords(words('DANDENONG RD CARNEGIE'), slots('PRINCES', 'HWY', 'CARNEGIE'), false),
    true,
  )
})
