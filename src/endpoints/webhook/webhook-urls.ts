// /webhook: the URLs that events are sent to, each with the kinds of events that it receives.

import Type from 'typebox'
import { badRequest, type Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '../../webhooks/bodies.ts'
import { allRegistrations, ENDPOINTS_PER_KIND_MAX } from '../../webhooks/registrations.ts'
import { readTarget, URL_CHARACTERS_MAX } from '../../webhooks/sending/target.ts'
import { subscribe } from '../../webhooks/subscriptions.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { readOneOf } from '../read-input.ts'
import { flag, listOf, oneOf, text, texts } from '../schemas.ts'

export const SwitchedOffAt = Type.Optional(
  text('When the endpoint was disabled, after failing for 5 days.'),
)

export const webhookUrlEndpoints = [
  endpoint('GET /webhook', {
    summary: 'List the URLs of all webhook endpoints',
    answers: ok(
      'URLs, each with the kinds of events it receives.',
      listOf({
        url: Type.String(),
        kinds: listOf({
          kind: oneOf(WEBHOOK_KINDS),
          id: Type.String(),
          failing_since: Type.Optional(text('When deliveries began to fail.')),
          switched_off_at: SwitchedOffAt,
        }),
      }),
    ),
    async handle(_input, { store, caller }) {
      const all = await allRegistrations(store.db, caller.accountId)
      const urls = [...new Set(all.map(({ url }) => url))]
      const kindsOf = (url: string) => all.filter((one) => one.url === url).map(kindJson)
      return free(urls.map((url) => ({ url, kinds: kindsOf(url) })))
    },
  }),
  endpoint('PUT /webhook', {
    summary: 'Set the kinds of events that a URL receives',
    notes:
      'One URL for several kinds of events, all signed with the same secret. It receives these kinds from now on and no others. ' +
      'The secret is shown only once, when it is new.',
    options: {
      url: text('https, without user name and password.', { maxLength: URL_CHARACTERS_MAX }),
      kinds: Type.Array(Type.String({ maxLength: 50 }), {
        maxItems: WEBHOOK_KINDS.length,
        description: `Of ${WEBHOOK_KINDS.join(', ')}.`,
      }),
      replace_secret: flag('Replace the secret. The old one also signs for 24 hours.'),
    },
    answers: ok('Set.', { ...texts('message'), secret: Type.Optional(Type.String()) }),
    async handle({ options }, { store, clock, caller, webhooks }) {
      const { accountId } = caller
      const kinds = [
        ...new Set(options.kinds.map((kind) => readOneOf('kinds', kind, WEBHOOK_KINDS))),
      ]
      const target = readTarget(options.url, webhooks.rules)
      if (target.kind === 'fault') throw badRequest('url', target.detail)
      const wanted = { accountId, url: target.href, kinds, isSecretNew: options.replace_secret }
      const done = await subscribe(store, wanted, clock.now())
      if (done.kind === 'too-many') throw tooMany(done.of)
      for (const id of done.removed) webhooks.forget(accountId, id)
      const what = kinds.length === 1 ? '1 kind of event' : `${kinds.length} kinds of events`
      return free({
        message: `The URL receives ${what}.`,
        ...(done.secret !== undefined && { secret: done.secret }),
      })
    },
  }),
]

export function tooMany(kind: WebhookKind): Problem {
  return badRequest('url', `${kind} can have at most ${ENDPOINTS_PER_KIND_MAX} endpoints.`)
}

function kindJson({ id, kind, failingSince: since, switchedOffAt: off }: Listed) {
  return {
    kind,
    id: String(id),
    ...(since !== undefined && { failing_since: usTimestamp(since) }),
    ...(off !== undefined && { switched_off_at: usTimestamp(off) }),
  }
}

type Listed = Awaited<ReturnType<typeof allRegistrations>>[number]
