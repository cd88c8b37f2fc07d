// What a request costs, in the steps in which the engine counts its searches: about ten nanoseconds of a core each.

import type { Reply } from '../http/message.ts'
import type { Importance } from '../http/overload.ts'

const STEPS = {
  /** Reading a request, checking its key and sending an answer. */
  request: 4_000,
  /** Asking the store, which nearly every call of an account does. */
  store: 40_000,
  /** A message of an agent, beside the question that it asks. */
  agent: 40_000,
  /** A look-up that is written down before its answer leaves. */
  lookup: 12_000,
  /** A thousand characters of a body that are read and checked, or of an answer that are made. */
  bodyThousand: 6_000,
  answerThousand: 1_500,
} as const

interface CostlyRoute {
  readonly importance: Importance
  readonly page: unknown
  readonly isForAgents?: boolean
}

/** `read` is the length of the body, and `counted` what the endpoint has counted itself. */
interface Spent {
  readonly read: number
  readonly counted: number
}

/** Without a route for a path that does not exist. */
export function stepsOf(
  route: CostlyRoute | undefined,
  { read, counted }: Spent,
  reply: Reply,
): number {
  const asksStore = route?.importance === 'administration' && route.page === undefined
  return (
    STEPS.request +
    counted +
    (asksStore ? STEPS.store : 0) +
    (route?.isForAgents === true ? STEPS.agent : 0) +
    Number(reply.headers['lookup-cost'] ?? 0) * STEPS.lookup +
    (read * STEPS.bodyThousand) / 1000 +
    (reply.body.length * STEPS.answerThousand) / 1000
  )
}
