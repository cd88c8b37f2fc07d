// The beginning of a list that the page shows before it is sent: whole rows, packed or not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { beginning } from '../../../src/web/lists/new-list.js'

const PREVIEW_BYTES = 262_144

/** So many bytes of rows: alike ones pack to next to nothing, others to half of their size. */
function listOf(bytes: number, isAlike: boolean): string {
  const random = new SeededRandom(3)
  let text = 'Id,Where\n'
  while (text.length < bytes) {
    const cell = isAlike ? '1 Queen St' : Array.from({ length: 12 }, () => random.below(1e9)).join()
    text += `7,"${cell}"\n`
  }
  return text.slice(0, bytes)
}

async function shownOf(file: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await beginning(new Blob([file]))).text()
}

const PACKINGS: [string, (text: string) => Uint8Array<ArrayBuffer>][] = [
  ['as it is', (text) => new TextEncoder().encode(text)],
  ['packed', (text) => new Uint8Array(gzipSync(text))],
]

for (const [how, pack] of PACKINGS) {
  test(`a list that is not long is shown whole, its last row too (${how})`, async () => {
    for (const text of ['', 'a', 'a,b\n1,2', 'a,b\n1,2\n', listOf(PREVIEW_BYTES - 1, true)]) {
      assert.equal(await shownOf(pack(text)), text)
    }
  })

  test(`of a long list whole rows are shown, from the first, and about 256 KB of them (${how})`, async () => {
    for (const isAlike of [true, false]) {
      const text = listOf(4 * PREVIEW_BYTES, isAlike)
      const shown = await shownOf(pack(text))
      assert.ok(text.startsWith(shown))
      assert.ok(shown.endsWith('\n'), shown.slice(-40))
      assert.ok(shown.length > PREVIEW_BYTES - 300, `${shown.length}`)
      assert.ok(shown.length < 2 * PREVIEW_BYTES, `${shown.length}`)
    }
  })

  test(`a first row without an end is shown as far as it was read (${how})`, async () => {
    const text = listOf(4 * PREVIEW_BYTES, false).replaceAll('\n', ' ')
    const shown = await shownOf(pack(text))
    assert.ok(shown.length >= PREVIEW_BYTES && text.startsWith(shown), `${shown.length}`)
  })
}

test('a list as large as the preview is shown whole, and a larger one up to its last whole row', async () => {
  const text = listOf(PREVIEW_BYTES + 1, true)
  assert.notEqual(text.at(-1), '\n')
  assert.equal(await shownOf(new TextEncoder().encode(text.slice(0, -1))), text.slice(0, -1))
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  assert.equal(await shownOf(new TextEncoder().encode(text)), whole)
})

test('of a truncated gzip file, the readable part is shown', async () => {
  const text = listOf(PREVIEW_BYTES / 2, false)
  const packed = gzipSync(text)
  const shown = await shownOf(new Uint8Array(packed.subarray(0, packed.length / 2)))
  assert.ok(shown !== '' && text.startsWith(shown), `${shown.length}`)
  assert.equal(await shownOf(Uint8Array.of(0x1f, 0x8b, 1, 2, 3)), '')
})

test('only what begins as gzip does is unpacked', async () => {
  for (const bytes of [[0x1f], [0x1f, 0x41], [0x41, 0x8b]]) {
    assert.equal((await beginning(new Blob([Uint8Array.from(bytes)]))).size, bytes.length)
  }
})
