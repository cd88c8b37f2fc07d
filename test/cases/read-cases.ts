// Reads a table of lines that people reported (line, product, what must come of it, how, and why) and tests each.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { AddressSearch } from '../../src/search/address-search.ts'

const KINDS = ['held', 'first', 'in six', 'nothing', 'validate 200', 'validate 300', 'validate 404']

interface Case {
  readonly line: string
  readonly product: string
  readonly expected: string
  readonly kind: string
  readonly why: string
}

export async function readCases(url: URL): Promise<readonly Case[]> {
  const [, ...lines] = (await readFile(url, 'utf8')).trim().split('\n')
  return lines.map((text) => {
    const [line = '', product = '', expected = '', kind = '', why = ''] = fieldsOf(text)
    return { line, product, expected, kind, why }
  })
}

/** The addresses that the lines are about; they are all that the index of the test holds. */
export function labelsOf(cases: readonly Case[]): readonly string[] {
  return [...new Set(cases.map(({ expected }) => expected).filter((label) => label !== ''))]
}

export function testCases<Address>(
  cases: readonly Case[],
  search: AddressSearch<Address, unknown>,
  labelOf: (address: Address) => string,
): void {
  for (const { line, expected, kind, why } of cases) {
    if (kind === 'held') continue
    test(`${line}: ${kind} ${expected}, ${why}`, () => {
      if (kind.startsWith('validate')) {
        const answer = search.validate({ line, strict: true })
        const status = { one: '200', several: '300', none: '404' }[answer.kind]
        assert.equal(`validate ${status}`, kind)
        if (answer.kind === 'one') assert.equal(labelOf(answer.address), expected)
        return
      }
      const found = search.autocomplete({ term: line, top: 6 }).map(({ item }) => labelOf(item))
      if (kind === 'in six') assert.ok(found.includes(expected), found.join('; '))
      else if (kind === 'nothing') assert.deepEqual(found, [])
      else assert.equal(found[0], expected)
    })
  }
  test('every case says one of the things that can come of a line, and why', () => {
    const odd = cases.filter(({ kind, why }) => !KINDS.includes(kind) || why === '')
    assert.deepEqual(odd, [])
  })
}

function fieldsOf(text: string): readonly string[] {
  const fields = `${text},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)
  return Array.from(fields, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
