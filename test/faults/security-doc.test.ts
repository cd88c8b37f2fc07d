// What docs/security.md says can be checked: the tests that it names, the form of keys, the number of dependencies.
// Covers: docs/security.md, src/lib/log.ts

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CREDENTIAL_KINDS, newCredential } from '../../src/account/keys/credential.ts'
import { maskKeys } from '../../src/lib/log.ts'

const page = readFileSync('docs/security.md', 'utf8')

test('every test that the page names exists', () => {
  const named = [...page.matchAll(/test\/[\w./-]+\.ts/g)].map(([path]) => path)
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter((path) => !existsSync(path)),
    [],
  )
})

test('the pattern for scanners finds every kind of key, and the log masks the same', () => {
  const [, pattern] = /^ {4}(\\b\(\?:api.*)$/m.exec(page) ?? []
  const scanner = new RegExp(pattern ?? assert.fail('The page has no pattern.'))
  for (const kind of CREDENTIAL_KINDS) {
    const text = `x=${newCredential(kind)}&y`
    assert.match(text, scanner)
    assert.equal(
      maskKeys(text),
      text.replace(scanner, (key) => `${key.split('_')[0]}_…`),
    )
  }
  assert.doesNotMatch('api_key=123', scanner)
})

test('the page says what each package is for', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !page.includes(`| \`${name}\` |`)),
    [],
  )
})

test('the number of dependencies is as the page says', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const [, direct, all] = /depends on (\d+) packages directly, on (\d+) with/.exec(page) ?? []
  assert.equal(Object.keys(packages[''].dependencies).length, Number(direct))
  interface Locked {
    readonly dev?: boolean
    readonly devOptional?: boolean
  }
  const node = Object.keys(packages['dev/node'].optionalDependencies)
  const others = [
    '',
    'dev/node',
    ...['doorplate-node', ...node].map((name) => `node_modules/${name}`),
  ]
  const needed = Object.entries<Locked>(packages).filter(
    ([name, { dev, devOptional }]) => !others.includes(name) && !dev && !devOptional,
  )
  assert.equal(needed.length, Number(all))
})
