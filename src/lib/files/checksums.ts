// The SHA-256 of each file of an installed package: written when it is built, checked whenever it starts.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** In the folder of the program; `sha256sum --check` reads it too. */
export const SUMS_NAME = 'SHA256SUMS'

export function checksums(root: string, names: readonly string[]): string {
  return names
    .map((name) => `${hash('sha256', readFileSync(join(root, name)))}  ${name}\n`)
    .join('')
}

/** The first file of the package that is missing or not what it was when its program's folder was built. */
export function changedFile(program: string): string | undefined {
  const root = dirname(program)
  const sums = contentIfThere(join(program, SUMS_NAME))
  if (sums === undefined) return join(basename(program), SUMS_NAME)
  for (const [, sum, name = ''] of String(sums).matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
    const content = contentIfThere(join(root, name))
    if (content === undefined || hash('sha256', content) !== sum) return name
  }
  return undefined
}

function contentIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
