// A change log of made-up steps, without the releases that would lead to them.

import type { ChangeKind, ChangeStep } from '../../src/address/change.ts'
import { stepPath } from '../../src/releases/ledger/change-log.ts'
import { ChangeColumns } from '../../src/releases/ledger/change-step.ts'

/** By the number of its id; the successor of a retired one has the next number. */
export type Changes = ReadonlyMap<number, ChangeKind>

export const idOf = (number: number) => `GAVIC${number}`

export async function writeSteps(directory: string, all: readonly Changes[]) {
  const steps: ChangeStep[] = []
  for (const [at, changes] of all.entries()) {
    const columns = new ChangeColumns()
    for (const [number, kind] of [...changes].sort(([a], [b]) => a - b)) {
      const successor = { first: 0, second: number + 1, inferred: true }
      columns.add({ first: 0, second: number }, kind, kind === 'retired' ? [successor] : [])
    }
    await columns.write(stepPath(directory, 'au', at + 1), 'au', ['GAVIC'])
    const last = steps.at(-1)
    const before = last === undefined ? 0 : last.before + last.count
    const [from, release] = [`au-2026-01-0${at + 1}-aaaaaa`, `au-2026-01-0${at + 2}-aaaaaa`]
    steps.push({ number: at + 1, from, release, at: 1000 + at, before, count: changes.size })
  }
  return steps
}
