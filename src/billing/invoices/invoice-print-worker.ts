// The thread that draws invoices, at the lowest priority: one takes tens of milliseconds.

import { workerData } from 'node:worker_threads'
import type { Logo } from '../../lib/brand/brand.ts'
import { answerQuestions } from '../../lib/thread/asked-thread.ts'
import type { Invoice } from './invoice.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

const { picture } = workerData as { readonly picture: Logo | undefined }

answerQuestions({
  niceness: 19,
  answer: async (invoice: Invoice) => new Uint8Array(await renderInvoicePdf(invoice, picture)),
})
