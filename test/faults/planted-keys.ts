// Finds planted secrets in anything that was written: plain, in UTF-16, in base64 of a mail, in packed parts of a PDF.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'

/** `where: what` of each find; the secret itself is not repeated. */
export function findsIn(where: string, bytes: Buffer, secrets: readonly string[]): string[] {
  const layers = [bytes, ...unpacked(bytes)]
  return secrets.flatMap((secret) => {
    const forms = [Buffer.from(secret), Buffer.from(secret, 'utf16le')]
    const isThere = layers.some((layer) => forms.some((form) => layer.includes(form)))
    return isThere ? [`${where}: ${secret.slice(0, 9)}…`] : []
  })
}

/** Every file of a folder, whatever its name. */
export function findsInFolder(folder: string, secrets: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isFile() ? findsIn(name, readFileSync(path), secrets) : []
  })
}

function unpacked(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1')
  const inMail = [...text.matchAll(/(?:[A-Za-z0-9+/]{60,76}\r?\n)+[A-Za-z0-9+/=]*/g)].map(([run]) =>
    Buffer.from(run, 'base64'),
  )
  return [...inMail, ...[bytes, ...inMail].flatMap(streamsOf), ...whole(bytes)]
}

/** The streams of a PDF are deflated. */
function streamsOf(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      found.push(inflateSync(bytes.subarray(at + 7)))
    } catch {
      // Not one that is packed.
    }
  }
  return found
}

function whole(bytes: Buffer): Buffer[] {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? [gunzipSync(bytes)] : []
}
