// Mail by SMTP: one connection and one transaction for each mail, within a time limit.

import { isIP, Socket } from 'node:net'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection'
import type { Delivery, Envelope, Transport } from './transport.ts'

interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise by STARTTLS where the server offers it. */
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
}

export interface SmtpSettings extends SmtpServer {
  /** Certificates to trust instead of those that Node knows. */
  readonly ca?: string
  /** For the whole delivery, from resolving the host to the last answer. */
  readonly deadlineMs?: number
}

const DEADLINE_MS = 60_000
const CONNECT_MS = 15_000
const SILENCE_MS = 30_000
const RESPONSE_BYTES_MAX = 64 * 1024
const NOTE_LENGTH_MAX = 300

export class Smtp implements Transport {
  readonly #settings: SmtpSettings
  readonly name: string
  readonly deadlineMs: number

  constructor(settings: SmtpSettings) {
    this.#settings = settings
    this.name = `${settings.host}:${settings.port}`
    this.deadlineMs = settings.deadlineMs ?? DEADLINE_MS
  }

  async deliver(envelope: Envelope, signal: AbortSignal): Promise<Delivery> {
    // Our own socket, because the library would go on writing what is buffered after the deadline.
    const socket = new Socket()
    const connection = await this.#connection(socket)
    const ended = new AbortController()
    const end = () => ended.abort()
    const timer = setTimeout(end, this.deadlineMs)
    signal.addEventListener('abort', end)
    ended.signal.addEventListener('abort', () => socket.destroy())
    if (signal.aborted) end()
    try {
      return await this.#transact(connection, envelope, ended.signal)
    } catch (error) {
      const why = signal.aborted ? 'The service was stopped.' : 'The server took too long.'
      return this.#failed(ended.signal.aborted ? new Error(why) : error, envelope.recipients)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      connection.close()
      socket.destroySoon()
    }
  }

  async tidy(): Promise<void> {}

  async #connection(socket: Socket): Promise<SMTPConnection> {
    const library = await import('nodemailer/lib/smtp-connection')
    const { host, port, isSecure, user, ca } = this.#settings
    // Without a password to protect, any certificate is accepted: local relays often have a self-signed one, and who
    // could forge it could also hide that the server offers encryption.
    const isVerified = isSecure || (user !== '' && !isLoopback(host))
    const connection = new library.default({
      host,
      port,
      secure: isSecure,
      requireTLS: isVerified && !isSecure,
      tls: { rejectUnauthorized: isVerified, ...(ca !== undefined && { ca }) },
      socket,
      dnsTimeout: CONNECT_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      maxResponseSize: RESPONSE_BYTES_MAX,
      logger: false,
    })
    // An error between two steps, or after the last, would end the process if nobody listened.
    connection.on('error', () => {})
    return connection
  }

  async #transact(
    connection: SMTPConnection,
    { from, recipients, bytes }: Envelope,
    ended: AbortSignal,
  ): Promise<Delivery> {
    const { user, password } = this.#settings
    await settled(connection, ended, (done) => connection.connect(done))
    if (user !== '') {
      const auth = { user, credentials: { user, pass: password } }
      await settled(connection, ended, (done) => connection.login(auth, done))
    }
    const envelope: SMTPEnvelope = { from, to: [...recipients], size: bytes.length }
    let refusals: readonly NodemailerError[] = []
    await settled(connection, ended, (done) =>
      connection.send(envelope, bytes, (error, info) => {
        refusals = info?.rejectedErrors ?? []
        done(error)
      }),
    )
    const { deferred, refused } = sorted(refusals)
    return { kind: 'taken', deferred, refused, note: this.#note(refusals[0]) }
  }

  /** Only a refusal of a recipient or of this mail is final; after a wrong password, say, the mail is tried again. */
  #failed(error: unknown, recipients: readonly string[]): Delivery {
    const { rejectedErrors = [], code, command, responseCode, permanent } = error as NodemailerError
    const note = this.#note(rejectedErrors[0] ?? error)
    if (rejectedErrors.length > 0) {
      const { deferred } = sorted(rejectedErrors)
      if (deferred.length === 0) return { kind: 'refused', note }
      return { kind: 'deferred', recipients: deferred, isServer: false, note }
    }
    // The library refuses a mail that exceeds the size that the server announced.
    const isTooLarge = responseCode === 552 || (code === 'EMESSAGE' && command === 'MAIL FROM')
    const isOfMail = command === 'DATA'
    if (isTooLarge || (isOfMail && permanent === true)) return { kind: 'refused', note }
    return { kind: 'deferred', recipients, isServer: !isOfMail, note }
  }

  // Servers repeat what they were sent, including the log-in.
  #note(error: unknown): string {
    if (error === undefined) return ''
    const { user, password } = this.#settings
    const plain = Buffer.from(`\0${user}\0${password}`).toString('base64')
    const secrets = [password, plain, Buffer.from(password).toString('base64')]
    let text = error instanceof Error ? error.message : String(error)
    for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '…')
    return [...text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '')].slice(0, NOTE_LENGTH_MAX).join('')
  }
}

function sorted(refusals: readonly NodemailerError[]) {
  const of = (isPermanent: boolean) =>
    refusals
      .filter(({ permanent }) => (permanent === true) === isPermanent)
      .flatMap(({ recipient }) => recipient ?? [])
  return { deferred: of(false), refused: of(true) }
}

/** Resolves with the answer to a step; rejects if the connection fails or time is up before that. */
function settled(
  connection: SMTPConnection,
  ended: AbortSignal,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => finish(new Error('The connection was cut.'))
    const finish = (error?: Error | null) => {
      ended.removeEventListener('abort', stop)
      connection.removeListener('error', finish)
      if (error) reject(error)
      else resolve()
    }
    if (ended.aborted) return stop()
    ended.addEventListener('abort', stop, { once: true })
    connection.once('error', finish)
    step(finish)
  })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The parts of `smtp://user:password@host:port`, or undefined for any other text. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return undefined
  if ((username === '') !== (password === '')) return undefined
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
      isSecure: protocol === 'smtps:',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}
