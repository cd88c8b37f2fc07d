// A thread that makes the index of the sample data, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import type { Product } from '../address/product.ts'
import { buildIndex } from '../index/build/build.ts'
import { systemClock } from '../lib/clock.ts'
import { sampleNationalSource } from '../sample/sample-national.ts'
import { samplePostalSource } from '../sample/sample-postal.ts'

const { product, directory } = workerData as { product: Product; directory: string }
const source = product === 'au' ? sampleNationalSource() : samplePostalSource()
const { release } = await buildIndex(source, { directory, now: systemClock.now() })
parentPort?.postMessage(release)
