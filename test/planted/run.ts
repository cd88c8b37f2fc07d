// `npm run planted -- [--only WORD,WORD] [--sample N] [--seed S] [--no-sound]`: plants faults, prints what no test saw.

import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startServices } from '../support/servers/services.ts'
import { type Fault, parseFaults, ROOT, readFaults } from './fault-list.ts'
import { guardsOf } from './guards.ts'
import { brokenGuards, plantAll, sampleOf } from './rounds.ts'
import { faultsByRule } from './rules.ts'

/**
 * `--rules GLOB`: faults made by rule, up to `--each N` in a source, for the tests that cover it or `--by TEST`.
 * `--list FILE`: faults that somebody else wrote, without saying which tests should see them.
 * `--survivors N`: so many may go unseen. Of faults made by rule some change nothing that anybody could see.
 */
const { values } = parseArgs({
  options: {
    rules: { type: 'string' },
    list: { type: 'string' },
    by: { type: 'string', multiple: true, default: [] },
    each: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
    survivors: { type: 'string', default: '0' },
    'no-sound': { type: 'boolean', default: false },
  },
})
const { seed } = values
const words = values.only.split(',')
const parallel = Number(values.parallel)
const wanted = chosen().filter(({ file, breaks, at }) =>
  words.some((word) => file.includes(word) || breaks.includes(word) || at.startsWith(word)),
)
const sample = Number(values.sample)
const faults = sample > 0 ? sampleOf(wanted, sample, Number(seed)) : wanted

await using _services = await startServices()
const say = (line: string) => process.stdout.write(`${line}\n`)
const broken = values['no-sound'] ? [] : await brokenGuards(faults, parallel)
for (const line of broken) say(`FAILS WITHOUT A FAULT ${line}`)
const outcomes = await plantAll(faults, parallel, ({ fault, isCaught, ms, by }) => {
  const seconds = `${(ms / 1000).toFixed(1)} s`
  say(`${isCaught ? 'caught  ' : 'SURVIVED'} ${seconds.padStart(7)} ${fault.at} ${fault.breaks}`)
  if (isCaught) say(`                  by: ${by.slice(0, 160)}`)
})
const survivors = outcomes.filter(({ isCaught }) => !isCaught)
say(`\n${outcomes.length} planted, ${outcomes.length - survivors.length} caught`)
for (const { fault } of survivors) say(`NOTHING SEES ${fault.at} ${fault.file}: ${fault.breaks}`)
process.exitCode = broken.length > 0 || survivors.length > Number(values.survivors) ? 1 : 0

function chosen(): Fault[] {
  if (values.rules !== undefined) return byRule(values.rules)
  if (values.list === undefined) return readFaults()
  const listed = parseFaults(readFileSync(values.list, 'utf8'), values.list)
  return listed.map((fault) => {
    return fault.guards.length > 0 ? fault : { ...fault, guards: guardsOf(fault.file) }
  })
}

function byRule(glob: string): Fault[] {
  const given = values.by.map((path) => ({ path, named: undefined }))
  return globSync(glob, { cwd: ROOT })
    .sort()
    .flatMap((file) => {
      const guards = values.by.length > 0 ? given : guardsOf(file)
      return sampleOf(faultsByRule(file, guards), Number(values.each), Number(seed))
    })
}
