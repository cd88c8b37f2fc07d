// `match`: what a person is told, and what is written.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { coreFile, Folder } from '../importers/fixtures.ts'
import { runCli } from '../support/cli.ts'
import { copySample } from '../support/sample.ts'

test('match shows how the columns are read, writes the list back and sums up', async (t) => {
  const folder = new Folder(t)
  const cli = (...args: string[]) => runCli(args, { DATA_DIR: folder.path })
  const list = folder.write(
    'list.tsv',
    'id\taddress\n1\t3 Wattle St, Exampleton VIC 3999\n2\t9999 Nowhere Rd, Exampleton VIC 3999\n',
  )
  const without = await cli('match', list)
  assert.equal(without.code, 1)
  assert.match(without.err, /No release of au is in use\. Import one first\.\n$/)
  await cli('import', 'gnaf-core', folder.write('core.psv', coreFile(30)))
  const shown = await cli('match', list, '--show')
  assert.match(shown.out, /^ {2}row 1: 3 Wattle St, Exampleton VIC 3999 → [a-z]+: 3 WATTLE ST, /m)
  const { code, out, err } = await cli('match', list)
  assert.equal(code, 0, err)
  assert.match(
    err,
    /^list\.tsv: product au, utf-8, columns separated by tabs, header in line 1\.$/m,
  )
  assert.match(err, /^ {2}COLUMN +READ AS\n {2}id +-\n {2}address +address$/m)
  assert.match(err, /^list\.tsv: 100%, 2 rows, [\d,]+\/s, took \d+ s$/m)
  assert.match(out, /^not-found +1 +50\.0%$/m)
  assert.match(out, /^ {2}row 2: 9999 Nowhere Rd, Exampleton VIC 3999 → \S.*\.$/m)
  assert.match(out, /^Written: .*list-matched\.tsv$/m)
  const written = readFileSync(`${folder.path}/list-matched.tsv`, 'utf8').split('\n')
  assert.match(written[1] ?? '', /^1\t3 Wattle St, Exampleton VIC 3999\t[a-z]+\t[\d.]+\tGAVIC93\t/)
  assert.equal(written.length, 4)
  const packed = folder.write('list.tsv.GZ', gzipSync(readFileSync(list)))
  assert.match((await cli('match', packed)).out, /^Written: .*list-matched\.tsv\.GZ$/m)
  const same = gunzipSync(readFileSync(`${folder.path}/list-matched.tsv.GZ`)).toString()
  assert.equal(same, written.join('\n'))
})

test('a list that does not say its country is that of the only release, and refused where there are two', async (t) => {
  const folder = new Folder(t)
  const cli = (...args: string[]) => runCli(args, { DATA_DIR: folder.path })
  const list = folder.write('list.csv', 'address\n3 Wattle St\n9 Wattle St\n')
  await cli('import', 'gnaf-core', folder.write('core.psv', coreFile(30)))
  assert.match((await cli('match', list, '--show')).out, /^ {2}row 1: 3 Wattle St → /m)
  const both = new Folder(t)
  await copySample(both.path)
  const { code, err } = await runCli(['match', list, '--show'], { DATA_DIR: both.path })
  assert.equal(code, 1, err)
  assert.match(err, /--product/)
})
