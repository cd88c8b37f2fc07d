// Long work on the event loop, done in short slices: between two of them, requests are answered.

import { systemClock } from '../clock.ts'

/** A slice ends at the first `yield` after this time. */
export const SLICE_MS = 1

/** Work that can pause: it yields wherever it may be interrupted, and returns its result. */
export type Sliced<Result> = Generator<unknown, Result, undefined>

interface Job {
  /** Runs one slice, and tells whether the work is finished. */
  run(): boolean
}

/**
 * One slice runs per turn of the event loop, whatever the number of jobs. Owners take turns, and the jobs of one owner
 * run one after the other, so an owner with many jobs delays only itself.
 */
export class Slices {
  readonly #nowMs: () => number
  readonly #jobsByOwner = new Map<string, Job[]>()

  constructor(nowMs = systemClock.monotonicMs) {
    this.#nowMs = nowMs
  }

  run<Result>(owner: string, work: Sliced<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const untilMs = this.#nowMs() + SLICE_MS
          for (;;) {
            const step = work.next()
            if (step.done === true) {
              resolve(step.value)
              return true
            }
            if (this.#nowMs() >= untilMs) return false
          }
        } catch (error) {
          reject(error)
          return true
        }
      }
      this.#add(owner, { run })
    })
  }

  #add(owner: string, job: Job): void {
    if (this.#jobsByOwner.size === 0) setImmediate(this.#runOne)
    const jobs = this.#jobsByOwner.get(owner)
    if (jobs === undefined) this.#jobsByOwner.set(owner, [job])
    else jobs.push(job)
  }

  readonly #runOne = () => {
    const [next] = this.#jobsByOwner
    if (next === undefined) return
    const [owner, jobs] = next
    const [job] = jobs
    if (job?.run() !== false) jobs.shift()
    this.#jobsByOwner.delete(owner)
    if (jobs.length > 0) this.#jobsByOwner.set(owner, jobs)
    if (this.#jobsByOwner.size > 0) setImmediate(this.#runOne)
  }
}

/** Does the work at once, where nobody waits meanwhile. */
export function finish<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
