// What the log of an account's requests keeps of each.

import type { Reply } from '../http/message.ts'
import { maskKeys } from '../lib/log.ts'
import type { Service } from '../service.ts'
import type { Received } from './call.ts'

const ERROR_CHARACTERS_MAX = 200

/** Logs requests with a key only: not what people do in a console, and operators have the audit log. */
export function logRequest(
  { requestLog, clock }: Service,
  { request, match, bill: { caller } }: Received,
  { status, body }: Reply,
  ms: number,
): void {
  if (caller === undefined || caller.sessionId !== undefined || caller.operator !== undefined)
    return
  requestLog.add(caller.accountId, {
    id: request.id,
    at: clock.now(),
    key: caller.name ?? caller.domain ?? '',
    call: `${request.method} ${match?.target.path.replace('+}', '}')}`,
    status,
    ms: Math.round(ms * 10) / 10,
    error: status < 400 ? '' : errorIn(body.toString()),
  })
}

/** The code and detail of a Problem. */
function errorIn(body: string): string {
  const [, detail = '""'] = /"detail":("(?:[^"\\]|\\.)*")/.exec(body) ?? []
  const [, code = ''] = /"code":"([a-z-]+)"/.exec(body) ?? []
  return maskKeys(`${code}: ${JSON.parse(detail)}`).slice(0, ERROR_CHARACTERS_MAX)
}
