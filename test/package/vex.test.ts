// What a release says of known faults in its parts, and that no advisory goes unanswered.
// Covers: dev/package/vex.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billOfMaterials, serialOf } from '../../dev/package/parts.ts'
import { openAdvisories, vexDocument } from '../../dev/package/vex.ts'

const STATEMENT = {
  id: 'GHSA-aaaa-bbbb-cccc',
  part: 'pg',
  state: 'not_affected',
  justification: 'code_not_reachable',
  detail: 'Its native binding is not used.',
} as const

test('a statement points to its part in the bill of materials', () => {
  const bill = JSON.parse(JSON.stringify(billOfMaterials('1.2.3')))
  const vex = JSON.parse(JSON.stringify(vexDocument('1.2.3', serialOf('1.2.3'), [STATEMENT])))
  const [{ id, analysis, affects }] = vex.vulnerabilities
  assert.equal(id, STATEMENT.id)
  assert.equal(analysis.state, 'not_affected')
  const part = bill.components.find(({ name }: { name: string }) => name === 'pg')
  const serial = bill.serialNumber.replace('urn:uuid:', '')
  assert.match(serial, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  assert.deepEqual(affects, [{ ref: `urn:cdx:${serial}/1#${encodeURIComponent(part['bom-ref'])}` }])
  assert.notEqual(serialOf('1.2.4'), serial)
})

test('an advisory of the registry is open until something is said of it', () => {
  const via = [{ url: `https://github.com/advisories/${STATEMENT.id}` }, 'another-part']
  const report = JSON.stringify({ vulnerabilities: { pg: { via }, kysely: { via } } })
  assert.deepEqual(openAdvisories(report, []), [STATEMENT.id])
  assert.deepEqual(openAdvisories(report, [STATEMENT]), [])
  assert.deepEqual(openAdvisories('{"vulnerabilities":{}}'), [])
  assert.equal(openAdvisories('{"error":{}}'), undefined)
  assert.equal(openAdvisories(''), undefined)
})
