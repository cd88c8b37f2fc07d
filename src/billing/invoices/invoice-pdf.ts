// An invoice on A4 paper. The same invoice with the same logo is always the same bytes.

import type { Logo } from '../../lib/brand/brand.ts'
import type { Invoice } from './invoice.ts'
import { drawInvoice, MARGIN } from './invoice-drawing.ts'
import { toWinAnsi } from './win-ansi.ts'

export async function renderInvoicePdf(invoice: Invoice, picture?: Logo): Promise<Buffer> {
  // It loads fonts: only who draws waits for them.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: toWinAnsi(`Invoice ${invoice.number}`),
      Author: toWinAnsi(invoice.seller.name),
      // Not the moment of printing, which would make other bytes each time.
      CreationDate: new Date(invoice.invoicedAt),
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.once('end', resolve))
  drawInvoice(document, invoice, picture)
  document.end()
  await ended
  return Buffer.concat(chunks)
}
