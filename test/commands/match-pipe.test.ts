// `match -`: a part of a pipe, with what `match FILE` writes and nothing else on standard output.
// Covers: src/lists/matching/piped-input.ts, src/commands/match.ts

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { coreFile } from '../importers/fixtures.ts'
import { runCli } from '../support/cli.ts'
import { inherited } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'doorplate-'))
const CSV = [
  'name,address',
  'A,"3 Wattle St, Exampleton VIC 3999"',
  'B,9999 Nowhere Rd',
  '"C,broken',
]

before(async () => {
  await runCli(['import', 'gnaf-core', written('core.psv', coreFile(30))], { DATA_DIR: folder })
})
after(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function piped(...args: string[]) {
  const child = spawn(process.execPath, [resolve('src/main.ts'), 'match', '-', ...args], {
    env: { ...inherited(), DATA_DIR: folder },
  })
  // A reader that has ended is no fault of the writer.
  child.stdin.on('error', () => undefined)
  return child
}

async function pipe(input: string | Buffer, ...args: string[]) {
  const child = piped('--threads', '1', ...args)
  child.stdin.end(input)
  const exit = new Promise<number | null>((done) => child.on('exit', done))
  const [out, err] = await Promise.all([buffer(child.stdout), text(child.stderr)])
  return { code: await exit, out: out.toString(), err }
}

test('a list through a pipe comes out as its file does, byte for byte', async () => {
  const objects = CSV.slice(1).map((address) => JSON.stringify({ address }))
  for (const [name, lines] of [
    ['list.csv', CSV],
    ['list.ndjson', [...objects, '[1]']],
  ] as const) {
    const input = `${lines.join('\n')}\n`
    const { code, err } = await runCli(['match', written(name, input), '--product', 'au'], {
      DATA_DIR: folder,
    })
    assert.equal(code, 0, err)
    const matched = readFileSync(`${folder}/${name.replace('.', '-matched.')}`, 'utf8')
    const { out, ...rest } = await pipe(input, '--product', 'au')
    assert.equal(rest.code, 0, rest.err)
    assert.equal(out, matched)
  }
})

test('every line is one address with --lines, and each row a row with --no-header', async () => {
  const lines = await pipe('"Rose", 3 Wattle St, Exampleton\nrubbish\n', '--lines')
  assert.match(
    lines.out,
    /^"""Rose"", 3 Wattle St, Exampleton",corrected,.*GAVIC93.*\nrubbish,not-found,/,
  )
  const rows = await pipe('name,3 Wattle St Exampleton\n', '--no-header', '--columns', 'address=2')
  assert.match(rows.out, /^name,3 Wattle St Exampleton,exact,.*GAVIC93/)
})

test('nothing comes out of nothing, and a whole index can be named', async () => {
  assert.deepEqual(await pipe('', '--lines'), { code: 0, out: '', err: '' })
  const [index = ''] = readdirSync(`${folder}/releases`).filter((name) => name.endsWith('.idx'))
  const path = `${folder}/releases/${index}`
  const { out, err } = await pipe('3 Wattle St Exampleton\n', '--lines', '--index', path)
  assert.match(out, /GAVIC93/, err)
  const other = await pipe('3 Wattle St\n', '--lines', '--index', path, '--product', 'uk')
  assert.match(other.err, /--product is uk, but .* is an index for au\.$/m)
  const missing = await pipe('3 Wattle St\n', '--lines', '--index', 'nowhere.idx')
  assert.match(missing.err, /^doorplate: There is no index nowhere\.idx\.$/m)
})

test('what cannot be done with a pipe is said in one sentence', async () => {
  for (const [input, args, sentence] of [
    ['x\n', ['--output', 'x.csv'], '--output cannot be used with standard input.'],
    ['x\n', ['--show'], '--show cannot be used with standard input.'],
    [gzipSync('x\n'), [], 'Standard input is gzip-compressed: send it through gunzip first.'],
  ] as const) {
    const { code, out, err } = await pipe(input, ...args)
    assert.notEqual(code, 0)
    assert.deepEqual([out, err], ['', `doorplate: ${sentence}\n`])
  }
})

test('it ends quietly when its reader goes away', async () => {
  const child = piped('--lines', '--threads', '1')
  child.stdin.write('3 Wattle St, Exampleton VIC 3999\n'.repeat(40_000))
  const errors = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((done) => child.on('exit', done))
  assert.equal(code, 0)
  assert.doesNotMatch(await errors, /EPIPE|Error/)
})
