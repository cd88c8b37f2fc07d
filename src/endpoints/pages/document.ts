// A document that is the same for every caller: built once, kept as bytes, and sent with an ETag.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { header, type Request } from '../../http/message.ts'
import type { Sliced, Turns } from '../../lib/turns/turns.ts'
import type { Page, PageReply } from './page.ts'

const compress = promisify(gzip)

/** Bytes that are hashed at once. */
const HASHED_BYTES = 64 * 1024

/** Builds a document at once, or in slices if that takes long. */
type Build<Facts> = (facts: Facts) => PageReply | Sliced<PageReply>

interface Kept {
  /** As JSON. */
  readonly facts: string
  bytes: DocumentBytes | Promise<DocumentBytes>
}

/** A page that never changes while the service runs. */
export function documentPage(
  turns: Turns,
  path: string,
  summary: string,
  build: Build<undefined>,
): Page {
  const document = new Document(turns, build, () => undefined)
  return { path, summary, render: (request) => document.reply(request) }
}

/** Rebuilt only when its facts change. */
export class Document<Facts> {
  readonly #turns: Turns
  readonly #facts: () => Facts
  readonly #build: Build<Facts>
  #kept: Kept | undefined

  constructor(turns: Turns, build: Build<Facts>, facts: () => Facts) {
    this.#turns = turns
    this.#build = build
    this.#facts = facts
  }

  reply(request: Request): PageReply | Promise<PageReply> {
    const bytes = this.#bytes()
    return bytes instanceof Promise
      ? bytes.then((built) => built.reply(request))
      : bytes.reply(request)
  }

  /** Built once for all who ask in the meantime. */
  #bytes(): DocumentBytes | Promise<DocumentBytes> {
    const facts = this.#facts()
    const text = JSON.stringify(facts) ?? ''
    if (this.#kept?.facts === text) return this.#kept.bytes
    const building = this.#turns.run('', bytesOf(this.#build, facts))
    const kept: Kept = { facts: text, bytes: building }
    this.#kept = kept
    building.then(
      (built) => {
        kept.bytes = built
      },
      () => {
        if (this.#kept === kept) this.#kept = undefined
      },
    )
    return building
  }
}

function* bytesOf<Facts>(build: Build<Facts>, facts: Facts): Sliced<DocumentBytes> {
  const made = build(facts)
  const reply = Symbol.iterator in made ? yield* made : made
  yield
  const body = Buffer.from(reply.body)
  yield
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += HASHED_BYTES) {
    hash.update(body.subarray(at, at + HASHED_BYTES))
    yield
  }
  return new DocumentBytes(reply, body, hash.digest('base64url').slice(0, 20))
}

class DocumentBytes {
  readonly #reply: PageReply
  readonly #body: Buffer
  readonly #tag: string
  #zipped: Promise<Buffer> | undefined

  constructor(reply: PageReply, body: Buffer, tag: string) {
    this.#reply = reply
    this.#body = body
    this.#tag = tag
  }

  reply(request: Request): PageReply | Promise<PageReply> {
    const { status, contentType } = this.#reply
    const isZipped = takesGzip(request)
    const etag = isZipped ? `"${this.#tag}-gzip"` : `"${this.#tag}"`
    const vary = 'accept-encoding'
    const headers = { 'cache-control': 'no-cache', ...this.#reply.headers, etag, vary }
    // Whoever gave a key by mistake has an address that no browser should keep.
    if (request.query.has('api-key')) headers['cache-control'] = 'no-store'
    if (hasAlready(request, etag)) return { status: 304, contentType, body: '', headers }
    if (!isZipped) return { status, contentType, body: this.#body, headers }
    this.#zipped ??= compress(this.#body)
    const encoded = { ...headers, 'content-encoding': 'gzip' }
    return this.#zipped.then((body) => ({ status, contentType, body, headers: encoded }))
  }
}

/** A proxy that compresses makes a tag weak. */
function hasAlready(request: Request, etag: string): boolean {
  const known = header(request, 'if-none-match')
  if (known === undefined) return false
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function takesGzip(request: Request): boolean {
  return /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
}
