// `serve`: what `npm start` runs; `mcp`: the tools of an agent over standard input and output, from local data.

import { once } from 'node:events'
import { join } from 'node:path'
import type { DemoAccount } from '../account/demo-accounts.ts'
import { localLookUps } from '../agents/look-ups.ts'
import { countryOf } from '../countries/country.ts'
import { type Grace, NO_GRACE } from '../http/listener.ts'
import { count } from '../lib/columns.ts'
import { makeLog } from '../lib/log.ts'
import { CALL } from '../lib/program.ts'
import { Data } from '../releases/served-data.ts'
import type { Service } from '../service.ts'
import type { Config } from '../settings/config.ts'
import type { Command } from './shared/command.ts'

const DATA_CHECK_MS = 2_000
const CONNECTED_GRACE_MS = 2_000

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service; creates the data folder on the first start.',
  isOnRealTime: true,
  async run(given) {
    const { config, clock } = given
    const log = makeLog(config.logLevel, () => clock.now(), given.tell)
    // Early: callers are answered before everything is started.
    const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
      process.once('SIGTERM', resolve).once('SIGINT', resolve)
    })
    // Loaded here because no other command needs it.
    const { startService } = await import('../run.ts')
    // Loaded early: with the first message of an agent it would delay everyone.
    await import('../agents/http.ts')
    const { service, demo, reload, stop } = await startService({ config, clock, log }, given.tell)
    service.answering.longSearches.start()
    given.print(banner(service, demo))
    const lookForData = () => void service.data.refresh()
    const timer = setInterval(lookForData, DATA_CHECK_MS)
    const onHangUp = () => {
      lookForData()
      reload()
    }
    process.on('SIGHUP', onHangUp)
    const signal = await stopSignal
    clearInterval(timer)
    process.off('SIGHUP', onHangUp)
    // Ctrl-C stops at once; SIGTERM leaves time for callers and a load balancer.
    const grace = signal === 'SIGTERM' ? graceOf(config) : NO_GRACE
    log.info('stopping', { grace_ms: grace.mostMs })
    await stop(grace)
    log.info('stopped')
    return { json: { stopped: true }, text: '' }
  },
}

/** With a load balancer, always waits its full time; without one, only for connected callers. */
function graceOf({ stopGraceSeconds }: Config): Grace {
  if (stopGraceSeconds === undefined) return { leastMs: 0, mostMs: CONNECTED_GRACE_MS }
  return { leastMs: stopGraceSeconds * 1000, mostMs: stopGraceSeconds * 1000 }
}

function banner(service: Service, demo: readonly DemoAccount[]): string {
  const { config, data, store } = service
  const releases = data.releases().map((info) => {
    const sample = info.source === 'sample' ? ', SAMPLE DATA: not real addresses' : ''
    return `  ${info.product}  ${count(info.addresses)} addresses${sample}`
  })
  const kept = store.kind === 'sqlite' ? config.dataDir : `PostgreSQL, and ${config.dataDir}`
  const lines = [
    `Doorplate is ready at ${config.baseUrl}${listensElsewhere(config)}`,
    `Console: ${config.baseUrl}/console    Reference: ${config.docsUrl}`,
    `Operator: ${config.baseUrl}/operator    (create a key with "${CALL} operator create NAME")`,
    `Stored in: ${kept}`,
    ...(config.smtp === undefined
      ? [`Mails: not sent, but written to ${join(config.dataDir, 'outbox')}`]
      : []),
    ...releases,
    '',
    ...demoLines(service, demo),
  ]
  if (demo.length > 0) {
    lines.push(`These keys are shown only once. "${CALL} help" lists the commands.`, '')
  }
  return `${lines.join('\n')}\n`
}

/** Behind a proxy the name is not where it listens. */
function listensElsewhere({ baseUrl, port }: Service['config']): string {
  const { hostname, port: named } = new URL(baseUrl)
  const isHere = hostname === 'localhost' && Number(named) === port
  return isHere ? '' : `, and listens on port ${port}`
}

function demoLines({ config, data }: Service, accounts: readonly DemoAccount[]): string[] {
  const examples = data.examples()
  return accounts.flatMap(({ product, email, apiKey, adminKey }) => {
    const calls = examples
      .filter((example) => example.product === product)
      .flatMap(({ term, id }) => [
        `autocomplete/${encodeURIComponent(term)}`,
        `get/${encodeURIComponent(id)}`,
      ])
    return [
      `${countryOf(product).name} (${email}, demo account)`,
      `  API key    ${apiKey}`,
      `  admin key  ${adminKey}`,
      ...calls.map((path) => `  curl "${config.baseUrl}/${path}?api-key=${apiKey}"`),
      '',
    ]
  })
}

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    'Serve look-ups from local data to an agent, by MCP over standard input and output: no key, no charge.',
  isOnRealTime: true,
  async run({ config, clock, tell }) {
    const data = new Data(
      config.dataDir,
      clock,
      makeLog(config.logLevel, () => clock.now(), tell),
    )
    await data.ensure(tell)
    // Loaded here to keep other commands fast.
    const { AgentTools } = await import('../agents/tools.ts')
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    const ended = once(process.stdin, 'close')
    const lookUps = localLookUps(data.searches, data.retired)
    const tools = new AgentTools(lookUps)
    const serving = serveStdio(() => tools.serverFor(lookUps))
    await ended
    await serving.close()
    return { json: { ended: true }, text: '' }
  },
}
