// The sample data of a first start, made once: it is the same for everyone.

import { existsSync, rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { Data } from '../../src/releases/served-data.ts'

/** Puts the sample into a data folder that has no data yet. */
export async function copySample(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'releases'))) return
  made ??= sharedSample()
  await cp(await made, dataDir, { recursive: true })
}

let made: Promise<string> | undefined

/** The folder named by TEST_SAMPLE, or one that is made now and ends with this process. */
async function sharedSample(): Promise<string> {
  const given = process.env.TEST_SAMPLE
  if (given !== undefined && given !== '') return given
  const folder = await makeSample()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function makeSample(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorplate-sample-'))
  const log = makeLog('silent', systemClock.now, () => {})
  await new Data(folder, systemClock, log).ensure(() => {})
  return folder
}
