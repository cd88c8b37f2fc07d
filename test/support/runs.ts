// How often a promise about any input is tried: some inputs whenever the suite runs, and many times as many at night.

const TIMES = Number(process.env.TEST_TIMES ?? 1)

/** `count` in the suite. */
export function runs(count: number): number {
  return Math.ceil(count * TIMES)
}
