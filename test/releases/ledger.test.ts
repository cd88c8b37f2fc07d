// The id ledger: it knows every id that was ever served, whatever releases follow each other, and never half a file.
// Covers: src/releases/ledger/**, src/releases/{address-parts,compare-releases}.ts

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Change, ChangeStep } from '../../src/address/change.ts'
import type { NationalRow } from '../../src/address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../src/address/postal.ts'
import type { Product } from '../../src/address/product.ts'
import type { RetiredId, Successor } from '../../src/address/retired-id.ts'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { buildChanged } from '../../src/index/build/build.ts'
import { NamedSuccessors, postalIdOf, postalIdText } from '../../src/index/ids/postal-id.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { stepPath } from '../../src/releases/ledger/change-log.ts'
import { ChangeFile } from '../../src/releases/ledger/change-step.ts'
import { changedIds } from '../../src/releases/ledger/changed-ids.ts'
import { fromSortable, toSortable } from '../../src/releases/ledger/id-keys.ts'
import { loadRetired } from '../../src/releases/ledger/ledger.ts'
import { type Releases, releasesIn } from '../../src/releases/release-folder.ts'
import { Data } from '../../src/releases/served-data.ts'
import { runs } from '../support/runs.ts'
import { newDataDir } from '../support/stores.ts'

const HISTORIES = runs(5)

/** An address of the model: its id, its text, its text with any postcode of the neighbourhood, and its principal. */
interface Held {
  readonly id: string
  readonly text: string
  readonly nearby: string
  readonly principal: string
}

/** What the ledger must know, by brute force over texts. */
class Model {
  current = new Map<string, Held>()
  readonly retired = new Map<string, RetiredId>()
  /** Of the last step, by id. */
  changes = new Map<string, Change>()
  #release = ''

  /** `told` is what the source says that ids continue as. */
  use(release: string, held: readonly Held[], named: Named): void {
    const next = new Map(held.map((each) => [each.id, each]))
    this.changes = new Map()
    const change = (id: string, kind: Change['kind'], successors: readonly Successor[] = []) =>
      this.changes.set(id, { id, kind, successors })
    for (const { id, text } of held) {
      const before = this.current.get(id)
      if (before === undefined) change(id, 'added')
      else if (before.text !== text) change(id, 'changed')
    }
    for (const gone of this.current.values()) {
      if (next.has(gone.id)) continue
      const inferred = named.has(gone.id) ? undefined : this.#successorOf(gone, next)
      const successors = inferred === undefined ? namedOf(named, gone.id) : [inferred]
      this.retired.set(gone.id, { release: this.#release, successors })
      change(gone.id, 'retired', successors)
    }
    for (const id of next.keys()) this.retired.delete(id)
    for (const [id, { release: last }] of this.retired) {
      if (named.has(id)) this.retired.set(id, { release: last, successors: namedOf(named, id) })
    }
    this.current = next
    this.#release = release
  }

  #successorOf(gone: Held, next: ReadonlyMap<string, Held>): Successor | undefined {
    if (next.has(gone.principal)) return { id: gone.principal, inferred: false }
    const held = [...next.values()]
    const same = held.filter(({ text }) => text === gone.text)
    const near = held.filter(({ id, nearby }) => nearby === gone.nearby && !this.current.has(id))
    const found = same.length > 0 ? same : near
    return found.length === 1 && found[0] ? { id: found[0].id, inferred: true } : undefined
  }

  find(id: string): RetiredId | undefined {
    const known = this.retired.get(id)
    if (known === undefined) return undefined
    const ends: Successor[] = []
    const waiting = [...known.successors]
    const seen = new Set([id])
    for (const each of waiting) {
      if (seen.has(each.id)) continue
      seen.add(each.id)
      if (this.current.has(each.id)) ends.push(each)
      else {
        for (const next of this.retired.get(each.id)?.successors ?? [])
          waiting.push({ id: next.id, inferred: next.inferred || each.inferred })
      }
    }
    return { release: known.release, successors: ends }
  }
}

type Named = ReadonlyMap<string, ReadonlySet<string>>

function namedOf(named: Named, id: string): readonly Successor[] {
  return [...(named.get(id) ?? [])].map((successor) => ({ id: successor, inferred: false }))
}

/** An address of a history: few texts, so that many addresses share one. */
interface Chosen {
  readonly id: number
  readonly number: number
  readonly street: number
  readonly postcode: number
  readonly alias: number
}

const chosen = fc.record({
  id: fc.nat(24),
  number: fc.nat(3),
  street: fc.nat(1),
  postcode: fc.nat(2),
  alias: fc.nat(5),
})
/** Each step is a release, or goes back to one of those before. */
const history = fc.array(
  fc.record({
    rows: fc.uniqueArray(chosen, { minLength: 1, maxLength: 14, selector: ({ id }) => id }),
    named: fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 8 }),
    back: fc.option(fc.nat(4)),
  }),
  { minLength: 2, maxLength: 6 },
)

