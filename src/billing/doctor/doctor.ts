// Goes through the books and names what does not add up, by account and day. It changes nothing.

import { auditLogFaults } from '../../account/operators/audit-entries.ts'
import { allRows } from '../../store/store.ts'
import { INVOICE_CHECKS, SUBSCRIPTION_CHECKS } from './doctor-billing.ts'
import type { Books, Check } from './doctor-check.ts'
import { LEDGER_CHECKS } from './doctor-ledger.ts'

const SENTENCES_MAX = 20

const file: Check = {
  name: 'the file of the store is sound',
  async find({ store }) {
    // A PostgreSQL server looks after its own files.
    if (store.kind !== 'sqlite') return []
    const { db } = store
    const checks = await allRows<{ integrityCheck: string }>(db)`pragma integrity_check(20)`
    const lost = await allRows<{ table: string; parent: string }>(db)`pragma foreign_key_check`
    return [
      ...checks
        .filter(({ integrityCheck }) => integrityCheck !== 'ok')
        .map(({ integrityCheck }) => `The file of the store is damaged: ${integrityCheck}.`),
      ...lost.map(
        ({ table, parent }) =>
          `A row of ${table} refers to a row of ${parent} that does not exist.`,
      ),
    ]
  },
}

const acts: Check = {
  name: 'the audit log is complete and unchanged',
  find: ({ store, auditAnchors }) => auditLogFaults(store.db, auditAnchors?.()),
}

const CHECKS: readonly Check[] = [
  file,
  ...LEDGER_CHECKS,
  ...INVOICE_CHECKS,
  ...SUBSCRIPTION_CHECKS,
  acts,
]

/** A service may be writing the same books, so a fault counts only if a second look finds it again. */
export async function examine(books: Books, onCheck: (name: string) => void = () => {}) {
  const results: { check: string; faults: string[] }[] = []
  for (const { name, find } of CHECKS) {
    onCheck(name)
    const first = await find(books)
    const again = new Set(first.length === 0 ? [] : await find(books))
    results.push({ check: name, faults: shortened(first.filter((fault) => again.has(fault))) })
  }
  return results
}

function shortened(faults: readonly string[]): string[] {
  const more = faults.length - SENTENCES_MAX
  if (more <= 0) return [...faults]
  return [...faults.slice(0, SENTENCES_MAX), `And ${more} more faults of this kind.`]
}
