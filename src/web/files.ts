// The files of the pages, read once and served from memory with an ETag, so that a browser rarely loads them again.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page, PageReply } from '../endpoints/pages/page.ts'
import { header, type Request } from '../http/message.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Scripts and style sheets of `src/web` and `src/client` under their own names. */
export function filePages(): Page[] {
  return [
    ...folderFiles('/web', import.meta.dirname),
    ...folderFiles('/client', join(import.meta.dirname, '../client')),
  ]
}

function folderFiles(at: string, folder: string): Page[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return folderFiles(`${at}/${entry.name}`, path)
    const type = TYPES[extname(entry.name)]
    return type === undefined ? [] : [filePage(`${at}/${entry.name}`, path, type)]
  })
}

function filePage(path: string, file: string, contentType: string): Page {
  const kept = lazily(() => {
    const source = readFileSync(file, 'utf8')
    return taggedText(path.endsWith('.js') ? withoutComments(source) : source, contentType)
  })
  return {
    path,
    summary: 'A file of the pages',
    render: (request) => tagged(request, kept()),
  }
}

/** Comments on lines of their own are a third of a script, and no browser needs them. */
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*(?:\/\/.*|\/\*\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n/gm, '')
}

export interface Tagged {
  readonly body: string
  readonly contentType: string
  readonly etag: string
  /** Made when it is first asked for. */
  zipped(): Buffer
}

export function taggedText(body: string, contentType: string): Tagged {
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 20)
  return { body, contentType, etag, zipped: lazily(() => gzipSync(body)) }
}

/** 304 where the browser has it already. No key stands in its address, so it may be kept. */
export function tagged(request: Request, file: Tagged): PageReply {
  const { body, contentType } = file
  const isZipped = takesGzip(request)
  const etag = isZipped ? `"${file.etag}-gzip"` : `"${file.etag}"`
  const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  // A proxy that compresses makes a tag weak.
  const known = (header(request, 'if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return { status: 304, contentType, body: '', headers }
  if (!isZipped) return { status: 200, contentType, body, headers }
  const encoded = { ...headers, 'content-encoding': 'gzip' }
  return { status: 200, contentType, body: file.zipped(), headers: encoded }
}

export function takesGzip(request: Request): boolean {
  return /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
