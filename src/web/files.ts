// The scripts, style sheets and images of the pages, each read once.

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { documentPage } from '../endpoints/pages/document.ts'
import type { Page } from '../endpoints/pages/page.ts'
import type { Turns } from '../lib/turns/turns.ts'

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
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return folderFiles(`${at}/${entry.name}`, path, turns)
    const type = TYPES[extname(entry.name)]
    return type === undefined ? [] : [filePage(`${at}/${entry.name}`, path, type, turns)]
  })
}

function filePage(path: string, file: string, contentType: string, turns: Turns): Page {
  return documentPage(turns, path, 'A file of the pages', () => {
    const source = readFileSync(file, 'utf8')
    const body = path.endsWith('.js') ? withoutComments(source) : source
    return { status: 200, contentType, body }
  })
}

/** Comments are a third of a script. */
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*(?:\/\/.*|\/\*\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n/gm, '')
}
