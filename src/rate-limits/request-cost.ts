// What a request costs, in the steps in which the engine counts its searches: about ten nanoseconds of a core each.

import type { Reply } from '../http/message.ts'
import type { Importance } from '../http/overload.ts'

/** Measured by `npm run -s bench -- costs`, one request after the other. */
const STEPS = {
  /** Reading a request, checking its key and sending an answer. */
  request: 10_000,
  /** With a body, which Node's own parser reads. */
  body: 8_000,
  /** Reading the term of a look-up and printing its answer. */
  lookUp: 6_000,
  /** Asking the store, which nearly every call of an account does, and changing something in it. */
  store: 30_000,
  write: 60_000,
  /** A message of an agent, without the question that it asks. */
  agent: 30_000,
  /** A look-up that is written down before its answer leaves; others of the same request are written with it. */
  charge: 60_000,
  furtherCharge: 1_000,
  /** A thousand characters of a body that are checked, of an answer that are made, and of a page that is kept. */
  bodyThousand: 9_000,
  answerThousand: 3_000,
  pageThousand: 150,
} as const

interface CostlyRoute {
  readonly importance: Importance
  readonly page: { readonly steps?: number } | undefined
  readonly isForAgents?: boolean
}

interface Spent {
  readonly read: number
  /** What the endpoint has counted itself. */
  readonly counted: number
}

/** Without a route for a path that does not exist. */
export function stepsOf(
  route: CostlyRoute | undefined,
  method: string,
  { read, counted }: Spent,
  reply: Reply,
): number {
  const hasBody = method !== 'GET'
  const { page } = route ?? {}
  const answerThousand = page === undefined ? STEPS.answerThousand : STEPS.pageThousand
  return (
    STEPS.request +
    (hasBody ? STEPS.body : 0) +
    counted +
    (page === undefined ? stepsOfCall(route, hasBody) : (page.steps ?? 0)) +
    stepsOfCharges(Number(reply.headers['lookup-cost'] ?? 0)) +
    (read * STEPS.bodyThousand) / 1000 +
    (reply.body.length * answerThousand) / 1000
  )
}

export function stepsOfPart(part: string | Uint8Array): number {
  return (part.length * STEPS.answerThousand) / 1000
}

function stepsOfCall(route: CostlyRoute | undefined, changes: boolean): number {
  if (route === undefined) return 0
  if (route.isForAgents === true) return STEPS.agent
  if (route.importance !== 'administration') return STEPS.lookUp
  return changes ? STEPS.store + STEPS.write : STEPS.store
}

function stepsOfCharges(lookups: number): number {
  return lookups === 0 ? 0 : STEPS.charge + (lookups - 1) * STEPS.furtherCharge
}
