// The tables and types of doorplate/client are those of the endpoints.
// Covers: dev/generate.ts, dev/client/**, src/client/client-types.d.ts

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generatedFiles } from '../../dev/generate.ts'

for (const [path, wanted] of generatedFiles()) {
  test(`${path} says what the endpoints are; npm run generate writes it anew`, () => {
    assert.equal(readFileSync(path, 'utf8'), wanted)
  })
}
