// What changed, over HTTP: the change log in pages, and the watch list with what became of each id.
// Covers: src/endpoints/watch/**, src/watch/**

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addApiKey } from '../../../src/account/keys/account-keys.ts'
import { buildIndex, sourceOfRows } from '../../../src/engine/engine.ts'
import { releasesIn } from '../../../src/releases/release-folder.ts'
import { testService } from '../../support/running.ts'

const running = await testService({ settings: { THREADS: '2' } })
const { directory } = releasesIn(running.dataDir)
const holder = await running.account('au', 'trial')

function row(id: number, numberFirst = String(id), postcode = '3999') {
  const street = { streetName: 'ZEBRA', streetType: 'STREET', localityName: 'TOWN', state: 'VIC' }
  return { addressDetailPid: `GAVIC${id}`, numberFirst, ...street, postcode }
}

async function use(rows: ReturnType<typeof row>[], day: string): Promise<string> {
  const source = sourceOfRows('au', rows)
  const { release } = await buildIndex(source, { directory, now: Date.parse(day) })
  await running.service.answering.context.operations.useRelease(release, true)
  return release
}

const call = (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') =>
  running.ask(path, holder.adminKey, { method, ...(body && { body: JSON.stringify(body) }) })

const first = await use(
  [1, 2, 3, 4, 10].map((id) => row(id)),
  '2026-01-01',
)
const added = await call('/watch', {
  add: ['GAVIC10', 'GAVIC2', 'GAVIC3', 'GAVIC2', 'GAVIC99', 'GAVIC1'],
})
const second = await use(
  [row(1), row(2, '22'), row(33, '3'), row(4), row(5), row(10)],
  '2026-01-02',
)
const third = await use([row(1), row(2, '22'), row(33, '3'), row(5), row(10)], '2026-01-03')

test('the changes of each release come in pages, by number or from a release on, with ids alone', async () => {
  const { status, json } = await running.ask('/changes?limit=3', holder.apiKey)
  assert.equal(status, 200)
  const { created_at } = json.changes[0]
  const of = (number: number, id: string, kind: string, release: string, more = {}) => {
    return { number, id, kind, ...more, release, created_at }
  }
  const successors = [{ id: 'GAVIC33', inferred: true }]
  assert.deepEqual(json, {
    changes: [
      of(1, 'GAVIC2', 'changed', second),
      of(2, 'GAVIC3', 'retired', second, { successors }),
      of(3, 'GAVIC5', 'added', second),
    ],
    next: 3,
    latest: 5,
  })
  const rest = (await call('/changes?since=3&product=AU')).json
  assert.deepEqual(
    rest.changes.map((each: { number: number; id: string }) => [each.number, each.id]),
    [
      [4, 'GAVIC33'],
      [5, 'GAVIC4'],
    ],
  )
  assert.deepEqual(rest.changes[1].successors, [])
  assert.deepEqual((await call('/changes?since=5')).json, { changes: [], next: 5, latest: 5 })
  const since = async (release: string) =>
    (await call(`/changes?since=${release}`)).json.changes.length
  assert.deepEqual([await since(first), await since(second), await since(third)], [5, 1, 0])
})

test('a since that is not kept, a release that never was and another product are refused by their field', async () => {
  const refused = async (query: string) => {
    const { status, json } = await call(`/changes?${query}`)
    return [status, json.title, json.detail]
  }
  assert.deepEqual(await refused('since=6'), [
    400,
    'since',
    'The last change is number 5. Send that or an earlier one.',
  ])
  assert.deepEqual(await refused('since=au-2020-01-01-abcdef'), [
    ...[400, 'since', 'The changes since this release are no longer kept.'],
  ])
  const words = 'since must be a number or the name of a release.'
  assert.deepEqual(await refused('since=yesterday'), [400, 'since', words])
  assert.deepEqual(await refused('product=uk'), [
    400,
    'product',
    'The product of this account is au.',
  ])
  const { store } = running.service
  const test = await addApiKey(store, holder.accountId, { name: 'test', isTest: true }, 1)
  assert.ok(test.kind === 'made')
  assert.deepEqual((await running.ask('/changes', test.key)).json, {
    changes: [],
    next: 0,
    latest: 0,
  })
})

test('a watch list says what became of each id, and the account hears of it once', async () => {
  assert.deepEqual(added.json, {
    message: '5 IDs added, 0 IDs removed.',
    added: 5,
    removed: 0,
    ids: 5,
  })
  while (await running.service.jobs.watch.round());
  const { json } = await call('/watch?limit=2')
  const { changed_at } = json.watched[1]
  assert.deepEqual(json, {
    ids: 5,
    ids_max: 10_000,
    watched: [
      { id: 'GAVIC1', state: 'unchanged' },
      { id: 'GAVIC2', state: 'changed', changed_at },
    ],
    next: 'GAVIC2',
  })
  const successors = [{ id: 'GAVIC33', inferred: true }]
  assert.deepEqual((await call('/watch?after=GAVIC2')).json.watched, [
    { id: 'GAVIC3', state: 'retired', changed_at, successors },
    { id: 'GAVIC10', state: 'unchanged' },
    { id: 'GAVIC99', state: 'unknown' },
  ])
  const changed = (await call('/watch?changed=true')).json.watched
  assert.deepEqual(
    changed.map(({ id }: { id: string }) => id),
    ['GAVIC2', 'GAVIC3'],
  )
  const events = (await call('/events')).json
  assert.deepEqual(
    events.map(({ kind, body: { type, details } }: Event) => [kind, type, details]),
    [
      ['address-changed', 'data', { id: 'GAVIC2', change: 'changed', release: second }],
      ['address-retired', 'data', { id: 'GAVIC3', release: second, successors }],
    ],
  )
})

interface Event {
  readonly kind: string
  readonly body: { readonly type: string; readonly details: object }
}

test('a file adds all of its ids or names the lines that have none; the plan bounds the list', async () => {
  const imported = async (csv: string) => {
    const { status, json } = await call('/watch/import', { file: csv })
    return [status, json.added ?? json.title, json.ids ?? json.detail]
  }
  assert.deepEqual(await imported('name,ID\nx,GAVIC1\ny,GAVIC50\n'), [200, 1, 6])
  assert.deepEqual(await imported('\uFEFFGAVIC51\r\nGAVIC52\r\n'), [200, 2, 8])
  assert.deepEqual(await imported(''), [400, 'file', 'file is required.'])
  const fault = 'Nothing was added.\nline 2: it has no ID of an address.'
  assert.deepEqual(await imported('name,id\nx,\ny,GAVIC60\n'), [400, 'file', fault])
  assert.deepEqual(await imported('a,b\n1,2'), [
    ...[400, 'file', 'Nothing was added.\nline 1: no column is named id.'],
  ])
  const many = Array.from({ length: 10_000 }, (_, id) => `GAVIC${id + 1000}`).join('\n')
  const detail = 'The watch list has 9,008 IDs and can have at most 10,000.'
  assert.deepEqual(await imported(many), [400, 'file', detail])
  const one = await call('/watch', { add: ['not an id'] })
  assert.deepEqual(
    [one.status, one.json.title, one.json.detail],
    [400, 'add', '"not an id" is not the ID of an address.'],
  )
  assert.equal((await call('/watch?after=%20')).json.title, 'after')
  assert.equal((await running.ask('/watch', holder.apiKey)).status, 403)
  assert.equal((await call('/watch', undefined, 'DELETE')).json.message, 'The watch list is empty.')
  assert.equal((await call('/watch')).json.ids, 0)
})

test('a step whose file is gone is refused like one that is too old, and nothing else fails', async () => {
  const steps = readdirSync(directory).filter((name) => name.endsWith('.1.changes'))
  assert.equal(steps.length, 1)
  rmSync(join(directory, steps[0] ?? ''))
  const { status, json } = await call('/changes')
  assert.deepEqual([status, json.title], [400, 'since'])
  assert.match(json.detail, /^Changes up to number 4 are no longer kept\./)
  assert.equal((await call('/changes?since=4')).json.changes.length, 1)
})
