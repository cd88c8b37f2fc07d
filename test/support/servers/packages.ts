// The Debian packages that tests run against. As root they are installed; otherwise the command is named.

import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

interface Needed {
  readonly packageName: string
  isThere(): boolean
}

const NEEDED: readonly Needed[] = [
  {
    packageName: 'chromium-headless-shell',
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
  },
  {
    packageName: 'fonts-dejavu-core',
    isThere: () => existsSync('/usr/share/fonts/truetype/dejavu'),
  },
  {
    packageName: 'postgresql',
    isThere: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
  },
  { packageName: 'redis-server', isThere: () => existsSync('/usr/bin/redis-server') },
  { packageName: 'python3', isThere: () => existsSync('/usr/bin/python3') },
  { packageName: 'php-cli', isThere: () => existsSync('/usr/bin/php') },
  { packageName: 'pgbouncer', isThere: () => existsSync('/usr/sbin/pgbouncer') },
]

export function ensurePackages(): void {
  const missing = NEEDED.filter((needed) => !needed.isThere()).map((needed) => needed.packageName)
  if (missing.length === 0) return
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests need ${missing.join(' and ')}. Install with: sudo ${install}`)
  }
  run('apt-get update -q')
  run(install)
}

function run(command: string): void {
  process.stdout.write(`\n# ${command}\n`)
  const [program, ...args] = command.split(' ')
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`This failed: ${command}`)
}
