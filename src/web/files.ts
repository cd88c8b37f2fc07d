// The scripts, style sheets and images of the pages, each read once.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { documentPage, withoutComments } from '../endpoints/pages/document.ts'
import type { Page } from '../endpoints/pages/page.ts'
import type { Brand } from '../lib/brand/brand.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { LOGO_PATH } from './html.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Scripts and style sheets of `src/web` and `src/client` under their own names. */
export function filePages(turns: Turns): Page[] {
  return [
    ...folderFiles('/web', import.meta.dirname, turns),
    ...folderFiles('/client', join(import.meta.dirname, '../client'), turns),
  ]
}

function folderFiles(at: string, folder: string, turns: Turns): Page[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${at}/${entry.name}`
    const file = join(folder, entry.name)
    if (entry.isDirectory()) return folderFiles(path, file, turns)
    const contentType = TYPES[extname(entry.name)]
    if (contentType === undefined) return []
    return documentPage(turns, path, 'A file of the pages', () => {
      const body = (BODIES[extname(file)] ?? textOf)(file)
      return { status: 200, contentType, body }
    })
  })
}

const textOf = (file: string) => readFileSync(file, 'utf8')

const BODIES: Readonly<Record<string, (file: string) => string>> = {
  '.js': scriptOf,
  '.css': (file) => withoutComments(textOf(file)),
}

const IMPORT = /^import ({[^}]+}) from '(.+)'$/gm
const EXPORT = /^export (?:async )?(?:function|class|const) (\w+)/gm

/** With everything it imports, each module once: nobody waits for one import after another. */
function scriptOf(file: string): string {
  const modules = new Map<string, string>()
  const parts: string[] = []
  const bodyOf = (path: string) =>
    withoutComments(textOf(path)).replaceAll(IMPORT, (_, names: string, from: string) => {
      return `const ${names.replaceAll(' as ', ': ')} = ${moduleAt(join(dirname(path), from))}`
    })
  const moduleAt = (path: string) => {
    const known = modules.get(path)
    if (known !== undefined) return known
    const body = bodyOf(path)
    const exported = [...body.matchAll(EXPORT)].map(([, name]) => name)
    const name = `$${modules.size}`
    modules.set(path, name)
    const text = body.replaceAll(/^export /gm, '')
    parts.push(`const ${name} = (() => {\n${text}return { ${exported.join(', ')} }\n})()\n`)
    return name
  }
  const body = bodyOf(file)
  return parts.join('') + body
}

/** An image that is opened by itself can run nothing. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

export function logoPage({ contentType, content }: NonNullable<Brand['logo']>, turns: Turns): Page {
  const headers = { 'content-security-policy': LOGO_POLICY, 'cache-control': 'max-age=3600' }
  return documentPage(turns, LOGO_PATH, 'The logo of the operator', () => {
    return { status: 200, contentType, body: content, headers }
  })
}
