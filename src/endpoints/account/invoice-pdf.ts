// The PDF of an invoice, for anybody who has its signed link. It needs no key.

import { overloaded } from '../../access/refusals.ts'
import type { InvoicePrinter } from '../../billing/invoices/invoice-printer.ts'
import type { InvoiceLinks } from '../../billing/invoices/signing.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Page } from '../pages/page.ts'
import { NO_INVOICE } from './invoices.ts'

/** The cost of drawing a PDF, in steps of about ten nanoseconds. */
const PDF_STEPS = 300_000

interface PdfParts {
  readonly clock: Clock
  readonly links: InvoiceLinks
  readonly printer: InvoicePrinter
}

export function invoicePdfPage({ clock, links, printer }: PdfParts): Page {
  return {
    path: '/invoices/{number}/pdf',
    steps: PDF_STEPS,
    summary: 'Download an invoice as PDF by its signed link',
    async render({ query }, { number = '' }) {
      const [expires = ''] = query.get('expires') ?? []
      const [signature = ''] = query.get('signature') ?? []
      // A link has each of the two parameters once, and no other.
      const isWhole = query.size === 2 && [...query.values()].flat().length === 2
      // Checked before asking the store: a forged link costs and reveals nothing.
      if (!isWhole || !links.isGenuine(number, expires, signature, clock.now())) {
        const detail = 'The link has expired or was changed. Get the invoice again for a new link.'
        throw new Problem('forbidden', detail)
      }
      const printed = await printer.pdf(number)
      if (printed.kind === 'no-such-invoice') throw new Problem('not-found', NO_INVOICE)
      if (printed.kind === 'busy') throw overloaded()
      const headers = { 'content-disposition': `inline; filename="invoice-${number}.pdf"` }
      return { status: 200, contentType: 'application/pdf', body: printed.pdf, headers }
    },
  }
}
