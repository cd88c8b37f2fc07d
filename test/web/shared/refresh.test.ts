// When a page refreshes by itself.
// Covers: src/web/shared/parts.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshLater } from '../../../src/web/shared/parts.js'

const A_MINUTE = 60_000

test('a page refreshes once its tab is visible, not before, and not after the person has left it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const tab = { hidden: true }
  Object.assign(globalThis, { document: tab })
  const place = { isConnected: true } as HTMLElement
  let shown = 0
  const show = async () => {
    shown += 1
  }
  const pass = () => {
    for (let at = 0; at < 10; at++) t.mock.timers.tick(A_MINUTE)
    return shown
  }
  refreshLater(place, show)
  assert.equal(pass(), 0)
  tab.hidden = false
  assert.equal(pass(), 1)
  refreshLater({ isConnected: false } as HTMLElement, show)
  assert.equal(pass(), 1)
})
