// A document that is the same for every caller: built once, kept as bytes, and sent with an ETag.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { header, type Request } from '../../http/message.ts'
import type { Sliced, Turns } from '../../lib/turns/turns.ts'
import type { PageReply } from './page.ts'

const compress = promisify(gzip)

const HASHED_BYTES = 64 * 1024

/** Builds a document at once, or in slices if that takes long. */
type Build<Facts> = (facts: Facts) => PageReply | Sliced<PageReply>

type Render = (request: Request) => PageReply | Promise<PageReply>

/** A page that never changes while the service runs. */
export function documentPage(turns: Turns, path: string, summary: string, build: Build<undefined>) {
  return { path, summary, render: makeDocument(turns, build, () => undefined) }
}

/** A page made with a library that is slow to load, and so is loaded for whoever asks first. */
export function documentWith<Library>(
  turns: Turns,
  path: string,
  summary: string,
  load: () => Promise<Library>,
  build: (library: Library) => Sliced<PageReply>,
) {
  let loading: Promise<Render> | undefined
  const render = async (request: Request) => {
    loading ??= load().then(
      (library) => documentPage(turns, path, summary, () => build(library)).render,
    )
    return (await loading)(request)
  }
  return { path, summary, render }
}

/** Rebuilt only when its facts change, once for all who ask in the meantime. */
export function makeDocument<Facts>(
  turns: Turns,
  build: Build<Facts>,
  factsNow: () => Facts,
): Render {
  /** `facts` are those that it was built from, as JSON. */
  let kept: { readonly facts: string; render: Render | Promise<Render> } | undefined
  const rebuilt = (now: Facts, facts: string) => {
    const building = turns.run('', renderOf(build, now))
    const made: typeof kept = { facts, render: building }
    kept = made
    building.then(
      (render) => {
        made.render = render
      },
      () => {
        if (kept === made) kept = undefined
      },
    )
    return building
  }
  return (request) => {
    const now = factsNow()
    const facts = JSON.stringify(now) ?? ''
    const render = kept?.facts === facts ? kept.render : rebuilt(now, facts)
    return render instanceof Promise ? render.then((built) => built(request)) : render(request)
  }
}

function* renderOf<Facts>(build: Build<Facts>, facts: Facts): Sliced<Render> {
  const made = build(facts)
  const { status, contentType, ...reply } = Symbol.iterator in made ? yield* made : made
  yield
  const body = Buffer.from(reply.body)
  yield
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += HASHED_BYTES) {
    hash.update(body.subarray(at, at + HASHED_BYTES))
    yield
  }
  const tag = hash.digest('base64url').slice(0, 20)
  let zipped: Promise<Buffer> | undefined
  return (request) => {
    const isZipped = /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
    const etag = isZipped ? `"${tag}-gzip"` : `"${tag}"`
    const vary = 'accept-encoding'
    const headers = { 'cache-control': 'no-cache', ...reply.headers, etag, vary }
    // Whoever gave a key by mistake has an address that no browser should keep.
    if (request.query.has('api-key')) headers['cache-control'] = 'no-store'
    if (hasAlready(request, etag)) return { status: 304, contentType, body: '', headers }
    if (!isZipped) return { status, contentType, body, headers }
    zipped ??= compress(body)
    const encoded = { ...headers, 'content-encoding': 'gzip' }
    return zipped.then((bytes) => ({ status, contentType, body: bytes, headers: encoded }))
  }
}

/** A proxy that compresses makes a tag weak. */
function hasAlready(request: Request, etag: string): boolean {
  const known = header(request, 'if-none-match')
  if (known === undefined) return false
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Comments and indentation are of use to its authors only, and are a third of a script. */
export function withoutComments(source: string): string {
  return source.replace(/^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n|^ +/gm, '')
}
