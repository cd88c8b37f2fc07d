// Raw bytes to a port and back, for requests that no HTTP client would send.

import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by reading it.
  readonly body: any
}

/** Sends the bytes and reads until the service closes the connection. */
export function sendRaw(baseUrl: string, bytes: string): Promise<RawAnswer> {
  const { port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))))
  })
}

function parse(text: string): RawAnswer {
  const split = text.indexOf('\r\n\r\n')
  const head = text.slice(0, split)
  const body = text.slice(split + 4)
  const status = Number(head.split(' ')[1] ?? 0)
  return { status, head, body: body.startsWith('{') ? JSON.parse(body) : body }
}
