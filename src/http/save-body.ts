// The body of a request, written to a file as it arrives: whole, or not at all.

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { SavedBody } from './message.ts'

/** An upload has stopped if nothing of it arrives for this long. */
const SILENCE_MS_MAX = 15_000
/** A compressed file may say so in a header too. */
const ENCODINGS = new Set(['', 'identity', 'gzip', 'x-gzip'])

export async function saveBody(
  incoming: IncomingMessage,
  path: string,
  bytesMax: number,
): Promise<SavedBody> {
  const encoding = incoming.headers['content-encoding']?.toLowerCase() ?? ''
  if (!ENCODINGS.has(encoding)) return { kind: 'encoded', encoding }
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) return { kind: 'too-large' }
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of unlessSilent(incoming)) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new TooLarge()
      yield chunk
    }
    // A body of unknown length that breaks off ends without an error.
    if (!incoming.complete) throw new Error('cut off')
  }
  try {
    await pipeline(counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { kind: 'saved', bytes }
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof TooLarge) return { kind: 'too-large' }
    if (incoming.destroyed || error instanceof Silent) return { kind: 'cut-off' }
    throw error
  }
}

/** What arrives, without closing the connection at the end: it carries the answer. */
async function* unlessSilent(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = incoming.iterator({ destroyOnReturn: false })
  for (;;) {
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(() => silence.reject(new Silent()), SILENCE_MS_MAX)
    try {
      // A generator that waits for a chunk only ends when the stream it waits for does.
      const { value, done } = await Promise.race([chunks.next(), silence.promise])
      if (done === true) return
      yield value
    } finally {
      clearTimeout(timer)
    }
  }
}

class TooLarge extends Error {}
class Silent extends Error {}
