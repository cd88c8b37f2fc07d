// What a check of the books is.

import type { AccountParts } from '../../account/account-parts.ts'
import type { AuditHead } from '../../account/operators/audit-entries.ts'

export interface Books extends AccountParts {
  /** Heads of the audit log that were kept outside the store. */
  auditAnchors?(): AsyncIterable<AuditHead>
}

export interface Check {
  readonly name: string
  /** A sentence for each fault. */
  find(books: Books): Promise<string[]>
}
