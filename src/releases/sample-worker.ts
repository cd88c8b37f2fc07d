// A thread that makes the index of the sample data, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import type { Product } from '../address/product.ts'
import { buildIndex } from '../index/build/build.ts'
import { systemClock } from '../lib/clock.ts'
import { sampleSource } from '../sample/sample.ts'

const { product, directory } = workerData as { product: Product; directory: string }
const source = sampleSource(product)
const { release } = await buildIndex(source, { directory, now: systemClock.now() })
parentPort?.postMessage(release)
