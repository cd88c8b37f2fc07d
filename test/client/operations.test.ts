// The tables and types of doorplate/client are those of the endpoints.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { operationsModule, operationsTypes } from '../../src/reference/client-source.ts'
import { ENDPOINTS } from '../../src/routes.ts'

const FOLDER = join(import.meta.dirname, '../../src/client')
const isWriting = process.env.UPDATE_CLIENT === '1'

for (const [file, wanted] of [
  ['operations.js', operationsModule(ENDPOINTS)],
  ['client-types.d.ts', operationsTypes(ENDPOINTS)],
]) {
  test(`${file} says what the endpoints are; UPDATE_CLIENT=1 writes it anew`, () => {
    const path = join(FOLDER, file)
    if (isWriting) writeFileSync(path, wanted)
    assert.equal(readFileSync(path, 'utf8'), wanted)
  })
}
