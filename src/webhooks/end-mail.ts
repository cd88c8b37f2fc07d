// The mail that tells an account that one of its endpoints gets no more deliveries.

import type { Claimed } from './claims.ts'

/** Why an endpoint gets no more deliveries. */
export type Ending = 'gone' | 'failed-too-long'

export function endMail(
  { kind, url, id }: Pick<Claimed, 'kind' | 'url' | 'id'>,
  ending: Ending,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { host } = new URL(url)
  const subject = `Webhook ${kind} to ${host} is switched off`
  const why =
    ending === 'gone'
      ? 'It answered 410 Gone, which asks us to stop, so it has been removed.'
      : 'It has failed for 5 days, so it has been switched off.'
  const lines = [
    `Your webhook endpoint ${id} for ${kind} gets no more deliveries: ${url}`,
    why,
    `When it works again, register it anew with POST /webhook/${kind}. What happened in the meantime is in GET /events.`,
  ]
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  return { subject, text: `${lines.join('\n\n')}\n`, html }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
