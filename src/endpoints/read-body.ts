// The body of a request as text, or the refusal of one that cannot be read.

import type { Request } from '../http/message.ts'
import { badRequest, Problem } from '../http/problem.ts'
import { BODY_BYTES_MAX } from '../http/server.ts'

/** Undefined if the method has no body. A body of a GET is ignored. */
export async function readBodyText(
  request: Request,
  bytesMax?: number,
): Promise<string | undefined> {
  if (request.method !== 'POST' && request.method !== 'PUT') return undefined
  const body = await request.readBody(bytesMax)
  switch (body.kind) {
    case 'text':
      return body.text
    case 'too-large':
      throw new Problem('payload-too-large', `The body must be at most ${inWords(bytesMax)}.`)
    case 'not-utf8':
      throw badRequest('body', 'The body is not UTF-8 text.')
    case 'cut-off':
      throw new Problem('request-timeout', 'The request did not arrive in full.')
    case 'encoded':
      throw badRequest('Content-Encoding', 'The body must not be compressed.')
  }
}

function inWords(bytesMax: number | undefined): string {
  const kib = (bytesMax ?? BODY_BYTES_MAX) / 1024
  return kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
}
