// The table of sections: files have what it lists, and wrong uses do not compile.

import assert from 'node:assert/strict'
import test from 'node:test'
import type { PostalRow } from '../../../src/address/postal.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { entriesOf, IndexSections } from '../../../src/index/file/index-sections.ts'
import { MemoryIndex } from '../../../src/index/file/index-writer.ts'
import {
  NATIONAL_SECTIONS,
  POSTAL_SECTIONS,
  SHARED_SECTIONS,
  sectionTypes,
} from '../../../src/index/file/sections.ts'
import { NamedSuccessors } from '../../../src/index/ids/postal-id.ts'
import type { PostalSource } from '../../../src/index/rows/row-source.ts'
import { built } from '../../search/built.ts'
import { nationalWorld, postalWorld } from '../../search/synthetic.ts'

const STORED_AS: Readonly<Record<string, readonly string[]>> = {
  narrow: ['u8', 'u16', 'u32'],
  number: ['u32'],
  json: ['u8'],
}

test('a file has exactly the sections that the table lists for its product', async () => {
  for (const [world, own] of [
    [nationalWorld(61, 300), NATIONAL_SECTIONS],
    [withWhatFewHave(postalWorld(61, 300)), POSTAL_SECTIONS],
  ] as const) {
    const { path } = await built(world)
    const listed = sectionTypes({ ...SHARED_SECTIONS, ...own })
    const entries = entriesOf(await loadIndex(path))
    assert.deepEqual(entries.map(({ name }) => name).sort(), [...listed.keys()].sort())
    for (const { name, type } of entries) {
      const expected = listed.get(name) ?? ''
      assert.ok((STORED_AS[expected] ?? [expected]).includes(type), `${name} is ${type}`)
    }
  }
})

/** Names in another language and successors of ids have sections only where the data has any. */
function withWhatFewHave(world: PostalSource): PostalSource {
  const [first, ...others] = world.rows() as Iterable<PostalRow>
  const otherNames = { streets: ['Stryd Fawr'], places: ['Caerdydd'] }
  const successors = new NamedSuccessors()
  successors.add({ high: 1, low: 1 }, { high: 2, low: 2 })
  return { ...world, successors, rows: () => [{ ...first, otherNames }, ...others] }
}

test('what is written to a section is read from it, whatever its type', async () => {
  const index = new MemoryIndex()
  await index.add('street.start', Uint32Array.of(0, 7, 4_000_000_000))
  await index.add('street.span', Uint16Array.of(6))
  await index.add('street.flags', Uint8Array.of(5))
  await index.add('record.latitude', Int32Array.of(-1, 2_000_000_000))
  await index.add('street.name', Uint32Array.of(255))
  await index.add('street.place', Uint32Array.of(256))
  await index.add('street.postcode', Uint32Array.of(65_536))
  await index.add('premises.buckets', 17)
  await index.add('kinds.texts', ['', 'UNIT'])
  const sections = new IndexSections(index.finish())
  assert.deepEqual([...sections.get('street.start')], [0, 7, 4_000_000_000])
  assert.deepEqual([...sections.get('street.span')], [6])
  assert.deepEqual([...sections.get('street.flags')], [5])
  assert.deepEqual([...sections.get('record.latitude')], [-1, 2_000_000_000])
  assert.ok(sections.get('street.name') instanceof Uint8Array)
  assert.ok(sections.get('street.place') instanceof Uint16Array)
  assert.deepEqual([...sections.get('street.postcode')], [65_536])
  assert.equal(sections.get('premises.buckets'), 17)
  assert.deepEqual(sections.get('kinds.texts'), ['', 'UNIT'])
})

test('a section that is missing or of another type is refused by name', async () => {
  const index = new MemoryIndex()
  await index.add('street.flags', Uint8Array.of(5))
  const sections = new IndexSections(index.finish())
  assert.throws(
    () => sections.get('street.span'),
    /^Error: it was made by another version of Doorplate .* \(it has no section street\.span of type u16\)/,
  )
})

/** Never called: that each marked line is refused by the compiler is the test, and the marks are errors if not. */
export async function wrongUsesDoNotCompile(sections: IndexSections, writer: MemoryIndex) {
  // @ts-expect-error: there is no such section.
  sections.get('streets.start')
  // @ts-expect-error: the name of a structure is not a section, its parts are.
  sections.get('record.last')
  // @ts-expect-error: lists have no part of this name.
  sections.get('name.strong.bits')
  // @ts-expect-error: a section of u32 is not read as bytes.
  const bytes: Uint8Array = sections.get('street.start')
  // @ts-expect-error: a name that is only known to be text could be anything.
  sections.get(`record.${String(bytes)}.bits`)
  // @ts-expect-error: a section of u32 is not written from i32.
  await writer.add('street.start', Int32Array.of(1))
  // @ts-expect-error: narrow values are made narrow by the writer alone.
  await writer.add('street.name', Uint8Array.of(1))
  // @ts-expect-error: the part of a structure has a type too.
  await writer.add('record.last.bits', Uint8Array.of(1))
  // @ts-expect-error: a single number is not written as an array.
  await writer.add('terms.count', Uint32Array.of(1))
  // @ts-expect-error: templates are texts.
  await writer.add('number.templates', [1])
  // @ts-expect-error: a release says more of itself than its name.
  await writer.add('release', { release: 'au' })
  const start: Uint32Array = sections.get('street.start')
  const last: Uint32Array = sections.get('record.last.before')
  await writer.add('street.start', start)
  await writer.add('record.last.before', last)
}
