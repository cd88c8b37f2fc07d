// `npm run generate`: writes the tables and types of doorplate/client anew, from the definitions of the endpoints.

import { readFileSync, writeFileSync } from 'node:fs'
import { operationsSource } from '../src/reference/client-operations.ts'
import { typesSource } from '../src/reference/client-types.ts'
import { ENDPOINTS } from '../src/routes.ts'

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

if (import.meta.main) for (const [path, text] of generatedFiles()) writeFileSync(path, text)
