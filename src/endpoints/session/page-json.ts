// What the pages that sign people in take and answer: JSON.

import type { Static, TObject } from 'typebox'
import type { Request } from '../../http/message.ts'
import type { PageReply } from '../pages/page.ts'
import { readBodyText } from '../read-body.ts'
import { readInput } from '../read-input.ts'
import { NoParams } from '../schemas.ts'

/** Looking for a session, a key or a link in the store, in steps of about ten nanoseconds. */
export const SESSION_STEPS = 60_000

export async function readFields<Fields extends TObject>(
  request: Request,
  options: Fields,
): Promise<Static<Fields>> {
  const text = await readBodyText(request)
  const input = readInput({ params: NoParams, options }, {}, new Map(), text)
  return input.options as Static<Fields>
}

export function jsonPage(body: object, headers: Readonly<Record<string, string>> = {}): PageReply {
  return {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
    headers,
  }
}
