// A service behind a port: started with whatever a first start needs, and stopped in good order.

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { missingPlans } from './account/accounts.ts'
import { startJobs } from './background.ts'
import type { Config } from './config.ts'
import { type DemoAccount, makeDemoAccounts, makeDemoTokens } from './demo.ts'
import { checkFree, drain, openFront } from './front.ts'
import { makePipeline } from './pipeline.ts'
import { openService, type Parts, type Service } from './service.ts'
import { newCommon } from './thread-common.ts'
import { Threads } from './threads.ts'

export interface Running {
  readonly service: Service
  /** The accounts that this start made, with their keys. */
  readonly demo: readonly DemoAccount[]
  /** Accepts no more, finishes what is under way, flushes. */
  stop(): Promise<void>
}

/** The port comes first: if it is taken, nothing has been made that would have to be unmade. */
export async function startService(parts: Parts, tell: (line: string) => void): Promise<Running> {
  const others = parts.config.threads - 1
  const common = others > 0 ? newCommon() : undefined
  if (others > 0) await checkFree(parts.config)
  const front = await openFront(parts.config, others > 0)
  try {
    const config = withPort(parts.config, front.server)
    const { service, demo } = await openFirst({ ...parts, config, common }, tell)
    front.answer = makePipeline(service)
    startJobs(service.jobs.all)
    const threads = common && (await Threads.start(others, { service, common, tell }))
    return { service, demo, stop: () => stop(service, front.server, threads) }
  } catch (error) {
    front.server.close()
    front.server.closeAllConnections()
    throw error
  }
}

// PORT=0 lets the system choose, and the addresses in answers must name what it chose.
function withPort(config: Config, server: Server): Config {
  if (config.port !== 0) return config
  const { port } = server.address() as AddressInfo
  const named = (url: string) => url.replace('http://localhost:0', `http://localhost:${port}`)
  const baseUrl = named(config.baseUrl)
  const billing = { ...config.billing, baseUrl }
  return { ...config, port, baseUrl, docsUrl: named(config.docsUrl), billing }
}

/** A data folder that this start made is taken away again when the start fails. */
async function openFirst(parts: Parts, tell: (line: string) => void) {
  const { config } = parts
  const isNew = !existsSync(config.dataDir)
  let service: Service | undefined
  try {
    service = await openService(parts)
    await service.data.ensure(tell)
    for (const plan of await missingPlans(service.store, service.plans)) {
      tell(`plans.json has no plan ${plan}, which accounts are on: their look-ups are refused.`)
    }
    const wantsDemo = config.demo ?? isNew
    const { store, plans, clock } = service
    const demo = wantsDemo ? await makeDemoAccounts(store, plans, clock.now()) : []
    if (config.demo !== false) {
      service.demoTokens = await makeDemoTokens(store, config.baseUrl, clock.now())
    }
    return { service, demo }
  } catch (error) {
    await service?.close()
    if (isNew) await rm(config.dataDir, { recursive: true, force: true })
    throw error
  }
}

async function stop(service: Service, server: Server, threads?: Threads): Promise<void> {
  service.stopping = true
  await Promise.all([drain(server), threads?.stop()])
  await service.close()
}
