// The request target taken apart by hand: `new URL` would resolve dots, swallow `//host` and throw with the key.

/** Query parameters by decoded name, every value kept. */
export type Query = ReadonlyMap<string, readonly string[]>

export interface Target {
  readonly path: string
  readonly query: Query
}

export const TARGET_BYTES_MAX = 4096

/** Undefined for anything but origin form: an absolute URL, `*`, or an authority. */
export function parseTarget(target: string): Target | undefined {
  if (!target.startsWith('/')) return undefined
  const hash = target.indexOf('#')
  const whole = hash === -1 ? target : target.slice(0, hash)
  const mark = whole.indexOf('?')
  if (mark === -1) return { path: whole, query: new Map() }
  return { path: whole.slice(0, mark), query: parseQuery(whole.slice(mark + 1)) }
}

function parseQuery(text: string): Query {
  const query = new Map<string, string[]>()
  const decode = text.includes('%') || text.includes('+') ? formDecode : asItIs
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    const equals = text.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    if (end > start) {
      const name = decode(text.slice(start, nameEnd))
      const value = decode(text.slice(nameEnd + 1, end))
      const values = query.get(name)
      if (values === undefined) query.set(name, [value])
      else values.push(value)
    }
    start = end + 1
  }
  return query
}

function asItIs(text: string): string {
  return text
}

// In a query a plus sign is a space, as forms and URLSearchParams write it; in a path it is a plus sign.
function formDecode(text: string): string {
  return decodeLeniently(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** For what outlives its request: a slice keeps the whole text alive, and a target holds the key. */
export function ownCopy(slice: string): string {
  return Buffer.from(slice).toString()
}

/** Percent-decodes what can be decoded and takes the rest literally: `50%%20x` is `50% x`. */
export function decodeLeniently(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9a-fA-F]{2})+/g, decodeRun)
  }
}

// Clients percent-encode a term that already holds a stray percent sign, so one bad byte must not spoil its neighbours.
function decodeRun(run: string): string {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex')
  let decoded = ''
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Length(bytes[at] ?? 0)
    const piece = bytes.subarray(at, at + length)
    const character = length > 0 && piece.length === length ? piece.toString('utf8') : '\uFFFD'
    if (character.includes('\uFFFD')) {
      decoded += run.slice(at * 3, at * 3 + 3)
      at += 1
    } else {
      decoded += character
      at += length
    }
  }
  return decoded
}

function utf8Length(lead: number): number {
  if (lead < 0x80) return 1
  if (lead >= 0xc2 && lead < 0xe0) return 2
  if (lead >= 0xe0 && lead < 0xf0) return 3
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0
}
