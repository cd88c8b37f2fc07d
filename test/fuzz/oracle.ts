// What must be true of every answer, whatever was asked: the judge of the fuzz runs.

import { STATUS_CODES } from 'node:http'
import { Compile } from 'typebox/compile'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Reply } from '../../src/http/message.ts'
import { PROBLEMS, type ProblemCode } from '../../src/http/problem.ts'

interface Judged {
  readonly reply: Reply
  /** Undefined where the path is none, or a page. */
  readonly endpoint: Endpoint | undefined
  /** What must never be shown: keys, and the folder of the data. */
  readonly secrets: readonly string[]
}

/** A stack, a path of ours, words of a database or of the runtime. None of the inputs has any of these. */
const INSIDES =
  /node:internal|node_modules|\.ts:\d+|\bat (?:async )?\w+ \(|(?:Type|Range|Syntax|Reference)Error|SQLITE_|sqlite|ECONN|constraint failed|violates|kysely|out of range for type|invalid byte sequence/

/** Sentences about what is wrong with an answer; none when all is well. */
export function faultsOf({ reply, endpoint, secrets }: Judged): string[] {
  const faults: string[] = []
  const { status, headers } = reply
  const body = reply.body.toString()
  if (status >= 500) faults.push(`status ${status}`)
  if (INSIDES.test(body)) faults.push('the body shows the insides of the service')
  for (const secret of secrets) {
    if (body.includes(secret)) faults.push(`the body shows ${secret.slice(0, 6)}…`)
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) faults.push(`the header ${name} cannot be sent`)
  }
  if (headers['lookup-cost'] !== undefined && status !== 200) faults.push(`${status} was charged`)
  if (status >= 400) faults.push(...problemFaults(reply, body))
  else if (endpoint !== undefined) faults.push(...successFaults(endpoint, status, body))
  return faults
}

function problemFaults({ status, headers }: Reply, body: string): string[] {
  const faults: string[] = []
  // A person who opens an address that is none gets a page; programs never ask for HTML.
  if (status === 404 && body.includes('<h1>Page not found</h1>')) return []
  if (headers['content-type'] !== 'application/problem+json') {
    return [`a ${status} is ${headers['content-type']} and no Problem`]
  }
  const problem = JSON.parse(body)
  const kind = PROBLEMS[problem.code as ProblemCode]
  if (kind?.status !== status || problem.status !== status) faults.push('its status is another')
  if (!String(problem.type).endsWith(`/errors#${problem.code}`)) faults.push('its type is another')
  if (typeof problem.title !== 'string' || problem.title === '') faults.push('it has no title')
  if (typeof problem.detail !== 'string' || problem.detail === '') faults.push('it has no detail')
  if (![problem.detail, STATUS_CODES[status]].includes(problem.Message)) {
    faults.push('its Message is neither its detail nor the phrase of its status')
  }
  if (status === 400 && problem.title === 'bad request') faults.push('it names no field')
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) {
    faults.push('it has no Retry-After')
  }
  return faults
}

const checks = new Map<Endpoint, Map<number, (value: unknown) => boolean>>()

/** An answer that is a success is as the OpenAPI document says. */
function successFaults(endpoint: Endpoint, status: number, body: string): string[] {
  const answer = endpoint.answers[status]
  if (answer === undefined) return [`${status} is no answer that it announces`]
  if (status === 204) return body === '' ? [] : ['a 204 has a body']
  const ofEndpoint = checks.get(endpoint) ?? new Map<number, (value: unknown) => boolean>()
  checks.set(endpoint, ofEndpoint)
  let fits = ofEndpoint.get(status)
  if (fits === undefined) {
    const compiled = Compile(answer.schema)
    fits = (value) => compiled.Check(value)
    ofEndpoint.set(status, fits)
  }
  const value = answer.contentType === 'application/x-ndjson' ? body : JSON.parse(body)
  return fits(value) ? [] : ['the body is not of the form that it announces']
}