const IDS = {
  // With and without a number, and of several prefixes, which come and go.
  au: (id: number) =>
    id > 22 ? `SITE-${'AB'[id - 23]}` : `${['GAVIC', 'GANSW', ''][id % 3]}${id + 1}`,
  uk: (id: number) => postalIdText(postalIdOf({ ...EMPTY_POSTAL_ROW, sourceKey: `K${id}` })),
}

const POSTCODES = { au: ['3121', '3122', '7025'], uk: ['SK1 1AA', 'SK1 1AB', 'M1 1AA'] }

function nationalRow(each: Chosen, rows: readonly Chosen[]): Partial<NationalRow> {
  const principal = rows[each.alias]
  const isAlias = principal !== undefined && principal.id !== each.id && principal.alias === 5
  return {
    addressDetailPid: IDS.au(each.id),
    numberFirst: String(each.number + 1),
    streetName: `STREET ${each.street}`,
    localityName: 'EXAMPLETON',
    state: 'VIC',
    postcode: POSTCODES.au[each.postcode] ?? '',
    aliasPrincipal: isAlias ? 'A' : 'P',
    principalPid: isAlias ? IDS.au(principal.id) : '',
  }
}

function postalRow(each: Chosen): Partial<PostalRow> {
  return {
    sourceKey: `K${each.id}`,
    buildingNumber: String(each.number + 1),
    thoroughfare: `Street ${each.street}`,
    townOrCity: 'Stockport',
    postcode: POSTCODES.uk[each.postcode] ?? '',
  }
}

function heldOf(product: 'au' | 'uk', each: Chosen, rows: readonly Chosen[]): Held {
  const postcode = POSTCODES[product][each.postcode] ?? ''
  const street = `${each.number} ${each.street}`
  const district = product === 'uk' ? postcode.split(' ')[0] : ''
  const principal = product === 'au' ? (nationalRow(each, rows).principalPid ?? '') : ''
  const id = IDS[product](each.id)
  return { id, text: `${street} ${postcode}`, nearby: `${street} ${district}`, principal }
}

/** What a source says that ids continue as, by the numbers of both. */
type Pairs = readonly (readonly [id: number, successor: number])[]

function namedSuccessors(pairs: Pairs): NamedSuccessors {
  const named = new NamedSuccessors()
  const idOf = (id: number) => postalIdOf({ ...EMPTY_POSTAL_ROW, sourceKey: `K${id}` })
  for (const [id, successor] of pairs) named.add(idOf(id), idOf(successor))
  return named
}

/** No source of `au` says it. */
function namedTexts(product: 'au' | 'uk', pairs: Pairs): Named {
  const named = new Map<string, Set<string>>()
  if (product === 'au') return named
  for (const [id, successor] of pairs) {
    const known = named.get(IDS.uk(id)) ?? new Set()
    named.set(IDS.uk(id), known.add(IDS.uk(successor)))
  }
  return named
}

