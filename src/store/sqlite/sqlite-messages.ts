// What the serving thread and the thread of the SQLite file say to each other.

import type { MessagePort } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'

export type ToWorker =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** The arguments as JSON, and so the answer. */
  | { readonly kind: 'procedure'; readonly module: string; readonly args: string }
  /** Another thread of the process asks here too. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'close' }

/** The answer to the one message that is under way; the first one says that the file is open. */
export type FromWorker =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }

/** An error loses its class and its code between threads, so both travel by name. */
interface SentError {
  readonly name: string
  readonly message: string
  readonly errcode: number | undefined
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), errcode: undefined }
  const errcode = 'errcode' in error ? Number(error.errcode) : undefined
  return { name: error.name, message: error.message, errcode }
}

export function receivedError(sent: SentError): Error {
  if (sent.name === 'StoreError') return new StoreError(sent.message)
  const error = new Error(sent.message)
  error.name = sent.name
  return sent.errcode === undefined ? error : Object.assign(error, { errcode: sent.errcode })
}
