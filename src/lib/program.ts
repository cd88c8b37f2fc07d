// The version of the program, and how its commands are called.

import { readFileSync } from 'node:fs'

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** How a command is called: from the sources of a clone, or from the package. */
export const CALL = import.meta.url.endsWith('.ts') ? 'npm run -s doorplate --' : 'npx doorplate'
