// The mail that tells an account that one of its endpoints gets no more deliveries.

import { type MailBody, mailBody, SERVICE_URL } from '../../mail/layout.ts'
import type { ClaimedEndpoint } from './claims.ts'

/** Why an endpoint gets no more deliveries. */
export type Ending = 'gone' | 'failed-too-long'

export function endpointOffMail(
  { kind, url, id }: Pick<ClaimedEndpoint, 'kind' | 'url' | 'id'>,
  ending: Ending,
): MailBody & { readonly subject: string } {
  const subject = `Your webhook to ${new URL(url).host} is disabled`
  const why =
    ending === 'gone'
      ? 'It answered 410 Gone, which means stop sending, and was deleted.'
      : 'It failed for 5 days and was disabled.'
  const body = mailBody({
    title: subject,
    paragraphs: [
      `This webhook endpoint receives no more deliveries. ${why}`,
      `When it works again, register its URL in the console or with POST /webhook/${kind}. GET /events has the events in between.`,
    ],
    facts: [
      ['Endpoint', String(id)],
      ['Events', kind],
      ['URL', url],
    ],
    action: { label: 'View your webhooks', url: `${SERVICE_URL}/console#webhooks` },
  })
  return { subject, ...body }
}
