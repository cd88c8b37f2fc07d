// A GET of a target as the pages see it.

import assert from 'node:assert/strict'
import type { Request } from '../../../src/http/message.ts'
import { parseTarget } from '../../../src/http/target.ts'

export function plainGet(target: string, headers: Request['headers'] = {}): Request {
  const { path, query } = parseTarget(target) ?? assert.fail(target)
  const facts = { id: '', method: 'GET', remoteAddress: '', headers }
  return { ...facts, path, query, readBody: async () => ({ kind: 'text', text: '' }) }
}
