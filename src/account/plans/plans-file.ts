// The file of plans: `plans.json` in the data folder, made at the first start and read at every start.

import { link, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/folder.ts'
import { openPrivate } from '../../lib/files/private-file.ts'
import { newId } from '../../lib/ids.ts'
import { errorCode } from '../../lib/operator-error.ts'
import { defaultPlans } from './default-plans.ts'
import { PlansError, parsePlans } from './plan-parser.ts'
import type { Plans } from './plans.ts'

export async function loadPlans(dataDir: string): Promise<Plans> {
  const path = join(dataDir, 'plans.json')
  const text = (await readIfThere(path)) ?? (await writeDefault(dataDir, path))
  return parsePlans(text, path)
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new PlansError(`The file ${path} cannot be read (${errorCode(error)}).`)
  }
}

// Written aside and then named, so that nobody ever reads half of it and an operator's file is never replaced.
async function writeDefault(dataDir: string, path: string): Promise<string> {
  const aside = `${path}.${newId('new-')}`
  try {
    await makeFolder(dataDir)
    const file = await openPrivate(aside, 'wx')
    await file.writeFile(defaultPlans())
    await file.sync()
    await file.close()
    await link(aside, path).catch(ignoreExisting)
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new PlansError(`The file ${path} cannot be written (${errorCode(error)}).`)
  } finally {
    await rm(aside, { force: true })
  }
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}
