// The tables and types of doorplate/client are those of the endpoints.
// Covers: src/reference/client-source.ts, src/client/client-types.d.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationsModule, operationsTypes } from '../../src/reference/client-source.ts'
import { ENDPOINTS } from '../../src/routes.ts'

const isWriting = process.env.UPDATE_CLIENT === '1'

for (const [path, wanted] of [
  ['src/client/operations.js', operationsModule(ENDPOINTS)],
  ['src/client/client-types.d.ts', operationsTypes(ENDPOINTS)],
]) {
  test(`${path} says what the endpoints are; UPDATE_CLIENT=1 writes it anew`, () => {
    if (isWriting) writeFileSync(path, wanted)
    assert.equal(readFileSync(path, 'utf8'), wanted)
  })
}
