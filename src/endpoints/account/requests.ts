// /requests: what the keys of an account requested lately, and with which answer.

import Type from 'typebox'
import { REQUESTS_KEPT_MAX } from '../../account/request-log.ts'
import { count } from '../../lib/columns.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { flag, listOf, text, texts } from '../schemas.ts'

export const requestEndpoints = [
  endpoint('GET /requests', {
    steps: 150_000,
    summary: `List the last ${count(REQUESTS_KEPT_MAX)} requests`,
    notes:
      'Newest first, without keys and search texts. Requests to other nodes and threads appear within ten seconds.',
    options: {
      errors: flag('Only requests that were refused or failed.'),
      top: Type.Integer({ default: 100, minimum: 1, maximum: REQUESTS_KEPT_MAX }),
    },
    answers: ok(
      'Requests.',
      listOf({
        id: text('The `X-Request-Id` of its answer.'),
        at: Type.String(),
        key: text('The name of the API key, the domain of the token, or empty for the admin key.'),
        call: text('The method and the path as the reference names it.'),
        status: Type.Integer(),
        ms: Type.Number({ description: 'How long the answer took.' }),
        ...texts('error'),
      }),
    ),
    async handle({ options: { errors, top } }, { requestLog, caller }) {
      const all = await requestLog.last(caller.accountId)
      const wanted = errors ? all.filter(({ status }) => status >= 400) : all
      return free(wanted.slice(0, top).map(({ at, ...rest }) => ({ ...rest, at: usTimestamp(at) })))
    },
  }),
]
