// What a batch costs look-ups: their latency at a fixed rate, with a list being matched beside them and without.
// Usage: npm run -s bench -- batch [--store sqlite|postgres] [--threads N] [--rate N] [--seconds N] [--turns N]

import { parseArgs } from 'node:util'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { columns } from '../../src/lib/columns.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { getPath, madeUpPaths } from '../http/paths.ts'
import type { ServiceUnderTest } from '../http/processes.ts'
import { median, type Summary, summary } from '../percentiles.ts'
import { drive } from './closed-loop.ts'
import { arrive } from './open-loop.ts'
import { withService } from './with-service.ts'

const CONNECTIONS = 64
const WARM_UP_REQUESTS = 5000
const NEW_PATHS = 50_000
/** Of every look-up path one, so that both free and charged ones are measured. */
const KINDS = ['autocomplete', 'get'] as const

interface Turn {
  readonly without: Summary
  readonly beside: Summary
  readonly rowsPerSecond: number
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { type: 'string', default: 'sqlite' },
      threads: { type: 'string', default: '1' },
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '5' },
      turns: { type: 'string', default: '5' },
      rows: { type: 'string', default: '50000' },
    },
  })
  const [rate, seconds, turns] = [Number(values.rate), Number(values.seconds), Number(values.turns)]
  await withService(values, async (_bench, service) => {
    const paths = {
      autocomplete: madeUpPaths(service.apiKey, 0, NEW_PATHS),
      get: [await getPath(service)],
    }
    const list = await listOf(service, Number(values.rows))
    for (const kind of KINDS) {
      const asked = {
        baseUrl: service.baseUrl,
        paths: paths[kind],
        connections: CONNECTIONS,
        clock,
      }
      await drive({ ...asked, requests: WARM_UP_REQUESTS })
      const measured: Turn[] = []
      const latency = async () =>
        summary((await arrive({ ...asked, perSecond: rate, seconds })).latencyMs)
      for (let turn = 0; turn < turns; turn += 1) {
        const without = await latency()
        measured.push({ without, ...(await besideBatch(service, list, latency)) })
      }
      process.stdout.write(`${kind}, ${rate} a second, ${turns} turns of ${seconds} s:\n`)
      process.stdout.write(`${report(measured)}\n`)
    }
  })
}

async function besideBatch(
  { baseUrl, apiKey }: ServiceUnderTest,
  list: string,
  latency: () => Promise<Summary>,
): Promise<Omit<Turn, 'without'>> {
  const key = `api-key=${apiKey}`
  const sent = await fetch(`${baseUrl}/batch?${key}`, { method: 'POST', body: list })
  if (!sent.ok) throw new OperatorError(`The list was refused: ${await sent.text()}`)
  const { id } = (await sent.json()) as { id: string }
  const seen = async () =>
    (await (await fetch(`${baseUrl}/batch/${id}?${key}`)).json()) as { done: number; state: string }
  while ((await seen()).done === 0) await new Promise((next) => setTimeout(next, 20))
  const before = { ...(await seen()), atMs: clock.monotonicMs() }
  const beside = await latency()
  const after = { ...(await seen()), atMs: clock.monotonicMs() }
  if (after.state !== 'running')
    throw new OperatorError('The list was done too soon: give more --rows.')
  const rowsPerSecond = (1000 * (after.done - before.done)) / (after.atMs - before.atMs)
  while ((await seen()).state !== 'finished') await new Promise((next) => setTimeout(next, 100))
  return { beside, rowsPerSecond }
}

/** Addresses of the sample in small letters, each with a letter missing in its street. */
async function listOf({ baseUrl, apiKey }: ServiceUnderTest, count: number): Promise<string> {
  const lines: string[] = []
  for (const letter of 'abcdefghijklmnoprstvw') {
    const found = await fetch(`${baseUrl}/autocomplete/${letter}?api-key=${apiKey}`)
    const { suggestions } = (await found.json()) as { suggestions: { address: string }[] }
    lines.push(...suggestions.map(({ address }) => slip(address.toLowerCase())))
  }
  const rows = Array.from({ length: count }, (_, at) => `"${lines[at % lines.length]}"`)
  return ['address', ...rows, ''].join('\n')
}

function slip(line: string): string {
  return line.replace(/([a-z]{3})[a-z]([a-z]{2})/, '$1$2')
}

function report(turns: readonly Turn[]): string {
  const of = (pick: (turn: Turn) => number) => median(turns.map(pick))
  const rows = (['median', 'p95', 'p99'] as const).map((figure) => {
    const [without, beside] = [of((one) => one.without[figure]), of((one) => one.beside[figure])]
    const more = `${(100 * (beside / without - 1)).toFixed(1)}%`
    return [figure, `${without.toFixed(3)} ms`, `${beside.toFixed(3)} ms`, more]
  })
  const speed = Math.round(of((one) => one.rowsPerSecond))
  return `${columns([['', 'WITHOUT', 'WITH A BATCH', 'MORE'], ...rows])}\n${speed} rows a second meanwhile`
}
