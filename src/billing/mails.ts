// The words of the mails about invoices and endings, as plain text and as HTML that says the same.

import type { Invoice } from './invoices.ts'
import { formatDay, formatMoney, formatPercent } from './money.ts'
import { type BillingSettings, TAX_NAMES, upgradeLink } from './settings.ts'

/** The end of a trial or a subscription. */
export interface Ending {
  readonly accountId: string
  readonly endedAt: number
  readonly status: 'trial-ended' | 'ended'
}

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function invoiceMail(invoice: Invoice, settings: BillingSettings): MailText {
  const { number, seller, term, currency, product, taxBasisPoints } = invoice
  const money = (minor: number) => formatMoney(minor, currency)
  const taxFacts: Fact[] = [
    ['Net', money(invoice.netMinor)],
    [`${TAX_NAMES[product]} ${formatPercent(taxBasisPoints)}`, money(invoice.taxMinor)],
  ]
  const facts: Fact[] = [
    ['Invoice', number],
    ['Date', formatDay(invoice.invoicedAt)],
    ['For', `${formatDay(term.start)} to ${formatDay(term.end - 1)}`],
    ...(taxBasisPoints === 0 ? [] : taxFacts),
    ['Total', money(invoice.totalMinor)],
  ]
  return compose(`Invoice ${number} from ${seller.name}`, {
    paragraphs: ['Here is your invoice. It is attached as a PDF.'],
    facts,
    closing: [
      ...(seller.note === '' ? [] : [seller.note]),
      `All your invoices are at ${upgradeLink(settings)}.`,
    ],
    from: seller.name,
  })
}

export function expiredMail(ending: Ending, settings: BillingSettings): MailText {
  const isTrial = ending.status === 'trial-ended'
  const what = isTrial ? 'free trial' : 'subscription'
  const keys = 'The same keys work again at once when you choose a plan'
  return compose(`Your ${what} has ended`, {
    paragraphs: [
      `Your ${what} ended on ${formatDay(ending.endedAt)}. Address look-ups with your keys are refused from then on.`,
      `${keys}: ${upgradeLink(settings)}`,
    ],
    facts: [],
    closing: isTrial ? [] : ['There will be no further invoices.'],
    from: settings.seller.name,
  })
}

type Fact = readonly [name: string, value: string]

interface Parts {
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  readonly closing: readonly string[]
  readonly from: string
}

function compose(subject: string, { paragraphs, facts, closing, from }: Parts): MailText {
  const width = Math.max(0, ...facts.map(([name]) => name.length))
  const table = facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
  const blocks = [...paragraphs, ...(table === '' ? [] : [table]), ...closing, from]
  return {
    subject,
    text: `${blocks.join('\n\n')}\n`,
    html: page(subject, paragraphs, facts, closing, from),
  }
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

function page(
  subject: string,
  paragraphs: readonly string[],
  facts: readonly Fact[],
  closing: readonly string[],
  from: string,
): string {
  const p = (text: string) => `<p style="margin:0 0 16px">${linked(text)}</p>`
  const row = ([name, value]: Fact) =>
    `<tr><td style="padding:4px 24px 4px 0;color:#5b6470">${escaped(name)}</td>` +
    `<td style="padding:4px 0;text-align:right;font-weight:600">${escaped(value)}</td></tr>`
  const table =
    facts.length === 0
      ? ''
      : `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${facts.map(row).join('')}</table>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f4f5f7"><div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff;color:#1d2530;font-size:16px;line-height:1.5;${FONT}">
<h1 style="margin:0 0 20px;font-size:20px">${escaped(subject)}</h1>
${paragraphs.map(p).join('\n')}
${table}
${closing.map(p).join('\n')}
<p style="margin:24px 0 0;color:#5b6470">${escaped(from)}</p>
</div></body></html>
`
}

function linked(text: string): string {
  return escaped(text).replace(
    /https?:\/\/[^\s<]+?(?=\.?(?:\s|$))/g,
    (url) => `<a href="${url}">${url}</a>`,
  )
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
