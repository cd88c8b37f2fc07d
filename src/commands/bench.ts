// `bench`: speed, memory and cost of the release in use on this machine. What measures is in bench/, and loaded here.

import { PRODUCT_CODES } from '../address/product.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import { type Command, PRODUCT_OPTION } from './shared/command.ts'

export const benchCommand: Command = {
  name: 'bench',
  usage: `[--product ${PRODUCT_CODES}] [--threads N] [--requests N] [--folder DIR]`,
  summary:
    'Measure speed, memory and cost of the release in use, beside plain node:http, in 20 seconds, on a store of its own.',
  example: '--threads 2',
  options: {
    ...PRODUCT_OPTION,
    threads: 'how many threads the service runs on; 1 by default',
    requests: 'how many requests a round has; 3000 by default',
    folder: 'where the store is made, to measure another disk',
  },
  async run(given) {
    const { benchRelease } = await import('../../bench/release.ts').catch(refuseMissing)
    return benchRelease(given)
  },
}

function refuseMissing(error: unknown): never {
  if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new OperatorError('The folder bench/, which holds what measures, is not installed here.')
}
