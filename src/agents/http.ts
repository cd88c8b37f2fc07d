// POST /mcp: one message of an agent over streamable HTTP, without sessions, answered by the SDK.

import {
  createMcpHandler,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from '@modelcontextprotocol/server'
import type { Request as ServiceRequest } from '../http/message.ts'
import { isObject, parsedJson } from '../lib/record-of.ts'
import { type LookUps, OF_SERVICE } from './look-ups.ts'
import { AgentTools } from './tools.ts'

/** The headers that the protocol reads; keys are left out. */
const HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/
const NO_STREAMS = 'This server sends no messages of its own.'
const ONE_MESSAGE =
  'Send one message as a JSON object. Batches were removed from the protocol in version 2025-06-18.'

const tools = new AgentTools(OF_SERVICE)
const lookUpsOf = new WeakMap<Request, LookUps>()
const handler = createMcpHandler(({ requestInfo }) => {
  const lookUps = requestInfo && lookUpsOf.get(requestInfo)
  if (lookUps === undefined) throw new Error('A message of an agent came without its caller.')
  return tools.serverFor(lookUps)
})

export async function agentReply({ headers }: ServiceRequest, text: string, lookUps: LookUps) {
  const message = parsedJson(text)
  if (message === undefined) return refusal(400, null, PARSE_ERROR, 'The body is not JSON.')
  // Each message of a batch would be work that the rate limits do not see.
  if (!isObject(message)) return refusal(400, null, INVALID_REQUEST, ONE_MESSAGE)
  // A stream that stays open would hold a connection for nothing: no list of ours ever changes.
  if (message.method === 'subscriptions/listen') {
    return refusal(200, message.id ?? null, METHOD_NOT_FOUND, NO_STREAMS)
  }
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    HEADERS.test(name) ? [[name, String(value)]] : [],
  )
  // Without the body: it is parsed already, and reading it again takes as long as the answer.
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: kept })
  lookUpsOf.set(request, lookUps)
  const response = await handler.fetch(request, { parsedBody: message })
  const body = await response.text()
  const contentType = response.headers.get('content-type') ?? 'application/json'
  return { status: response.status, contentType, body }
}

function refusal(status: number, id: unknown, code: number, message: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
  return { status, contentType: 'application/json', body }
}
