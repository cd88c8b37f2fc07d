// An index file at a URL: fetched once, resumed where it broke off, and kept under its checksum.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, ifMissing, OperatorError } from '../lib/operator-error.ts'
import { lockReleases } from './release-lock.ts'

/** One after the other, without a byte in between. */
const FAILURES_MAX = 5
const RETRY_MS = 2000
/** Far more than the addresses of any country take. */
const INDEX_BYTES_MAX = 64 * 1024 ** 3

export function isIndexUrl(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** The path in `folder` of the index at `URL#sha256=HEX`. The processes of one machine fetch it only once. */
export async function fetchedIndex(
  text: string,
  folder: string,
  tell: (line: string) => void,
  retryMs = RETRY_MS,
): Promise<string> {
  const [url = '', fragment = ''] = text.split('#')
  const sha256 = /^sha256=([0-9a-f]{64})$/i.exec(fragment)?.[1]?.toLowerCase()
  if (sha256 === undefined || !URL.canParse(url)) {
    throw new OperatorError(
      `--index ${text} needs the checksum of the index: URL#sha256=HEX, as sha256sum prints it.`,
    )
  }
  const path = join(folder, `${sha256}.idx`)
  if ((await sizeOf(path)) > 0) return path
  using _lock = await lockReleases(folder)
  if ((await sizeOf(path)) > 0) return path
  tell(`Fetching ${url} into ${folder}.`)
  const part = `${path}.part`
  await fetchInto(part, url, retryMs)
  const hash = createHash('sha256')
  await pipeline(createReadStream(part), hash)
  const found = hash.digest('hex')
  if (found === sha256) {
    await rename(part, path)
    return path
  }
  await rm(part)
  throw new OperatorError(`${url} was refused: its checksum is ${found}, not ${sha256}.`)
}

async function fetchInto(path: string, url: string, retryMs: number): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    const from = await sizeOf(path)
    try {
      await fetchRest(path, url, from)
      return
    } catch (error) {
      if (error instanceof OperatorError || errorCode(error) === 'ENOSPC') throw error
      if ((await sizeOf(path)) > from) failures = 0
      if (failures === FAILURES_MAX) {
        throw new OperatorError(`${url} cannot be fetched: ${reasonOf(error)}.`, { cause: error })
      }
      await wait(retryMs)
    }
  }
}

async function fetchRest(path: string, url: string, from: number): Promise<void> {
  const response = await fetch(url, from > 0 ? { headers: { range: `bytes=${from}-` } } : {})
  const { status, body } = response
  // Nothing is behind what is there: the checksum tells whether it is whole.
  if (status === 416) return
  if (status >= 500) throw new Error(`it answers ${status}`)
  if (!response.ok || body === null) throw new OperatorError(`${url} answers ${status}.`)
  const isRest = status === 206
  await pipeline(
    atMost(INDEX_BYTES_MAX - (isRest ? from : 0), body, url),
    createWriteStream(path, { flags: isRest ? 'a' : 'w', mode: 0o600 }),
  )
}

async function* atMost(bytesMax: number, body: AsyncIterable<Uint8Array>, url: string) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new OperatorError(`${url} is longer than any index.`)
    yield chunk
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** 0 where it is not there. */
async function sizeOf(path: string) {
  return (await stat(path).catch(ifMissing({ size: 0 }))).size
}
