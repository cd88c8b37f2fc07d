// The certificate with which the service speaks TLS by itself, read again when its files change.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Log } from '../lib/log.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import { Periodic } from '../lib/periodic.ts'

const LOOK_MS = 2_000
/** Forward secrecy and authenticated encryption only. Node's own list ends with older ones. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

export interface TlsSettings {
  readonly cert: string
  readonly key: string
  readonly minVersion: '1.2' | '1.3'
}

export class Certificate {
  onChange: () => void = () => {}
  options: SecureContextOptions = {}
  expiresAt = 0
  readonly #settings: TlsSettings
  readonly #looks: Periodic
  /** What the files held at the last look, in use or refused. */
  #seen = ''

  private constructor(settings: TlsSettings, log: Pick<Log, 'info' | 'warn'>) {
    this.#settings = settings
    this.#looks = new Periodic({
      everyMs: LOOK_MS,
      work: async () => {
        if (!(await this.#read())) return
        this.onChange()
        log.info('certificate changed', { expires: new Date(this.expiresAt).toISOString() })
      },
      onFault: (error) => log.warn('certificate refused', { error }),
    })
  }

  /** Refuses files that cannot be used. Later ones are refused too, and the certificate in use stays in use. */
  static async open(settings: TlsSettings, log: Pick<Log, 'info' | 'warn'>): Promise<Certificate> {
    const certificate = new Certificate(settings, log)
    await certificate.#read()
    certificate.#looks.start()
    return certificate
  }

  /** Checks immediately. */
  look(): void {
    this.#looks.wake()
  }

  close(): void {
    void this.#looks.close()
  }

  /** True if there is something new to use. */
  async #read(): Promise<boolean> {
    const { cert: certPath, key: keyPath, minVersion } = this.#settings
    const [cert, key] = [await read(certPath, 'TLS_CERT'), await read(keyPath, 'TLS_KEY')]
    const found = `${cert}\n${key}`
    if (found === this.#seen) return false
    this.#seen = found
    const options = { cert, key, minVersion: `TLSv${minVersion}`, ciphers: CIPHERS } as const
    try {
      createSecureContext(options)
    } catch (error) {
      throw new OperatorError(
        `TLS_CERT and TLS_KEY must be a certificate and its key in PEM form (${errorCode(error)}).`,
      )
    }
    this.options = options
    this.expiresAt = new X509Certificate(cert).validToDate.getTime()
    return true
  }
}

async function read(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new OperatorError(`${name} names a file that cannot be read: "${path}".`)
  }
}
