// The mail that tells an account that a list of its addresses is matched.

import { type MailBody, mailBody, SERVICE_URL } from '../mail/layout.ts'
import { BATCH_KEPT_MS, type Batch } from './batch.ts'

const DAYS_KEPT = BATCH_KEPT_MS / 86_400_000

const NO_LOOKUPS = 'there were no look-ups left'
const REASONS: Readonly<Record<string, string>> = {
  forbidden: 'the subscription ended or the account was suspended',
  'service-unavailable': 'no address data was available',
}

export function batchFinishedMail(batch: Batch): MailBody & { readonly subject: string } {
  const name = batch.name === '' ? batch.id : batch.name
  const isWhole = batch.endedBy === ''
  const subject = isWhole ? `Your list ${name} is finished` : `Your list ${name} is partly finished`
  const count = (number: number) => number.toLocaleString('en-GB')
  const why = isWhole
    ? `All ${count(batch.rows)} rows of your list are matched.`
    : `${count(batch.doneRows)} of ${count(batch.rows)} rows of your list are matched: ${REASONS[batch.endedBy] ?? NO_LOOKUPS}.`
  const body = mailBody({
    title: subject,
    paragraphs: [
      why,
      `Download the result within ${DAYS_KEPT} days, in the console or with GET /batch/${batch.id}/result. After that it is deleted.`,
    ],
    facts: [
      ['Exact', count(batch.exact)],
      ['Corrected', count(batch.corrected)],
      ['Ambiguous', count(batch.ambiguous)],
      ['Not found', count(batch.notFound)],
    ],
    action: { label: 'View your lists', url: `${SERVICE_URL}/console#lists` },
  })
  return { subject, ...body }
}
