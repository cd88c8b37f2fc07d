// Shows how far an import has come: a bar on a terminal, a plain line now and then elsewhere.

import type { Clock } from '../../lib/clock.ts'
import { count } from '../../lib/columns.ts'

interface ProgressOutput {
  write(text: string): void
  readonly isTerminal: boolean
}

/** What readers report to. Both numbers are totals since `begin`. */
export interface Progress {
  begin(label: string, bytesTotal: number): void
  advance(bytesRead: number, rows: number): void
  end(): void
}

export const NO_PROGRESS: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  end: () => undefined,
}

const BAR_WIDTH = 24
const TERMINAL_EVERY_MS = 100
const LINE_EVERY_MS = 5000
/** Before this the rate is a guess, and a guess of the time left is worse than none. */
const LEFT_FROM_MS = 2000

export function makeProgress(output: ProgressOutput, clock: Pick<Clock, 'monotonicMs'>): Progress {
  let label = ''
  let bytesTotal = 0
  let startedMs = 0
  let shownMs = 0
  let last = { bytesRead: 0, rows: 0 }
  const everyMs = output.isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS
  const show = (nowMs: number, isDone: boolean) => {
    shownMs = nowMs
    const share = bytesTotal === 0 ? 1 : Math.min(1, last.bytesRead / bytesTotal)
    const elapsedMs = nowMs - startedMs
    const text = progressText({ label, share, rows: last.rows, elapsedMs, isDone })
    if (!output.isTerminal) output.write(`${text}\n`)
    // `ESC [ K` clears what a longer text before this one has left to its right.
    else output.write(`\r${bar(share)} ${text}\u001b[K${isDone ? '\n' : ''}`)
  }
  return {
    begin(name, total) {
      label = name
      bytesTotal = total
      startedMs = clock.monotonicMs()
      shownMs = startedMs
      last = { bytesRead: 0, rows: 0 }
    },
    advance(bytesRead, rows) {
      last = { bytesRead, rows }
      const nowMs = clock.monotonicMs()
      if (nowMs - shownMs >= everyMs) show(nowMs, false)
    },
    end() {
      last = { ...last, bytesRead: bytesTotal }
      show(clock.monotonicMs(), true)
    },
  }
}

interface ProgressFacts {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly elapsedMs: number
  readonly isDone: boolean
}

function bar(share: number): string {
  const filled = Math.round(share * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
}

function progressText({ label, share, rows, elapsedMs, isDone }: ProgressFacts): string {
  const rate = elapsedMs <= 0 ? 0 : Math.round((rows * 1000) / elapsedMs)
  const head = `${label}: ${Math.floor(share * 100)}%, ${count(rows)} rows, ${count(rate)}/s`
  if (isDone) return `${head}, took ${duration(elapsedMs)}`
  if (elapsedMs < LEFT_FROM_MS || share === 0) return head
  return `${head}, ${duration((elapsedMs * (1 - share)) / share)} left`
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
