// Reads a table of lines that people reported: the line, the product, what must come of it, how, and why.

import { readFile } from 'node:fs/promises'

interface Case {
  readonly line: string
  readonly expected: string
  readonly kind: string
  readonly why: string
}

export async function readCases(url: URL): Promise<readonly Case[]> {
  const [, ...lines] = (await readFile(url, 'utf8')).trim().split('\n')
  return lines.map((text) => {
    const [line = '', , expected = '', kind = '', why = ''] = fieldsOf(text)
    return { line, expected, kind, why }
  })
}

function fieldsOf(text: string): readonly string[] {
  const fields = `${text},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)
  return Array.from(fields, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
