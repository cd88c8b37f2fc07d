// The thread that draws invoices, at the lowest priority: one takes tens of milliseconds.

import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Logo } from '../../lib/brand/brand.ts'
import type { ToThread } from '../../lib/thread/asked-thread.ts'
import type { Invoice } from './invoice.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

export type Printed = { readonly id: number } & (
  | { readonly kind: 'printed'; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string }
)

const LOWEST_PRIORITY = 19
// On Linux the priority is that of the thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY)

const { picture } = workerData as { readonly picture: Logo | undefined }

parentPort?.on('message', async (message: ToThread<Invoice>) => {
  if (message.kind !== 'question') return parentPort?.close()
  const { id, question: invoice } = message
  try {
    const pdf = new Uint8Array(await renderInvoicePdf(invoice, picture))
    send({ id, kind: 'printed', pdf }, [pdf.buffer])
  } catch (error) {
    send({ id, kind: 'failed', message: String(error) }, [])
  }
})

function send(printed: Printed, transferred: ArrayBuffer[]): void {
  parentPort?.postMessage(printed, transferred)
}
