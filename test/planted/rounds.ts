// Plants many faults, a few at a time, each in a copy of its own.

import { SeededRandom } from '../../dev/seeded-random.ts'
import type { Fault, Guard } from './fault-list.ts'
import { type Outcome, PlantedCopy } from './planting.ts'

/** So many of them, the same for the same seed. */
export function sampleOf(faults: readonly Fault[], count: number, seed: number): Fault[] {
  const random = new SeededRandom(seed)
  const left = [...faults]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(random.below(left.length), 1)
    return one
  }).filter((one) => one !== undefined)
}

export async function plantAll(
  faults: readonly Fault[],
  parallel: number,
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await inCopies(faults, parallel, async (copy, fault) => {
    const outcome = await copy.tryOut(fault)
    outcomes.push(outcome)
    onOutcome(outcome)
  })
  return outcomes
}

/** The tests that fail with no fault at all: what they say of a fault means nothing. */
export async function brokenGuards(faults: readonly Fault[], parallel: number): Promise<string[]> {
  const distinct = new Map<string, Guard>()
  for (const { guards } of faults) {
    for (const guard of guards) distinct.set(`${guard.path} ${guard.named ?? ''}`, guard)
  }
  const broken: string[] = []
  await inCopies([...distinct], parallel, async (copy, [name, guard]) => {
    const failure = await copy.failureOf(guard)
    if (failure !== undefined) broken.push(`${name}: ${failure}`)
  })
  return broken
}

async function inCopies<T>(
  items: readonly T[],
  parallel: number,
  work: (copy: PlantedCopy, item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const worker = async () => {
    const copy = new PlantedCopy()
    try {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(copy, item)
    } finally {
      copy.remove()
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, left.length) }, worker))
}
