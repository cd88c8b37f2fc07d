// A whole file is matched on several threads in the order of its rows, and after any kill it ends up the same.
// Covers: src/lists/matching/{match-thread,match-threads,unfinished-file,match-rows}.ts

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openIndex } from '../../../src/engine/engine.ts'
import type { Reading } from '../../../src/importers/reading/archive.ts'
import { NO_PROGRESS } from '../../../src/importers/reading/progress.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { summaryText } from '../../../src/lists/matching/list-text.ts'
import { type MatchFileRun, matchFile } from '../../../src/lists/matching/match-file.ts'
import { openMatchList } from '../../../src/lists/matching/match-list.ts'
import { MatchThreads } from '../../../src/lists/matching/match-threads.ts'
import { buildOneStreet, HOUSES } from './one-street.ts'

const ROWS = 1600

const folder = mkdtempSync(join(tmpdir(), 'doorplate-match-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const { path: indexPath, release } = await buildOneStreet(at('releases'))
const { memory } = await openIndex(indexPath, 'au')
const threads = new MatchThreads(2, memory)
after(() => threads[Symbol.asyncDispose]())

/** A list that names its houses over and over, with rows that have no address. */
const rows = Array.from({ length: ROWS }, (_, row) => {
  const number = (row % HOUSES) + 1
  return row % 7 === 0 ? `${row + 1},` : `${row + 1},"${number} Wattle St, Exampleton VIC 3999"`
})
const content = `id,address\n${rows.join('\n')}\n`
const path = at('list.csv')
writeFileSync(path, content)

let ms = 0
async function runOf(output: string, more: Partial<MatchFileRun> = {}) {
  const list = await openMatchList(path)
  return matchFile({
    ...{ path, list, output: at(output), release, threads },
    progress: NO_PROGRESS,
    // A checkpoint behind every block.
    monotonicMs: () => {
      ms += 1000
      return ms
    },
    tell: () => undefined,
    ...more,
  })
}

class Killed extends Error {}

/** Stops the match, as a kill would, once so many rows are written. */
function killedAt(rows: number) {
  const advance = (_: number, done: number) => {
    if (done >= rows) throw new Killed()
  }
  return { ...NO_PROGRESS, advance }
}

test('a list is written back in order, whole, and the same after any number of kills', async () => {
  const summary = await runOf('whole.csv')
  assert.deepEqual([summary.rows, summary.verdicts['not-found']], [ROWS, Math.ceil(ROWS / 7)])
  assert.equal(summary.verdicts.exact + summary.verdicts.corrected, ROWS - Math.ceil(ROWS / 7))
  assert.match(summaryText(summary), /The row has no address\./)
  const whole = readFileSync(at('whole.csv'), 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    whole.slice(1).map((line) => Number.parseInt(line, 10)),
    Array.from({ length: ROWS }, (_, at) => at + 1),
  )
  assert.match(whole[2] ?? '', /^2,"2 Wattle St, Exampleton VIC 3999",[a-z]+,[\d.]+,GAVIC2,/)
  for (const name of ['killed.csv', 'killed.csv.gz']) {
    const lines: string[] = []
    const tell = (line: string) => lines.push(line)
    // Each time one block more, the last of them written behind the checkpoint.
    for (const rows of [500, 500, 1000, 1000]) {
      await assert.rejects(runOf(name, { progress: killedAt(rows), tell }), Killed)
      assert.ok(!existsSync(at(name)), 'nothing is there under its name yet')
    }
    const again = await runOf(name, { tell })
    assert.deepEqual(again, summary)
    assert.deepEqual(lines, ['Continuing after row 500.', 'Continuing after row 1,000.'])
  }
  const killed = readFileSync(at('killed.csv.gz'))
  assert.deepEqual(readFileSync(at('killed.csv'), 'utf8').trimEnd().split('\n'), whole)
  assert.deepEqual(gunzipSync(killed).toString().trimEnd().split('\n'), whole)
  await runOf('whole.csv.gz')
  assert.deepEqual(readFileSync(at('whole.csv.gz')), killed)
  const left = readdirSync(folder).filter((name) => /unfinished|checkpoint/.test(name))
  assert.deepEqual(left, [])
})

test('a list, a release or columns that have changed since a kill are noticed, and it begins again', async () => {
  const lines: string[] = []
  const tell = (line: string) => lines.push(line)
  const kill = () => assert.rejects(runOf('out.csv', { progress: killedAt(1000), tell }), Killed)
  await kill()
  await assert.rejects(runOf('out.csv', { progress: killedAt(1000), release: 'other', tell }))
  utimesSync(path, 1, 1)
  await kill()
  await runOf('out.csv', {
    list: await openMatchList(path, { columns: 'address=2,organisation=1' }),
    tell,
  })
  const out = at('out.csv')
  assert.deepEqual(lines, [
    `${out} was begun before, but the release has changed since: it begins again.`,
    `${out} was begun before, but the list has changed since: it begins again.`,
    `${out} was begun before, but the way its columns are read has changed since: it begins again.`,
  ])
  assert.equal(readFileSync(out, 'utf8').split('\n').length, ROWS + 2)
})

test('a checkpoint that is no checkpoint, or of a file that has lost its end, begins again', async () => {
  const out = at('lost.csv')
  const wholeOf = async (damage: () => void) => {
    const lines: string[] = []
    const tell = (line: string) => lines.push(line)
    await assert.rejects(runOf('lost.csv', { progress: killedAt(1000), tell }), Killed)
    damage()
    const { rows } = await runOf('lost.csv', { tell })
    const text = readFileSync(out, 'utf8')
    rmSync(out)
    assert.deepEqual([rows, text.split('\n').length, lines], [ROWS, ROWS + 2, []])
    return text
  }
  const texts = [
    await wholeOf(() => truncateSync(`${out}.unfinished`, 10)),
    await wholeOf(() => writeFileSync(`${out}.checkpoint`, '{"rows":')),
    await wholeOf(() => writeFileSync(`${out}.checkpoint`, '{"rows":500}')),
    await wholeOf(() => rmSync(`${out}.unfinished`)),
  ]
  assert.equal(new Set(texts).size, 1)
})

test('the share that is shown is that of the rows, though a list is read at once', async () => {
  const shares: number[][] = []
  let total = 0
  const progress = {
    ...NO_PROGRESS,
    begin: (_: string, bytes: number) => {
      total = bytes
    },
    advance: (bytes: number, done: number) => shares.push([bytes / total, done / ROWS]),
  }
  await runOf('shares.csv', { progress })
  assert.equal(shares.length, 4)
  for (const [bytes = 0, rows = 0] of shares) assert.ok(Math.abs(bytes - rows) < 0.05, `${bytes}`)
})

test('progress of a match that goes on counts what is left', async () => {
  const calls: number[][] = []
  const progress = {
    begin: (_: string, bytes: number) => calls.push([bytes]),
    advance: (bytes: number, done: number) => calls.push([bytes, done]),
    end: () => calls.push([]),
  }
  await assert.rejects(runOf('on.csv', { progress: killedAt(1000) }), Killed)
  await runOf('on.csv', { progress })
  assert.deepEqual(
    calls.map(([, done]) => done),
    [undefined, 500, 1000, 1100, undefined],
  )
  const [[total] = []] = calls
  assert.ok(total !== undefined && total < content.length)
  for (const [bytes = 0] of calls) assert.ok(bytes <= total)
})

test('a thread that dies or is closed fails what waits for it, and nothing hangs', async () => {
  const { layout } = await openMatchList(path)
  const rows = [{ row: 1, line: 1, cells: ['1', 'x'], json: '', fault: '' }]
  const block = { rows, layout, isPacked: false }
  const closed = new MatchThreads(2, memory)
  assert.equal(closed.blocksMax, 6)
  const waiting = [closed.match(block), closed.match(block), closed.match(block)]
  await closed[Symbol.asyncDispose]()
  for (const each of waiting) {
    await assert.rejects(each, { message: 'The thread for match has stopped.' })
  }
  await using dying = new MatchThreads(1, memory)
  // A layout that no thread can use.
  const unusable = { ...block, layout: { ...layout, reads: undefined as never } }
  await assert.rejects(dying.match(unusable), { name: 'TypeError' })
})

test('what cannot be written is said in one sentence, and an output that is there is left alone', async () => {
  await assert.rejects(runOf('list.csv'), {
    message: `${path} already exists; move it away or give another with --output.`,
  })
  assert.equal(readFileSync(path, 'utf8'), content)
  await assert.rejects(runOf('none/out.csv'), {
    message: `${at('none/out.csv')} cannot be written: its folder does not exist.`,
  })
  const full = at('full.csv')
  symlinkSync('/dev/full', `${full}.unfinished`)
  await assert.rejects(runOf('full.csv'), {
    message: `There is no room left to write ${full}; free some space and run the same command again: it continues where it stopped.`,
  })
})

/** The list as it is written where nothing fails. */
async function sound(): Promise<string> {
  if (!existsSync(at('sound.csv'))) await runOf('sound.csv')
  return readFileSync(at('sound.csv'), 'utf8')
}

/** What every open file does, done otherwise until the end of the test. */
async function withFiles<Name extends 'write' | 'writeFile' | 'datasync' | 'sync' | 'truncate'>(
  t: TestContext,
  name: Name,
  made: (own: FileHandle[Name]) => FileHandle[Name],
): Promise<void> {
  await using file = await open(path, 'r')
  const files = Object.getPrototypeOf(file) as FileHandle
  const own = files[name]
  files[name] = made(own)
  t.after(() => {
    files[name] = own
  })
}

test('a disk that takes a few bytes at a time has all of them in the end', async (t) => {
  const write = (own: FileHandle['write']) => {
    type Write = (
      this: FileHandle,
      bytes: Uint8Array,
      at: number,
      length: number,
      place: number,
    ) => unknown
    const whole = own as Write
    const some: Write = function (bytes, at, length, place) {
      return whole.call(this, bytes, at, Math.min(length, 7001), place)
    }
    return some as FileHandle['write']
  }
  await withFiles(t, 'write', write)
  await runOf('bit-by-bit.csv')
  assert.equal(readFileSync(at('bit-by-bit.csv'), 'utf8'), await sound())
})

for (const [name, times, code, behind] of [
  ['write', 3, 'ENOSPC', 500],
  ['writeFile', 2, 'EDQUOT', 500],
  ['datasync', 5, 'EIO', 1000],
  ['sync', 1, 'EIO', 1600],
] as const) {
  test(`a ${name} that fails with ${code} is told, and the same command continues where it stopped`, async (t) => {
    const output = `failed-${name}.csv`
    let left = times
    await withFiles(t, name, (own) => {
      return function (this: FileHandle, ...given: unknown[]) {
        left -= 1
        if (left === 0) throw Object.assign(new Error(code), { code })
        return (own as (...given: unknown[]) => unknown).apply(this, given)
      } as FileHandle[typeof name]
    })
    const room = `There is no room left to write ${at(output)}; free some space and run the same command again: it continues where it stopped.`
    await assert.rejects(runOf(output), {
      message: code === 'EIO' ? `${at(output)} cannot be written: the system says EIO.` : room,
    })
    assert.ok(!existsSync(at(output)))
    const lines: string[] = []
    const summary = await runOf(output, { tell: (line) => lines.push(line) })
    assert.deepEqual(lines, [`Continuing after row ${behind.toLocaleString('en-GB')}.`])
    assert.equal(summary.rows, ROWS)
    assert.equal(readFileSync(at(output), 'utf8'), await sound())
    assert.deepEqual(
      readdirSync(folder).filter((each) => each.startsWith(`${output}.`)),
      [],
    )
  })
}

test('a list that turns out to be damaged further on leaves nothing behind', async () => {
  const list = await openMatchList(path)
  const { input } = list
  assert.ok('open' in input)
  const open = async function* (reading: Reading) {
    yield* input.open(reading)
    throw new ImportRefused('list.csv is damaged.')
  }
  const before = readdirSync(folder)
  await assert.rejects(runOf('damaged.csv', { list: { ...list, input: { ...input, open } } }), {
    message: 'list.csv is damaged.',
  })
  assert.deepEqual(readdirSync(folder), before)
})
