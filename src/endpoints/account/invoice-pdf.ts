// The PDF of an invoice, for anybody who has its signed link. It needs no key.

import type { AccountParts } from '../../account/account-parts.ts'
import { invoicePdf } from '../../billing/invoices/invoice-pdf.ts'
import type { InvoiceLinks } from '../../billing/invoices/signing.ts'
import { Problem } from '../../http/problem.ts'
import type { Logo } from '../../lib/brand/brand.ts'
import type { Page } from '../pages/page.ts'

interface PdfParts extends Pick<AccountParts, 'store' | 'clock'> {
  readonly links: InvoiceLinks
  /** Printed on it. */
  readonly picture: Logo | undefined
}

export function invoicePdfPage({ store, clock, links, picture }: PdfParts): Page {
  return {
    path: '/invoices/{number}/pdf',
    summary: 'An invoice as PDF, by its signed link',
    async render({ query }, { number = '' }) {
      const [expires = ''] = query.get('expires') ?? []
      const [signature = ''] = query.get('signature') ?? []
      // Checked before the store is asked, so that a made-up link costs nothing and reveals nothing.
      if (!links.isGenuine(number, expires, signature, clock.now())) {
        const detail = 'The link has expired or was changed. Ask for the invoice to get a new one.'
        throw new Problem('forbidden', detail)
      }
      const body = await invoicePdf(store.db, number, picture)
      if (body === undefined) throw new Problem('not-found', 'There is no such invoice.')
      const headers = { 'content-disposition': `inline; filename="invoice-${number}.pdf"` }
      return { status: 200, contentType: 'application/pdf', body, headers }
    },
  }
}
