// What a check of the books is.

import type { AccountParts } from '../../account/account-parts.ts'

export interface Check {
  readonly name: string
  /** A sentence for each fault. */
  find(parts: AccountParts): Promise<string[]>
}
