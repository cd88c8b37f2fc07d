// A real SMTP server for tests, which can be told to refuse, to hang and to hang up.

import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Ending } from '../stores.ts'
import { TEST_CERT, TEST_KEY } from './certificate.ts'

interface Received {
  readonly recipients: readonly string[]
  readonly isEncrypted: boolean
  readonly user: string | undefined
  readonly raw: Buffer
  readonly mail: Email
}

interface TestSmtp {
  readonly port: number
  /** Mails that were taken, in the order in which they were. */
  readonly received: Received[]
  /** Connections that were made. */
  readonly connections: () => number
  /** Mails that came whole, whatever was said to them. */
  readonly datas: () => number
}

/** What the server says to a step: nothing for yes, a code for no, or something of its own. */
export interface Manners {
  /** By recipient. */
  readonly rcpt?: (address: string) => number | undefined
  /** After the whole mail has come. `hang` never answers, `drop` hangs up; in both cases nothing was taken. */
  readonly data?: (count: number) => number | 'hang' | 'drop' | undefined
  /** Takes the mail, and is gone before it says so. */
  readonly isSilentlyTaking?: boolean
  readonly options?: SMTPServerOptions
  readonly login?: { readonly user: string; readonly password: string }
}

export async function startSmtp(t: Ending, manners: Manners = {}): Promise<TestSmtp> {
  const received: Received[] = []
  let connections = 0
  let datas = 0
  const server: SMTPServer = new SMTPServer({
    key: TEST_KEY,
    cert: TEST_CERT,
    authOptional: manners.login === undefined,
    // Encrypting takes longer than all else, so only those have it who have something to hide.
    hideSTARTTLS: manners.login === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    logger: false,
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onAuth({ username, password }, _session, callback) {
      const { login } = manners
      const isRight = username === login?.user && password === login?.password
      if (isRight) callback(null, { user: username })
      else callback(refusal(535, `Who is ${username} with ${password}?`))
    },
    onRcptTo({ address }, _session, callback) {
      const code = manners.rcpt?.(address)
      callback(code === undefined ? null : refusal(code, `Not for ${address}`))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        datas += 1
        const said = manners.data?.(datas)
        if (said === 'hang') return
        if (said === 'drop') return hangUp(server)
        if (typeof said === 'number') return callback(refusal(said, 'Not this one'))
        const raw = Buffer.concat(chunks)
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
          raw,
          mail: await PostalMime.parse(raw),
        })
        if (manners.isSilentlyTaking) hangUp(server)
        else callback()
      })
    },
    ...manners.options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, received, connections: () => connections, datas: () => datas }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function hangUp(server: SMTPServer): void {
  for (const connection of server.connections) connection._socket.destroy()
}
