// A client with one connection that sends any request and reads the whole answer.

import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Sent } from './attack.ts'
import type { Asked } from './setup/http-setup.ts'

export class Client {
  readonly #baseUrl: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(baseUrl: string) {
    this.#baseUrl = new URL(baseUrl)
  }

  readonly ask = ({ method, target, headers, body }: Sent): Promise<Asked & Whole> => {
    const { hostname: host, port } = this.#baseUrl
    const more = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { host, port, method, path: target, agent: this.#agent }
    return new Promise((done, fail) => {
      const sent = request({ ...options, headers: { ...headers, ...more } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          const { statusCode: status = 0, headers: fields } = answer
          done({ status, ...whole(fields, Buffer.concat(chunks)) })
        })
      })
      const what = `${method} ${target.replace(/\?.*/, '')}`
      sent.on('error', (cause) => fail(new Error(`${what} had no answer`, { cause })))
      sent.end(body)
    })
  };

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

interface Whole {
  readonly characters: number
}

function whole(fields: IncomingHttpHeaders, bytes: Buffer): Omit<Asked, 'status'> & Whole {
  const headers = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  const isJson = /[/+]json/.test(headers['content-type'] ?? '')
  const text = isJson || bytes.length < 1e6 ? bytes.toString() : ''
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return { headers, json, characters: text === '' ? bytes.length : text.length }
}
