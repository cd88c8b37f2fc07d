// One try to find what a line means: a line with something given up, and where it may be.

import type { Point } from '../../address/geo.ts'
import type { StreetFilter } from '../match/filter.ts'
import type { Line } from './line.ts'

export interface Attempt {
  readonly line: Line
  readonly filter?: Pick<StreetFilter, 'allowsStreet'>
  readonly location?: Point
  /** The passes from exact to misspelt, and not only what is as typed but for its number. */
  readonly isLoose?: boolean
  /** Where there are more answers than these, the line says too little. */
  readonly answersMax?: number
}
