// The PDFs of invoices: drawn in a thread of their own, accounts in turns, and the last ones kept.

import { BoundedMap } from '../../lib/bounded-map.ts'
import { type Brand, pictureOf } from '../../lib/brand/brand.ts'
import { AskedThread } from '../../lib/thread/asked-thread.ts'
import { OneAtATime } from '../../lib/turns/turns.ts'
import type { Attachment } from '../../mail/message.ts'
import type { Sql } from '../../store/store.ts'
import type { Invoice } from './invoice.ts'
import { invoiceByNumber } from './invoices.ts'

/** For all accounts. A PDF has a few KB plus the logo. */
const PDFS_KEPT_MAX = 64
/** Different invoices of one account that wait to be drawn. */
const WAITING_MAX = 20

export class InvoicePrinter {
  readonly #db: Sql
  readonly #thread: AskedThread<Invoice, Uint8Array<ArrayBuffer>>
  readonly #turns = new OneAtATime()
  /** By everything that is printed; the logo is the same for all. */
  readonly #kept = new BoundedMap<string, Promise<Buffer>>(PDFS_KEPT_MAX)
  readonly #waitingOf = new Map<string, number>()

  constructor(db: Sql, brand: Brand) {
    this.#db = db
    this.#thread = new AskedThread({
      module: new URL('./invoice-print-worker.ts', import.meta.url),
      name: 'invoices',
      workerData: () => ({ picture: pictureOf(brand), storeLine: undefined }),
    })
  }

  async pdf(number: string) {
    const invoice = await invoiceByNumber(this.#db, number)
    return invoice === undefined ? ({ kind: 'no-such-invoice' } as const) : this.print(invoice)
  }

  /** `busy` if too many invoices of the account wait already. */
  async print(invoice: Invoice) {
    // The PDF does not say whether it was paid.
    const key = JSON.stringify({ ...invoice, state: undefined })
    const kept = this.#kept.get(key)
    if (kept !== undefined) return { kind: 'printed', pdf: await kept } as const
    const waiting = this.#waitingOf.get(invoice.accountId) ?? 0
    if (waiting >= WAITING_MAX) return { kind: 'busy' } as const
    const printing = this.#draw(invoice)
    this.#kept.set(key, printing)
    printing.catch(() => this.#kept.delete(key))
    return { kind: 'printed', pdf: await printing } as const
  }

  async attachments(number: string): Promise<Attachment[]> {
    const printed = await this.pdf(number)
    if (printed.kind !== 'printed') throw new Error(`Invoice ${number} is ${printed.kind}.`)
    const { pdf: content } = printed
    return [{ filename: `invoice-${number}.pdf`, contentType: 'application/pdf', content }]
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #draw(invoice: Invoice): Promise<Buffer> {
    const { accountId } = invoice
    const waiting = this.#waitingOf
    waiting.set(accountId, (waiting.get(accountId) ?? 0) + 1)
    try {
      const pdf = await this.#turns.run(accountId, () => this.#thread.ask(invoice))
      return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    } finally {
      const left = (waiting.get(accountId) ?? 1) - 1
      if (left === 0) waiting.delete(accountId)
      else waiting.set(accountId, left)
    }
  }
}
