// Builds the package into dist/: the sources as JavaScript, because Node strips no types of what is installed.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { checksums, SUMS_NAME } from '../../src/lib/files/checksums.ts'

/** What `doorplate` runs. */
const COMMAND = 'main.mjs'
const ON_NODE = '#!/usr/bin/env node\n'

/** A source becomes `.mjs`, so that `.js` goes on to be what browsers load. */
const OWN_SOURCE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g

/** The JavaScript of a source, which imports and starts what was built beside it. */
export function built(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(OWN_SOURCE, '$1$2.mjs$1')
    .replace(/[ \t]+$/gm, '')
}

/** Writes the folder anew; answers the files in it. */
function buildPackage(project: string, target: string): string[] {
  rmSync(target, { recursive: true, force: true })
  const sources = globSync('src/**/*.{ts,js,json,css,svg,br}', { cwd: project }).sort()
  return sources.map((path) => {
    const bytes = readFileSync(join(project, path))
    const isSource = path.endsWith('.ts') && !path.endsWith('.d.ts')
    const name = relative('src', isSource ? path.replace(/\.ts$/, '.mjs') : path)
    const file = join(target, name)
    mkdirSync(dirname(file), { recursive: true })
    if (name === COMMAND) writeFileSync(file, `${ON_NODE}${built(String(bytes))}`, { mode: 0o755 })
    else writeFileSync(file, isSource ? built(String(bytes)) : bytes)
    return name
  })
}

/** The types of `doorplate/engine` and of all that it speaks of; `.d.mts`, because the code is `.mjs`. */
function buildTypes(target: string): void {
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.package.json'], { stdio: 'inherit' })
  for (const path of globSync('**/*.d.ts', { cwd: target }).sort()) {
    if (path.startsWith('client/')) continue
    const file = join(target, path)
    const text = readFileSync(file, 'utf8').replace(OWN_SOURCE, '$1$2.mjs$1')
    writeFileSync(file.replace(/\.ts$/, '.mts'), text)
    rmSync(file)
  }
}

/** All that is packed, but for the list itself. Rights are packed too: they are the same under every umask. */
function writeChecksums(target: string): void {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
  const patterns = ['package.json', 'README.md', 'LICENSE', ...files, 'dist/**', 'src/client/**']
  const names = globSync(patterns).filter((path) => statSync(path).isFile())
  const list = join(target, SUMS_NAME)
  writeFileSync(list, checksums('.', [...new Set(names)].sort()))
  for (const path of [...names, list]) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
}

if (import.meta.main) {
  buildPackage(process.cwd(), 'dist')
  buildTypes('dist')
  writeChecksums('dist')
}
