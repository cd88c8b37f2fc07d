// POST /mcp: one message of an agent over streamable HTTP, without sessions, answered by the SDK.

import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Request as ServiceRequest } from '../http/message.ts'
import type { LookUps } from './look-ups.ts'
import { agentServer } from './tools.ts'

interface AgentReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** What the protocol reads; no key is handed on. */
const HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/
const NO_STREAMS = 'This server sends nothing of its own accord.'
const METHOD_NOT_FOUND = -32601

export async function agentReply(
  { headers }: ServiceRequest,
  text: string,
  lookUps: LookUps,
): Promise<AgentReply> {
  const stream = streamAsked(text)
  if (stream !== undefined) return stream
  const handler = createMcpHandler(() => agentServer(lookUps))
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    HEADERS.test(name) ? [[name, String(value)]] : [],
  )
  const init = { method: 'POST', headers: kept, body: text }
  const response = await handler.fetch(new Request('http://localhost/mcp', init))
  const body = await response.text()
  await handler.close()
  const contentType = response.headers.get('content-type') ?? 'application/json'
  return { status: response.status, contentType, body }
}

/** A stream that stays open would hold a connection for nothing: no list of ours ever changes. */
function streamAsked(text: string): AgentReply | undefined {
  if (!text.includes('subscriptions/listen')) return undefined
  let message: { method?: unknown; id?: unknown } | null
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  if (message?.method !== 'subscriptions/listen') return undefined
  const error = { code: METHOD_NOT_FOUND, message: NO_STREAMS }
  const body = JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, error })
  return { status: 200, contentType: 'application/json', body }
}
