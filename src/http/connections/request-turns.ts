// Answers requests in turns: every caller with requests waiting gets the same part of the thread's time.

import { Turns } from '../../lib/turns/turns.ts'
import type { Handler, Reply, Request } from '../message.ts'

/** Tells callers apart before anything of a request is checked. */
export interface Callers {
  /** Whose turn a request is answered in: that of its account, else of its network. */
  of(request: Request): string
  /** The network that a connection comes from; undefined for a trusted proxy, which speaks for many. */
  networkOf(remoteAddress: string): string | undefined
}

export const BY_ADDRESS: Callers = {
  of: ({ remoteAddress }) => remoteAddress,
  networkOf: (remoteAddress) => remoteAddress,
}

export interface Recipient {
  /** False once nobody reads the answer any more: then it is not made. */
  readonly isThere: boolean
  reply(reply: Reply, requestId: string): void
}

interface Answered {
  readonly recipient: Recipient
  readonly reply: Reply | Promise<Reply>
  readonly requestId: string
}

export class RequestTurns {
  readonly #answer: Handler
  readonly #callerOf: (request: Request) => string
  #turns: Turns
  #answered: Answered[] = []

  constructor(answer: Handler, callerOf: (request: Request) => string, turns = new Turns()) {
    this.#answer = answer
    this.#callerOf = callerOf
    this.#turns = this.share(turns)
  }

  /** From now on in the turns of other work on this thread: two rings would take twice the time before new arrivals. */
  share(turns: Turns): Turns {
    turns.afterSteps = () => this.#sendAll()
    this.#turns = turns
    return turns
  }

  /** Callers that have something waiting. */
  get waiting(): number {
    return this.#turns.waiting
  }

  ask(request: Request, recipient: Recipient): void {
    this.#turns.add(this.#callerOf(request), () => {
      if (!recipient.isThere) return false
      const reply = this.#answer(request)
      this.#answered.push({ recipient, reply, requestId: request.id })
      return false
    })
  }

  /** Other work for a caller, such as reading what it sends; true while there is more of it. */
  run(caller: string, step: () => boolean): void {
    this.#turns.add(caller, step)
  }

  #sendAll(): void {
    const answered = this.#answered
    if (answered.length === 0) return
    this.#answered = []
    for (const { recipient, reply, requestId } of answered) {
      if (!(reply instanceof Promise)) send(recipient, reply, requestId)
      else void reply.then((late) => send(recipient, late, requestId))
    }
  }
}

function send(recipient: Recipient, reply: Reply, requestId: string): void {
  if (reply.holdMs === undefined) recipient.reply(reply, requestId)
  else setTimeout(() => recipient.reply(reply, requestId), reply.holdMs)
}
