// What is in the examples of deployment must be what the service knows.
// Covers: Dockerfile, compose.yaml, deploy/**, src/settings/config.ts

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SETTINGS } from '../src/settings/config.ts'

/** Of the containers beside it, of Node and of the C library. */
const FOREIGN = /^(POSTGRES_|NODE_|GLIBC_|CMD$)/

const EXAMPLES = {
  Dockerfile: /^(?:ENV|\s+)\s*([A-Z_]+)=/gm,
  'compose.yaml': /^\s+([A-Z_]+):/gm,
  'deploy/systemd/doorplate.service': /^Environment=([A-Z_]+)=/gm,
  'deploy/kubernetes/doorplate.yaml': /^\s+([A-Z_]+):|--from-literal=([A-Z_]+)=/gm,
}

for (const [file, pattern] of Object.entries(EXAMPLES)) {
  test(`${file} sets only what the service reads`, () => {
    const found = [...readFileSync(file, 'utf8').matchAll(pattern)]
    const names = found.map(([, name, other]) => name ?? other)
    assert.ok(names.length >= 3, names.join(', '))
    const unknown = names.filter(
      (name) => !FOREIGN.test(name) && !SETTINGS.some((setting) => setting.name === name),
    )
    assert.deepEqual(unknown, [])
  })
}

test('what the container copies is there', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  const files = copied.flatMap(([, names]) => names.split(' '))
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  assert.deepEqual(
    files.filter((name) => !existsSync(name) || ignored.includes(name)),
    [],
  )
})
