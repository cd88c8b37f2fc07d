// Random ids, and secrets with a checksum that catches a mistyped one.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_BYTES = 16
const ID_LENGTH = 22
const SECRET_BYTES = 20
const SECRET_LENGTH = 27
const CHECKSUM_LENGTH = 6
const SORTABLE_RANDOM_BYTES = 10

/** The digits after the prefix of a secret: 160 random bits and the checksum. */
export const SECRET_TAIL_LENGTH = SECRET_LENGTH + CHECKSUM_LENGTH

/** For example `acc_` and 22 letters and digits (128 random bits). */
export function newId(prefix: string): string {
  return prefix + base62(randomBytes(ID_BYTES), ID_LENGTH)
}

/** Lower-case hexadecimal that sorts by time in any collation. */
export function newSortableId(nowMs: number): string {
  return sortableIdFrom(nowMs) + randomBytes(SORTABLE_RANDOM_BYTES).toString('hex')
}

/** Sorts before every sortable id of this moment or later. */
export function sortableIdFrom(nowMs: number): string {
  return Math.max(0, nowMs).toString(16).padStart(12, '0')
}

export function newSecret(prefix: string): string {
  return secretFrom(prefix, randomBytes(SECRET_BYTES))
}

/** A secret made of 20 given bytes, which are as secret as they need to be. */
export function secretFrom(prefix: string, bytes: Buffer): string {
  const body = prefix + base62(bytes, SECRET_LENGTH)
  return body + checksum(body)
}

/** Whether the last characters are the checksum of all before them. */
export function hasTrueChecksum(secret: string): boolean {
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return secret.length > CHECKSUM_LENGTH && secret.endsWith(checksum(body))
}

// A CRC finds every changed character and every swap of neighbours, which a hash finds only probably.
function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  // This runs for every request with a key, so it avoids the big integers of base62.
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}

function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let digits = ''
  for (let at = 0; at < length; at += 1) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits
}
