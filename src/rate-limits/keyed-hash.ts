// A quick hash of a text that nobody outside can aim, because they do not know the seed.

import { randomInt } from 'node:crypto'

/** Two words of 32 bits. */
export type Seed = readonly [number, number]

export function newSeed(): Seed {
  return [randomInt(2 ** 32), randomInt(2 ** 32)]
}

/** 53 bits, as many as a number holds exactly, and never zero. */
export function keyedHash(text: string, seed: Seed): number {
  let low = seed[0] | 0
  let high = seed[1] | 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x9e3779b1)
    low ^= low >>> 15
    high = Math.imul(high ^ unit, 0x85ebca6b)
    high ^= high >>> 13
  }
  low = Math.imul(low ^ (high >>> 16), 0xc2b2ae35)
  high = Math.imul(high ^ (low >>> 16), 0x27d4eb2f)
  return ((high ^ (high >>> 15)) >>> 11) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0) + 1
}
