// What can be wrong with the store, as one sentence for a person; and which failures pass by themselves.

import { OperatorError } from '../lib/operator-error.ts'

/** The store cannot be opened or has stopped. The message names it and never holds a password. */
export class StoreError extends OperatorError {
  override readonly name = 'StoreError'
}

// Primary SQLite result codes: busy, locked, no memory, read-only, I/O, corrupt, full, cannot open.
const SQLITE_OUT_OF_REACH = new Set([5, 6, 7, 8, 10, 11, 13, 14])

// SQLSTATE classes: connection, rolled back by deadlock, resources, lock not available, operator, system, internal.
const POSTGRES_OUT_OF_REACH = ['08', '40', '53', '55', '57', '58', 'XX']

/** Whether the store is out of reach for now, in contrast to a fault in what it was asked. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreError) return true
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_OUT_OF_REACH.has(error.errcode & 0xff)
  }
  const state = 'severity' in error && 'code' in error ? String(error.code) : ''
  // 25006: the server has become a read-only standby.
  return state === '25006' || POSTGRES_OUT_OF_REACH.some((prefix) => state.startsWith(prefix))
}

// SQLite: a unique column, a primary key. PostgreSQL: unique_violation.
const SQLITE_DUPLICATE = new Set([2067, 1555])

/** Whether a row was refused because another one, perhaps written a moment ago, has its unique value. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return SQLITE_DUPLICATE.has(Number(error.errcode))
  return 'code' in error && error.code === '23505'
}
