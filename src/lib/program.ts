// What the program knows of itself: its version, and how a person calls it where it is installed.

import { readFileSync } from 'node:fs'

/** Of the package: semantic, and the same in `--version` and at `/health`. */
export const VERSION: string = readVersion()

/** How a command is called: from the sources of a clone, or from the package. */
export const CALL = import.meta.url.endsWith('.ts') ? 'npm run -s doorplate --' : 'npx doorplate'

function readVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return JSON.parse(file).version
}
