// The index that a benchmark is given: one that is not there is told in a sentence.

import { realpathSync } from 'node:fs'
import { errorCode, OperatorError } from '../src/lib/operator-error.ts'

export function indexPath(given: string): string {
  try {
    return realpathSync(given)
  } catch (error) {
    throw new OperatorError(`The index ${given} cannot be read (${errorCode(error)}).`)
  }
}
