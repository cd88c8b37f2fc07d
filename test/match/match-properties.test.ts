// What holds of every match, tried on addresses of made-up worlds of both products.
// Covers: src/match/**

import assert from 'node:assert/strict'
import test from 'node:test'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { countryOf } from '../../src/countries/country.ts'
import { compare } from '../../src/judge/compare.ts'
import { heldParts } from '../../src/judge/held-parts.ts'
import { TypedWords } from '../../src/lines/typed-words.ts'
import { matchAddress } from '../../src/match/match.ts'
import type { Match } from '../../src/match/verdict.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { nationalWorld, postalWorld } from '../search/synthetic.ts'

const TRIES = Number(process.env.MATCH_TRIES ?? 60)
const worlds: readonly AnySearch[] = [
  await builtNational(nationalWorld(61, 1000)),
  await builtPostal(postalWorld(62, 600)),
]
const random = new SeededRandom(63)
const rowOf = (search: AnySearch) => search.at(random.below(search.release.addresses))
/** An alias shows its principal. */
const shownFor = (search: AnySearch, found: ReturnType<typeof rowOf>) => {
  const principal = 'principal_pid' in found.item ? search.get(found.item.principal_pid) : undefined
  return principal === undefined ? found : { id: '', item: principal }
}
const labelOf = (found: ReturnType<typeof rowOf>) => heldParts(found.item).label

test('the label of an address is never matched to another but the one that it is an alias of, with every part confirmed', () => {
  for (const search of worlds) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = rowOf(search)
      const match = matchAddress(search, labelOf(found))
      if (match.id === '') continue
      assert.equal(match.address, labelOf(shownFor(search, found)))
      assert.equal(match.verdict, 'exact')
      assert.ok(match.confidence > 0.99)
      assert.ok(match.parts.every(({ state }) => state === 'confirmed'))
    }
  }
})

test('a label that is compared part by part differs in nothing, as one that is only recognised', () => {
  for (const search of worlds) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const held = heldParts(rowOf(search).item)
      // Sources may write any label.
      if (!held.label.endsWith(held.postcode)) continue
      const { differences } = compare(new TypedWords(held.label, countryOf(search.product)), held)
      assert.deepEqual([...differences], [], held.label)
    }
  }
})

test('with a number or a unit that does not exist no match is accepted', () => {
  for (const search of worlds) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { unit, first, label } = heldParts(rowOf(search).item)
      const part = unit !== '' && random.chance(0.5) ? unit : first
      if (!/\d/.test(part)) continue
      const other = label.replace(new RegExp(`\\b${part}\\b`, 'i'), `${7000 + random.below(999)}`)
      const match = matchAddress(search, other)
      assert.equal(match.id, '', `${other} was matched to ${match.address}`)
    }
  }
})

test('verdict, parts and candidates never contradict each other, whatever the line', () => {
  for (const search of worlds) {
    for (let tries = 0; tries < TRIES; tries += 1)
      assertConsistent(matchAddress(search, messed(labelOf(rowOf(search)))))
  }
})

/** Words dropped, doubled, swapped and cut. */
function messed(label: string): string {
  const words = label.split(' ')
  for (let times = random.below(4); times > 0; times -= 1) {
    const at = random.below(words.length)
    const word = words[at] ?? ''
    const changed = [[], [word, word], [word.slice(1)], [`${word}/`], ['14C', word], [word, 'ZZ']]
    words.splice(at, 1, ...random.pick(changed))
  }
  return words.join(' ')
}

function assertConsistent(match: Match): void {
  const { verdict, confidence, id, address, parts, candidates, reason } = match
  const isGiven = verdict === 'exact' || verdict === 'corrected'
  const text = JSON.stringify(match)
  assert.equal(id !== '', isGiven, text)
  assert.equal(address !== '', isGiven, text)
  assert.equal(reason === '', isGiven, text)
  assert.ok(confidence >= 0 && confidence <= 1, text)
  assert.ok(candidates.length <= 3, text)
  const shares = candidates.map((each) => each.confidence)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
    text,
  )
  assert.ok(shares.reduce((sum, each) => sum + each, 0) <= 1.000001, text)
  if (verdict === 'not-found') assert.equal(confidence, 0, text)
  if (verdict === 'exact')
    assert.ok(
      parts.every(({ state }) => state === 'confirmed' || state === 'inferred'),
      text,
    )
  if (!isGiven) return
  const decisive = parts.filter(({ name }) =>
    ['unit', 'level', 'number', 'street', 'type'].includes(name),
  )
  assert.ok(
    decisive.every(({ state }) => state !== 'contradicted' && state !== 'missing'),
    text,
  )
}
