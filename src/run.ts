// Starts a service on its port, with what a first start needs, and stops it in an orderly way.

import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDemoAccounts, makeDemoKeys } from './account/demo-accounts.ts'
import { missingPlans } from './account/subscriptions.ts'
import { AREAS_FOLDER } from './areas/layer-folder.ts'
import { checkPortIsFree, Listener, NO_GRACE } from './http/listener.ts'
import { startJobs } from './jobs.ts'
import { makePipeline } from './pipeline.ts'
import { RELEASES_FOLDER } from './releases/release-folder.ts'
import { openService, type Service, type ServiceParts } from './service.ts'
import type { Config } from './settings/config.ts'
import { newSharedByThreads, startThreads } from './threads/threads.ts'

/** The port is opened when the service can answer: until then callers go to another node. */
export async function startService(parts: ServiceParts, print: (line: string) => void) {
  const others = parts.config.threads - 1
  const shared = others > 0 ? newSharedByThreads(parts.config.threads) : undefined
  // A port that is in use is reported before anything has been made.
  await checkPortIsFree(parts.config)
  // One that the system chooses is in the addresses of answers, so it must be known at once.
  const open = (config: Config) => Listener.open(config, others > 0, parts.log)
  const early = parts.config.port === 0 ? await open(parts.config) : undefined
  let listener = early
  let service: Service | undefined
  try {
    const config = early === undefined ? parts.config : withPort(parts.config, early.port)
    const opened = await openAndPrepare({ ...parts, config, shared }, print)
    service = opened.service
    const port = early ?? (await open(config))
    listener = port
    port.serve(makePipeline(service), service.admission)
    port.watch(service.metrics.registry)
    startJobs(service.jobs)
    const threads = shared && (await startThreads(others, { service, shared, print }))
    return {
      ...opened,
      reload: () => port.reload(),
      /** Asks callers to leave, closes the port, finishes what is under way and closes the store. */
      async stop(grace = NO_GRACE) {
        opened.service.status.isStopping = true
        await Promise.all([port.drain(grace), threads?.stop(grace)])
        await opened.service.close()
      },
    }
  } catch (error) {
    listener?.abort()
    await service?.close()
    throw error
  }
}

// PORT=0 lets the system choose, and the addresses in answers must name what it chose.
function withPort(config: Config, port: number): Config {
  const named = (url: string) => url.replace(/^(https?:\/\/localhost):0\b/, `$1:${port}`)
  const baseUrl = named(config.baseUrl)
  const billing = { ...config.billing, baseUrl }
  return { ...config, port, baseUrl, docsUrl: named(config.docsUrl), billing }
}

/** With what a first start needs. If the start fails, what it made in a new data folder is removed again. */
async function openAndPrepare(parts: ServiceParts, print: (line: string) => void) {
  const { config } = parts
  const isThere = existsSync(config.dataDir)
  const isNew = !isThere || holdsOnly(config.dataDir, [VOLUME_FOLDER])
  // Whoever imported addresses before the first start wants to try them as well; without a database of its own the
  // service has its accounts in the same folder, and there are none yet.
  const isFirst =
    isNew ||
    (config.databaseUrl === '' &&
      holdsOnly(config.dataDir, [VOLUME_FOLDER, RELEASES_FOLDER, AREAS_FOLDER]))
  let service: Service | undefined
  try {
    service = await openService(parts)
    await service.data.ensure(print)
    for (const plan of await missingPlans(service.store, service.plans)) {
      print(`plans.json has no plan ${plan}, which accounts are on: their look-ups are refused.`)
    }
    const wantsDemo = config.demo ?? isFirst
    const { store, plans, clock } = service
    const demo = wantsDemo ? await makeDemoAccounts(store, plans, clock.now()) : []
    if (config.demo !== false) {
      service.status.demoKeys = await makeDemoKeys(store, config.baseUrl, clock.now())
    }
    return { service, demo }
  } catch (error) {
    await service?.close()
    if (isNew) await removeFiles(config.dataDir, isThere)
    throw error
  }
}

const VOLUME_FOLDER = 'lost+found'

function holdsOnly(folder: string, names: readonly string[]): boolean {
  try {
    return readdirSync(folder).every((name) => names.includes(name))
  } catch {
    // A file, or a folder that may not be read: opening the store says so.
    return false
  }
}

async function removeFiles(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true })
  const made = readdirSync(folder).filter((name) => name !== VOLUME_FOLDER)
  for (const name of made) await rm(join(folder, name), { recursive: true, force: true })
}