async function build(
  product: 'au' | 'uk',
  releases: Releases,
  rows: readonly Chosen[],
  day: number,
  named: Pairs = [],
): Promise<string> {
  const source =
    product === 'au'
      ? sourceOfRows('au', rows.map((each) => nationalRow(each, rows)) as NationalRow[])
      : {
          ...sourceOfRows('uk', rows.map(postalRow) as PostalRow[]),
          successors: namedSuccessors(named),
        }
  const { release } = await buildIndex(source, {
    directory: releases.directory,
    now: day * 86_400_000,
  })
  return release
}

/** By a change set about all addresses that either of the two has, and what to hand to `use`. */
async function buildSet(
  releases: Releases,
  before: string,
  { rows, named }: { readonly rows: readonly Chosen[]; readonly named: Pairs },
  day: number,
) {
  const memory = await releases.memory(before)
  const all = rows.map((each) => ({ ...EMPTY_POSTAL_ROW, ...postalRow(each) }))
  const ids = new Set(Array.from({ length: 25 }, (_, id) => IDS.uk(id)))
  const options = { directory: releases.directory, now: day * 86_400_000 }
  const history = { flags: [], sets: [], until: '' }
  const successors = namedSuccessors(named)
  const set = { rows: all, ids, successors }
  const { release, parts } = await buildChanged(memory, set, history, options)
  return { release, made: { release: before, changed: changedIds(parts, ids) } }
}

const HOW = [
  { product: 'au', by: 'releases' },
  { product: 'uk', by: 'releases' },
  { product: 'uk', by: 'change sets' },
] as const

for (const { product, by } of HOW) {
  test(`over any ${by} of ${product} the ledger says of every id what a list of all of them says`, async (t) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const releases = releasesIn(newDataDir(t))
        const model = new Model()
        const used: { release: string; rows: readonly Chosen[]; named: Pairs }[] = []
        for (const [day, { rows, named, back }] of steps.entries()) {
          const before = back === null ? undefined : used[back]
          const last = by === 'releases' ? undefined : used.at(-1)?.release
          const built =
            last === undefined || before !== undefined
              ? { release: before?.release ?? (await build(product, releases, rows, day, named)) }
              : await buildSet(releases, last, { rows, named }, day)
          const step = { rows, named, ...before, release: built.release }
          used.push(step)
          await releases.use(step.release, 100, 'made' in built ? built.made : undefined)
          model.use(
            step.release,
            step.rows.map((each) => heldOf(product, each, step.rows)),
            namedTexts(product, step.named),
          )
          const ledger = (await loadRetired(releases.ledgerPathOf(product))) ?? assert.fail()
          const isHeld = (id: string) => model.current.has(id)
          for (let id = 0; id <= 30; id++) {
            const text = id > 24 ? `GAVIC9${id}` : IDS[product](id)
            if (isHeld(text)) continue
            assert.deepEqual(ledger.find(text, isHeld), model.find(text), text)
          }
          const isSwitch = day > 0 && used[day - 1]?.release !== step.release
          if (isSwitch) await checkChanges(releases, product, ledger.steps, model)
        }
      }),
      { numRuns: HISTORIES },
    )
  })
}

