// A signed release is verified by the commands in README.md, and a changed one is not.
// Covers: dev/package/release.ts

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { signSums } from '../../dev/package/release.ts'

test('the commands in README verify what was signed, and refuse a changed file or list', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-signed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const key = join(folder, 'key')
  if (spawnSync('ssh-keygen', ['-t', 'ed25519', '-q', '-N', '', '-f', key]).status !== 0) {
    t.skip('ssh-keygen is not installed')
    return
  }
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('doorplate.tgz', 'package')
  put('SHA256SUMS', execFileSync('sha256sum', ['doorplate.tgz'], { cwd: folder }).toString())
  put('allowed_signers', `release@example.com ${readFileSync(`${key}.pub`, 'utf8')}`)
  signSums(folder, key)
  const [, commands = ''] =
    /```sh\n(ssh-keygen -Y verify.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? []
  const verify = () => spawnSync('sh', ['-ec', commands], { cwd: folder }).status
  assert.equal(verify(), 0)
  put('doorplate.tgz', 'packagE')
  assert.notEqual(verify(), 0)
  put('SHA256SUMS', execFileSync('sha256sum', ['doorplate.tgz'], { cwd: folder }).toString())
  assert.notEqual(verify(), 0)
})
