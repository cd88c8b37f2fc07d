// The mail that tells an account that one of its endpoints gets no more deliveries.

import { type MailBody, mailBody, SERVICE_URL } from '../../mail/layout.ts'
import type { ClaimedEndpoint } from './claims.ts'

/** Why an endpoint gets no more deliveries. */
export type Ending = 'gone' | 'failed-too-long'

export function endpointOffMail(
  { kind, url, id }: Pick<ClaimedEndpoint, 'kind' | 'url' | 'id'>,
  ending: Ending,
): MailBody & { readonly subject: string } {
  const subject = `Your webhook to ${new URL(url).host} is switched off`
  const why =
    ending === 'gone'
      ? 'It answered 410 Gone, which asks us to stop, so it has been removed.'
      : 'It has failed for 5 days, so it has been switched off.'
  const body = mailBody({
    title: subject,
    paragraphs: [
      `This webhook endpoint gets no more deliveries. ${why}`,
      `When it works again, register its URL anew in the console, or with POST /webhook/${kind}. What happened in the meantime is in GET /events.`,
    ],
    facts: [
      ['Endpoint', String(id)],
      ['Events', kind],
      ['URL', url],
    ],
    action: { label: 'See your webhooks', url: `${SERVICE_URL}/console#webhooks` },
  })
  return { subject, ...body }
}
