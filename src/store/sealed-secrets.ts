// Secrets that are needed again, encrypted in the store with a key that is not in it (AES-256-GCM).

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { StoreError } from './store-error.ts'

const CIPHER = 'aes-256-gcm'
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^sealed:([0-9a-f]{8}):([\w-]+)$/
/** `sealed:` and the id of the key. */
export const SEALED_PREFIX_LENGTH = 15

/** The first key encrypts, all decrypt. Without a key secrets are stored as they are. */
export class SealedSecrets {
  readonly #keys: ReadonlyMap<string, Uint8Array>
  readonly #current: readonly [id: string, key: Uint8Array] | undefined

  constructor(keys: readonly Uint8Array[]) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.#current = [...this.#keys][0]
  }

  get hasKey(): boolean {
    return this.#current !== undefined
  }

  /** Only the same `owner` opens it, so that nobody can move a secret from one row to another. */
  seal(secret: string, owner: string): string {
    if (this.#current === undefined) return secret
    const [id, key] = this.#current
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
    const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `sealed:${id}:${Buffer.concat(sealed).toString('base64url')}`
  }

  /** A secret that was stored before there was a key is answered as it is. */
  open(stored: string, owner: string): string {
    const [, id = '', text] = SEALED.exec(stored) ?? []
    if (text === undefined) return stored
    const key = this.#keyOf(id)
    const bytes = Buffer.from(text, 'base64url')
    const tag = bytes.subarray(-TAG_BYTES)
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([secret, decipher.final()]).toString('utf8')
    } catch {
      throw new StoreError(`The secret of ${owner} was changed in the store.`)
    }
  }

  isCurrent(stored: string): boolean {
    return this.#current !== undefined && stored.startsWith(`sealed:${this.#current[0]}:`)
  }

  /** Refuses the beginning of a sealed secret whose key is missing. */
  check(prefix: string): void {
    if (prefix.startsWith('sealed:')) this.#keyOf(prefix.slice('sealed:'.length))
  }

  #keyOf(id: string): Uint8Array {
    const key = this.#keys.get(id)
    if (key !== undefined) return key
    throw new StoreError(
      `Secrets in the store are encrypted with key ${id}, which SECRETS_KEY does not have.`,
    )
  }
}

/** Says which key it is without saying anything about it. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('doorplate key id').update(key).digest('hex').slice(0, 8)
}
