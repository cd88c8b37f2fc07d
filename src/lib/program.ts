// The version of the program, and how its commands are called.

import { existsSync, readFileSync } from 'node:fs'

const PACKAGE = new URL('../../', import.meta.url)

export const VERSION: string = JSON.parse(
  readFileSync(new URL('package.json', PACKAGE), 'utf8'),
).version

/** How a command is called, in the way in which the program was installed. */
export const CALL = callOf(PACKAGE, import.meta.url.endsWith('.ts'))

/** From the folder of the package, with a slash at its end. */
function callOf(folder: URL, isSource: boolean): string {
  if (isSource) {
    // The container image has the sources alone.
    const isClone = existsSync(new URL('scripts/node.sh', folder))
    return isClone ? 'npm run -s doorplate --' : 'node src/main.ts'
  }
  // Next to `node_modules`: that of the project, or the one that npx wrote. A global installation has none.
  const project = new URL('../../package.json', folder)
  if (!existsSync(project)) return 'doorplate'
  const { _npx: npx } = JSON.parse(readFileSync(project, 'utf8'))
  return `npx ${npx?.packages?.[0] ?? 'doorplate'}`
}
