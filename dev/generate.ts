// `npm run generate`: writes the tables and types of doorplate/client; `-- sample`: sample data; `-- coast FILE`: maps.

import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { ImportSource } from '../src/index/rows/row-source.ts'
import { ENDPOINTS } from '../src/routes.ts'
import type { Columns } from '../src/sample/sample.ts'
import { operationsSource } from './client/operations-source.ts'
import { typesSource } from './client/types-source.ts'
import { coastFiles } from './coast.ts'
import { sampleNewZealandSource } from './sample/nz/sample-nz.ts'
import { sampleNationalSource } from './sample/sample-national.ts'
import { samplePostalSource } from './sample/sample-postal.ts'

const MARK = '// Everything below is written by `npm run generate`.\n'

/** The text that each of the files should have. */
export function generatedFiles(): [path: string, text: string][] {
  return [
    ['src/client/operations.js', operationsSource(ENDPOINTS)],
    ['src/client/client-types.d.ts', typesSource(ENDPOINTS)],
  ].map(([path = '', source = '']) => [path, `${headOf(path)}${MARK}\n${source}`])
}

/** What people wrote stays. */
function headOf(path: string): string {
  const [head = ''] = readFileSync(path, 'utf8').split(MARK)
  return head
}

/** By columns, so that it packs well and is read fast. */
async function writeSample(source: ImportSource): Promise<void> {
  const rows = await Array.fromAsync<object>(source.rows())
  const fields = Object.keys(rows[0] ?? {})
  const columns: Columns = Object.fromEntries(
    fields.map((field) => [field, rows.map((row) => Reflect.get(row, field))]),
  )
  const packed = brotliCompressSync(JSON.stringify({ ...source, columns }))
  writeFileSync(`src/sample/${source.product}.json.br`, packed)
}

if (import.meta.main) {
  if (process.argv[2] === 'sample') {
    const sources = [sampleNationalSource(), sampleNewZealandSource(), samplePostalSource()]
    for (const source of sources) await writeSample(source)
  } else if (process.argv[2] === 'coast') {
    for (const [path, text] of coastFiles(process.argv[3] ?? '')) writeFileSync(path, text)
  } else for (const [path, text] of generatedFiles()) writeFileSync(path, text)
}
