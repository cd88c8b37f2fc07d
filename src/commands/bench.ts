// `bench`: speed, memory and cost of the release in use on this machine. What measures is in bench/, and loaded here.

import { PRODUCT_CODES } from '../address/product.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import { type Command, PRODUCT_OPTION } from './shared/command.ts'

export const benchCommand: Command = {
  name: 'bench',
  usage: `[--product ${PRODUCT_CODES}] [--threads N] [--requests N] [--folder DIR]`,
  summary:
    'Measure speed, memory and cost of the release in use against plain node:http, in 20 seconds, with its own store.',
  example: '--threads 2',
  options: {
    ...PRODUCT_OPTION,
    threads: 'number of threads; default 1',
    requests: 'requests in each round; default 3000',
    folder: 'the folder for its store, to measure another disk',
  },
  async run(given) {
    const { benchRelease } = await import('../../bench/release.ts').catch(refuseMissing)
    return benchRelease(given)
  },
}

function refuseMissing(error: unknown): never {
  if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new OperatorError('The folder bench/ is not installed here. Run this in a clone.')
}
