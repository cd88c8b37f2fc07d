// `npm run nightly`: what the suite samples, at length and in turn. Prints what failed; takes hours.

import { spawnSync } from 'node:child_process'

interface LongRun {
  readonly name: string
  readonly script: readonly string[]
  /** Runs the script instead of Node. */
  readonly program?: string
  readonly settings?: Readonly<Record<string, string>>
}

const suite = (path: string) => ['test/run.ts', path]

/** One fault in each of a hundred sources, and how many may survive: of the first hundred 16 did. */
const FAULTS_BY_RULE = [
  'test/planted/run.ts',
  ...['--rules', 'src/**/*.ts', '--each', '1'],
  ...['--sample', '100', '--survivors', '20', '--no-sound'],
]

const LONG_RUNS: readonly LongRun[] = [
  { name: 'a bare Debian', program: 'sh', script: ['test/bare-debian.sh'] },
  { name: 'a point in time', program: 'sh', script: ['test/point-in-time.sh'] },
  { name: 'a release without a network', program: 'sh', script: ['test/bare-release.sh'] },
  { name: 'every promise at length', script: ['test/run.ts'], settings: { TEST_TIMES: '20' } },
  { name: 'planted faults', script: ['test/planted/run.ts'] },
  { name: 'faults by rule', script: FAULTS_BY_RULE },
  { name: 'simulation', script: ['test/simulation/run.ts', '--steps', '2000000'] },
  { name: 'requests', script: ['test/fuzz/run.ts', '--requests', '1000000'] },
  {
    name: 'requests on PostgreSQL',
    script: ['test/fuzz/run.ts', '--requests', '200000', '--postgres'],
  },
  {
    name: 'bytes',
    script: suite('test/fuzz/bytes.test.ts'),
    settings: { FUZZ_CONNECTIONS: '100000' },
  },
  { name: 'crowds', script: suite('test/faults/crowds.test.ts'), settings: { FAULTS_LONG: '1' } },
  {
    name: 'frozen nodes',
    script: suite('test/faults/frozen-node.test.ts'),
    settings: { FAULTS_LONG: '1' },
  },
  {
    name: 'an upgrade of nodes that serve',
    script: suite('test/faults/rolling-restart.test.ts'),
    settings: { ROLLING_FROM: 'tables' },
  },
  {
    name: 'a release made twice',
    script: suite('test/package/package.test.ts'),
    settings: { PACKAGE_LONG: '1' },
  },
  {
    name: 'the wheel in pip',
    script: suite('test/package/wheel.test.ts'),
    settings: { PACKAGE_LONG: '1' },
  },
  {
    name: 'kills of Dask workers',
    script: suite('test/clients/python.test.ts'),
    settings: { DASK_KILLS: '10' },
  },
  {
    name: 'the plugin in WordPress',
    script: suite('test/clients/wordpress/wordpress.test.ts'),
    settings: { WORDPRESS: '1' },
  },
  {
    name: 'every sample of the reference',
    script: suite('test/web/pages.test.ts'),
    settings: { SAMPLES_LONG: '1' },
  },
  { name: 'kills', script: suite('test/crash/meter.test.ts'), settings: { CRASH_KILLS: '1000' } },
  {
    name: 'kills of a batch',
    script: suite('test/crash/batches.test.ts'),
    settings: { CRASH_KILLS: '200' },
  },
  {
    name: 'kills of a whole service',
    script: suite('test/crash/serve-kill.test.ts'),
    settings: { CRASH_KILLS: '100' },
  },
  {
    name: 'kills while webhooks are sent',
    script: suite('test/crash/webhooks.test.ts'),
    settings: { WEBHOOK_EVENTS: '10000', WEBHOOK_KILLS: '50' },
  },
  {
    name: 'kills while releases come into use',
    script: suite('test/crash/ledger.test.ts'),
    settings: { CRASH_KILLS: '100' },
  },
  {
    name: 'kills while watch lists are told',
    script: suite('test/watch/watch-kill.test.ts'),
    settings: { CRASH_KILLS: '300', WATCHED_IDS: '30000' },
  },
]

const failed: string[] = []
for (const { name, script, settings, program = process.execPath } of LONG_RUNS) {
  process.stdout.write(`\n# ${name}\n`)
  const env = { ...process.env, ...settings }
  const { status } = spawnSync(program, script, { stdio: 'inherit', env })
  if (status !== 0) failed.push(name)
}
process.stdout.write(
  `\n${failed.length === 0 ? 'Nothing failed.' : `Failed: ${failed.join(', ')}.`}\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1
