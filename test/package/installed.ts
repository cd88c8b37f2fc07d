// The package as others get it: packed here, and installed by npx in an empty folder with a clean environment.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What `npm run release` runs. */
const RELEASE = join(import.meta.dirname, '../../dev/package/release.ts')

/** The oldest line of Node that the service runs on, and the oldest that the client does. */
const NODE_24 = '24.20.0'
const NODE_20 = '20.20.2'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

interface Packed {
  /** Removed when all is over; each test makes folders of its own in it. */
  readonly folder: string
  readonly tarball: string
  /** All that `npm run release` makes. */
  readonly release: string
  readonly node24: string
  readonly node20: string
}

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export async function pack(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-package-'))
  const release = join(folder, 'release')
  await makeRelease(release)
  const [node24, node20] = await Promise.all([
    nodeOf(NODE_24, folder),
    ownNode20().then((own) => own ?? nodeOf(NODE_20, folder)),
  ])
  return { folder, release, tarball: join(release, `doorplate-${version}.tgz`), node24, node20 }
}

export async function makeRelease(target: string): Promise<void> {
  await run(process.execPath, [RELEASE, target])
}

/** The machine's own where it is of that line. */
async function ownNode20(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(folder, 'node')
    const version = await run(program, ['--version']).catch(() => undefined)
    if (version?.stdout.startsWith('v20.')) return program
  }
  return undefined
}

/** From the packages that also bring a clone its Node. */
async function nodeOf(version: string, folder: string): Promise<string> {
  const { optionalDependencies } = JSON.parse(readFileSync('dev/node/package.json', 'utf8'))
  const name = Object.keys(optionalDependencies).find((each) =>
    each.endsWith(`${process.platform}-${process.arch}`),
  )
  const target = join(folder, `node-${version}`)
  mkdirSync(target)
  const spec = `${name}@${version}`
  const { stdout } = await run('npm', ['pack', '--silent', '--prefer-offline', spec], {
    cwd: target,
    env: { ...process.env, ...(await registryAccess()) },
  })
  await run('tar', ['-xzf', stdout.trim(), '--strip-components=1', 'package/bin/node'], {
    cwd: target,
  })
  return join(target, 'bin/node')
}

/** What npm needs to reach the registry as this machine's own npm does: that of another Node reads another file. */
async function registryAccess(): Promise<Readonly<Record<string, string>>> {
  const env = { ...process.env, PATH: systemPath() }
  const { stdout } = await run('npm', ['config', 'get', 'globalconfig'], { env })
  const { NODE_EXTRA_CA_CERTS } = process.env
  return {
    npm_config_globalconfig: stdout.trim(),
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
  }
}

interface Served {
  /** The tarball, as npx was told. */
  readonly spec: string
  readonly npx: ChildProcess
  readonly baseUrl: string
  written(): string
}

/** `npx ./doorplate-….tgz`, as README says it, until it is ready. */
export async function serveByNpx({ tarball, node24 }: Packed, cwd: string): Promise<Served> {
  // npx keeps an installation under the words that it was told: these are told once.
  const spec = `./doorplate-${randomUUID()}.tgz`
  copyFileSync(tarball, join(cwd, spec))
  const npx = spawn('npx', ['--yes', '--prefer-offline', spec], {
    cwd,
    // The registry and the cache are those of this machine's user; nothing else is.
    env: {
      ...(await registryAccess()),
      PATH: `${dirname(node24)}${delimiter}${systemPath()}`,
      HOME: process.env.HOME ?? cwd,
      PORT: '0',
      THREADS: '2',
    },
    detached: true,
  })
  return new Promise((done, fail) => {
    let text = ''
    npx.stderr.on('data', (chunk) => {
      text += chunk
    })
    npx.stdout.on('data', (chunk) => {
      text += chunk
      const ready = /ready at (\S+)[\s\S]*shown only once/.exec(text)
      if (ready !== null) done({ npx, spec, baseUrl: ready[1], written: () => text })
    })
    npx.on('exit', (code) => fail(new Error(`npx ended with ${code}: ${text}`)))
  })
}

/** As a terminal does: to npx and to all that it started. */
export function endGroup({ npx }: Served, signal: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(-Number(npx.pid), signal)
  } catch {
    // All of it has ended.
  }
}

/** Where npx put the package and what it needs, for whoever imports it. */
export async function npxFolder({ spec }: Served): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'cache'])
  const all = join(stdout.trim().split('\n').at(-1) ?? '', '_npx')
  const found = readdirSync(all).find((name) => {
    return (readIfThere(join(all, name, 'package.json')) ?? '').includes(spec)
  })
  return join(all, found ?? '')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs a program with nothing in its environment but where programs are. */
export function finished(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const child = spawn(program, args, { cwd, env: { PATH: systemPath(), HOME: cwd, ...env } })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, ...said })))
}

/** Without the folders of this project's own programs. */
function systemPath(): string {
  const own = resolve('node_modules')
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules') && folder !== own).join(':')
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
