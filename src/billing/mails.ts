// The words of the mails about invoices and endings.

import { upgradeLink } from '../account/plans/plans.ts'
import { countryOf } from '../countries/country.ts'
import { formatDay } from '../lib/clock.ts'
import { type MailBody, mailBody } from '../mail/layout.ts'
import { type BillingSettings, type Invoice, paymentLink } from './invoices/invoice.ts'
import { formatMoney, formatPercent } from './invoices/money.ts'
import { lastDayOf } from './invoices/plan-days.ts'

interface Ending {
  readonly endedAt: number
  readonly status: 'trial-ended' | 'ended'
}

export function invoiceMail(invoice: Invoice, settings: BillingSettings): MailBody {
  const { number, seller } = invoice
  const text = `Your invoice from ${seller.name} is attached as a PDF.`
  const title = `Invoice ${number}`
  return aboutInvoice(invoice, settings, title, text, `${title} from ${seller.name}`)
}

/** For one that is overdue. */
export function reminderMail(invoice: Invoice, settings: BillingSettings): MailBody {
  const { number, seller } = invoice
  const text = `We have not received your payment of this invoice from ${seller.name}, which is attached again. If you have paid it already, please ignore this reminder.`
  const title = `Invoice ${number} is overdue`
  return aboutInvoice(invoice, settings, title, text)
}

function aboutInvoice(
  invoice: Invoice,
  settings: BillingSettings,
  title: string,
  text: string,
  subject = title,
) {
  const { number, seller, term, currency, product, taxBasisPoints } = invoice
  const link = paymentLink(invoice)
  const money = (minor: number) => formatMoney(minor, currency)
  const taxFacts = [
    ['Net', money(invoice.netMinor)],
    [`${countryOf(product).taxName} ${formatPercent(taxBasisPoints)}`, money(invoice.taxMinor)],
  ] as const
  return mailBody({
    title,
    subject,
    paragraphs: [text, ...(seller.note === '' ? [] : [seller.note])],
    facts: [
      ['Invoice', number],
      ['Date', formatDay(invoice.invoicedAt)],
      ['Period', `${formatDay(term.start)} to ${formatDay(lastDayOf(term))}`],
      ...(taxBasisPoints === 0 ? [] : taxFacts),
      ['Total', money(invoice.totalMinor)],
      ...(invoice.dueAt === undefined ? [] : ([['Due', formatDay(invoice.dueAt)]] as const)),
    ],
    action:
      link === undefined
        ? { label: 'View all invoices', url: `${settings.baseUrl}/console#invoices` }
        : { label: 'Pay invoice', url: link },
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
