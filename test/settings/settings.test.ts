// The table of settings in docs/operating.md is the one in the code: names, defaults, and what each is for.
// Covers: src/settings/config.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { COUNTRIES } from '../../src/countries/country.ts'
import { SETTINGS } from '../../src/settings/config.ts'

const DOCUMENT = 'docs/operating.md'
const BEGIN =
  '<!-- settings: written by UPDATE_DOCS=1 npm run -s node -- --test test/settings/settings.test.ts -->\n'
const END = '<!-- end of settings -->'

test('the operating guide has every setting with its default and its purpose, and no other', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  const from = document.indexOf(BEGIN) + BEGIN.length
  const to = document.indexOf(END)
  assert.ok(from >= BEGIN.length && to > 0)
  const expected = settingsTable()
  if (process.env.UPDATE_DOCS === '1') {
    writeFileSync(DOCUMENT, document.slice(0, from) + expected + document.slice(to))
    return
  }
  assert.equal(document.slice(from, to), expected)
})

/** The purpose of a setting is the comment above it. What differs by country stands in it in braces. */
function settingsTable(): string {
  const source = readFileSync('src/settings/config.ts', 'utf8')
  const comments = source.matchAll(
    /\/\*\* (.+) \*\/\n +\w+: (?:ofEach\(\(country\) =>\s+)?(?:secretS|s)etting\(\s*(?:nameOf\()?'(\w+)'/g,
  )
  const purposes = new Map(
    [...comments].flatMap(([, purpose = '', name = '']): [string, string][] => [
      [name, purpose],
      ...COUNTRIES.map((country): [string, string] => [
        `${name}_${country.product.toUpperCase()}`,
        purpose.replace(/\{(\w+)\}/g, (_, member) => String(Reflect.get(country, member))),
      ]),
    ]),
  )
  const rows = SETTINGS.map(({ name, fallback, isSecret }) => {
    const purpose = purposes.get(name)
    assert.ok(purpose !== undefined, `${name} has a comment of one line above it`)
    const names = isSecret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${names} | ${fallback.replaceAll(',', ', ') || 'empty'} | ${purpose} |`
  })
  return ['| Setting | Default | Purpose |', '|---|---|---|', ...rows, ''].join('\n')
}
