// Where a logo can be shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOGO_TYPES, OWN_BRAND, pictureOf } from '../../../src/lib/brand/brand.ts'

test('a logo is printed and mailed where readers of mail and of PDF show it, and SVG is not', () => {
  const content = Buffer.from('x')
  for (const [ending, contentType] of Object.entries(LOGO_TYPES)) {
    const logo = { contentType, content }
    assert.equal(pictureOf({ name: 'A', logo }), ending === '.svg' ? undefined : logo)
  }
  assert.equal(pictureOf(OWN_BRAND), undefined)
})
