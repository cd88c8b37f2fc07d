// The lists of planted faults fit the source, and tests see a sample of them.
// Covers: test/planted/**

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Fault, ROOT, readFaults, withFault } from './fault-list.ts'
import { guardsOf } from './guards.ts'
import { PlantedCopy } from './planting.ts'
import { plantAll, sampleOf } from './rounds.ts'
import { faultsByRule } from './rules.ts'

/** The same ones each time; `npm run planted` plants all of them. */
const SAMPLE = Number(process.env.PLANTED_SAMPLE ?? 1)
const SEED = Number(process.env.PLANTED_SEED ?? 1)

const FAULTS = readFaults()

test('every fault stands in the list of its room, its text is in the source once, and its tests are there', () => {
  assert(FAULTS.length >= 200 && FAULTS.length <= 300, `${FAULTS.length} faults`)
  const texts = new Map<string, string>()
  for (const fault of FAULTS) {
    const [, room] = /^src\/([^/]+)\//.exec(fault.file) ?? []
    assert.equal(fault.at.split(':', 1)[0], `${room}.txt`, fault.file)
    const text = texts.get(fault.file) ?? readFileSync(join(ROOT, fault.file), 'utf8')
    texts.set(fault.file, text)
    assert.notEqual(withFault(fault, text), text, fault.at)
    assert(fault.guards.length > 0, `${fault.at} has no test`)
    for (const { path } of fault.guards) assert(existsSync(join(ROOT, path)), path)
  }
})

const NO_FAULT: Fault = {
  at: 'here',
  file: 'src/lib/element-at.ts',
  breaks: 'nothing',
  lines: ['// Reads an element that is known to be there.'],
  becomes: ['// Changed.'],
  guards: [{ path: 'test/lib/element-at.test.ts', named: undefined }],
}

test('what breaks nothing survives, and what breaks something is caught', async (t) => {
  const copy = new PlantedCopy()
  t.after(() => copy.remove())
  const harmless = await copy.tryOut(NO_FAULT)
  assert.equal(harmless.isCaught, false, harmless.by)
  const fatal = await copy.tryOut({ ...NO_FAULT, becomes: ["throw new Error('planted')"] })
  assert.equal(fatal.isCaught, true)
})

test('rules move edges, drop guards and conditions of SQL, and leave texts and comments alone', () => {
  const made = faultsByRule('src/webhooks/deliveries.ts', [])
  const text = readFileSync(join(ROOT, 'src/webhooks/deliveries.ts'), 'utf8')
  const names = new Set(made.map(({ breaks }) => breaks.split(':', 1)[0]))
  for (const name of ['edge', 'number', 'guard', 'await', 'sql and', 'sql edge', 'sql null']) {
    assert.ok(names.has(name), name)
  }
  for (const fault of made) {
    assert.notEqual(withFault(fault, text), text, fault.breaks)
    const [, shown = ''] = /^[^:]*: (.*?) {2}=> /.exec(fault.breaks) ?? []
    assert.ok(!/^(?:\/\/|\*|import )/.test(shown), shown)
  }
})

test('a source is seen by its own test first, then by those that say that they cover it', () => {
  const paths = guardsOf('src/webhooks/delivery/settle.ts').map(({ path }) => path)
  assert.equal(guardsOf('src/lib/periodic.ts')[0]?.path, 'test/lib/periodic.test.ts')
  assert.ok(paths.includes('test/webhooks/delivery/upkeep.test.ts'), paths.join(' '))
  assert.ok(!paths.some((path) => path.includes('/crash/')), paths.join(' '))
})

test('tests see a sample of the planted faults', async () => {
  const sample = sampleOf(FAULTS, SAMPLE, SEED)
  const outcomes = await plantAll(sample, 2, () => {})
  const survivors = outcomes.filter(({ isCaught }) => !isCaught)
  assert.deepEqual(
    survivors.map(({ fault }) => `${fault.at} ${fault.file}: ${fault.breaks}`),
    [],
  )
})