/** The last step has each change once, in the order of ids, and each is found by its id. */
async function checkChanges(
  releases: Releases,
  product: Product,
  steps: readonly ChangeStep[],
  { changes }: Model,
): Promise<void> {
  const step = steps.at(-1) ?? assert.fail()
  await using file =
    (await ChangeFile.open(stepPath(releases.directory, product, step.number))) ?? assert.fail()
  const stored = await file.page(0, 100)
  const all = stored.map(({ sortable: _, ...change }) => change)
  assert.deepEqual(new Map(all.map((each) => [each.id, each])), changes)
  assert.equal(all.length, step.count)
  const sortable = stored.map((each) => each.sortable)
  assert.deepEqual(sortable, sortable.toSorted())
  for (const [at, key] of sortable.entries()) {
    assert.equal(await file.find(key), at)
    assert.equal(await file.find(`${key}0`), at + 1)
    assert.equal(toSortable(product, all[at]?.id ?? ''), key)
    assert.equal(fromSortable(product, key), all[at]?.id)
    assert.deepEqual(await file.page(at, 1), [stored[at]])
    assert.deepEqual(await file.changesAfter(key, 100), stored.slice(at + 1))
    assert.deepEqual(await file.changesOf(sortable.slice(at)), stored.slice(at))
  }
  const before = steps.at(-2)
  assert.equal(step.from, before?.release ?? step.from)
  assert.equal(step.before, before === undefined ? 0 : before.before + before.count)
}

const ROWS: readonly Chosen[] = Array.from({ length: 20 }, (_, id) => ({
  id,
  number: id,
  street: 0,
  postcode: 0,
  alias: 9,
}))

async function twoReleases(t: TestContext) {
  const dataDir = newDataDir(t)
  const releases = releasesIn(dataDir)
  const first = await build('au', releases, ROWS, 1)
  const second = await build('au', releases, ROWS.slice(4), 2)
  await releases.use(first)
  return { dataDir, releases, first, second, path: releases.ledgerPathOf('au') }
}

test('only its owner can read a ledger, and no other file is left next to it', async (t) => {
  const { releases, second, path } = await twoReleases(t)
  await releases.use(second)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const others = readdirSync(releases.directory).filter((name) => !name.endsWith('.idx'))
  assert.deepEqual(others.sort(), ['au.1.changes', 'au.current', 'au.ledger', 'lock'])
})

test('a release that came into use without the ledger is in it once the next one does', async (t) => {
  const { releases, second, path } = await twoReleases(t)
  rmSync(path)
  await releases.use(second)
  const ledger = await loadRetired(path)
  assert.equal(ledger?.find(IDS.au(0), () => false)?.release.slice(0, 13), 'au-1970-01-02')
})

test('made-up addresses are in no ledger', async (t) => {
  const dataDir = newDataDir(t)
  const log = makeLog('silent', systemClock.now, () => {})
  await new Data(dataDir, systemClock, log).ensure(() => {})
  const { directory } = releasesIn(dataDir)
  assert.deepEqual(
    readdirSync(directory).filter((name) => name.endsWith('.ledger')),
    [],
  )
})

test('a damaged ledger is named in a sentence, and the addresses are still served', async (t) => {
  const { dataDir, releases, first, second, path } = await twoReleases(t)
  await releases.use(second)
  const sound = readFileSync(path)
  const isHeld = () => false
  for (const at of [0, 9, 70, sound.length >> 1, sound.length - 1]) {
    const damaged = Buffer.from(sound)
    damaged[at] = (damaged[at] ?? 0) ^ 0x20
    writeFileSync(path, damaged)
    await assert.rejects(releases.use(first), (error: Error) => {
      assert.equal(error.name, 'OperatorError')
      assert.match(
        error.message,
        /^The id ledger \S+au\.ledger cannot be read: [^\n]+\. Put it back/,
      )
      return true
    })
    assert.equal(await releases.inUse('au'), second)
    const said: string[] = []
    const log = makeLog('info', systemClock.now, (line) => said.push(line))
    const data = new Data(dataDir, systemClock, log)
    await data.ensure(() => {})
    assert.equal(data.searches.au?.release.release, second)
    assert.equal(data.retired('au', IDS.au(0), isHeld), undefined)
    assert.equal(said.filter((line) => line.includes('id ledger refused')).length, 1)
  }
  writeFileSync(path, sound)
  await releases.use(first)
  assert.equal((await loadRetired(path))?.find(IDS.au(0), isHeld), undefined)
})
