// Libraries of hundreds of modules as a few files: every test file and every service that it starts loads them.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'

/** By what is imported. Together they are 635 modules, which take half a second to load. */
const LIBRARIES: Readonly<Record<string, string>> = {
  kysely: 'kysely',
  typebox: 'typebox',
  'typebox/compile': 'typebox-compile',
  'typebox/value': 'typebox-value',
}

/** Sets the environment in which all processes that are started from now on load them so. */
export async function useBundledLibraries(): Promise<void> {
  const cache = resolve('node_modules/.cache')
  const folder = join(cache, `libraries-${version('kysely')}-${version('typebox')}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const unfinished = mkdtempSync(join(cache, 'libraries-'))
    await build({
      input: Object.fromEntries(Object.entries(LIBRARIES).map(([name, file]) => [file, name])),
      platform: 'node',
      output: { dir: unfinished, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    })
    renameSync(unfinished, folder)
  }
  const hook = resolve(import.meta.dirname, 'hook.js')
  process.env.TEST_LIBRARIES = JSON.stringify({ folder, files: LIBRARIES })
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${hook}`.trim()
}

function version(name: string): string {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
}
