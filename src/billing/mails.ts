// The words of the mails about invoices and endings.

import { upgradeLink } from '../account/plans/plans.ts'
import { countryOf } from '../countries/country.ts'
import { type MailBody, mailBody } from '../mail/layout.ts'
import type { BillingSettings, Invoice } from './invoices/invoice.ts'
import { formatDay, formatMoney, formatPercent } from './invoices/money.ts'
import { lastDayOf } from './invoices/plan-days.ts'

interface Ending {
  readonly endedAt: number
  readonly status: 'trial-ended' | 'ended'
}

export function invoiceMail(invoice: Invoice, settings: BillingSettings): MailBody {
  const { number, seller, term, currency, product, taxBasisPoints } = invoice
  const money = (minor: number) => formatMoney(minor, currency)
  const taxFacts = [
    ['Net', money(invoice.netMinor)],
    [`${countryOf(product).taxName} ${formatPercent(taxBasisPoints)}`, money(invoice.taxMinor)],
  ] as const
  return mailBody({
    title: `Invoice ${number}`,
    subject: `Invoice ${number} from ${seller.name}`,
    paragraphs: [
      `Your invoice from ${seller.name} is attached as a PDF.`,
      ...(seller.note === '' ? [] : [seller.note]),
    ],
    facts: [
      ['Invoice', number],
      ['Date', formatDay(invoice.invoicedAt)],
      ['Period', `${formatDay(term.start)} to ${formatDay(lastDayOf(term))}`],
      ...(taxBasisPoints === 0 ? [] : taxFacts),
      ['Total', money(invoice.totalMinor)],
      ...(invoice.dueAt === undefined ? [] : ([['Due', formatDay(invoice.dueAt)]] as const)),
    ],
    action: { label: 'View all invoices', url: `${settings.baseUrl}/console#invoices` },
  })
}

export function expiredMail(ending: Ending, settings: BillingSettings): MailBody {
  const isTrial = ending.status === 'trial-ended'
  const what = isTrial ? 'free trial' : 'subscription'
  const day = formatDay(ending.endedAt)
  return mailBody({
    title: `Your ${what} has ended`,
    paragraphs: [
      `Your ${what} ended on ${day}. Address look-ups with your keys are now refused.`,
      'Choose a plan to use the same keys again at once.',
      ...(isTrial
        ? []
        : ['Any days not yet billed, up to and including that day, are on a final invoice.']),
    ],
    action: { label: 'Choose a plan', url: upgradeLink(settings.baseUrl) },
  })
}
