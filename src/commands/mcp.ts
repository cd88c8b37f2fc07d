// `mcp`: the tools of an agent over standard input and output, from the data on this machine.

import { once } from 'node:events'
import { localLookUps } from '../agents/look-ups.ts'
import { makeLog } from '../lib/log.ts'
import { Data } from '../releases/served-data.ts'
import type { Command } from './shared/command.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    'Serve look-ups to an agent by MCP over standard input and output, from local data; no key, free.',
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
    const lookUps = localLookUps(data.searches)
    const tools = new AgentTools(lookUps)
    const serving = serveStdio(() => tools.serverFor(lookUps))
    await ended
    await serving.close()
    return { json: { ended: true }, text: '' }
  },
}
