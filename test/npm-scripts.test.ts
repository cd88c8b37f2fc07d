// What npm runs: the scripts of package.json, the Node that they find, and what an installation may run.
// Covers: package.json, scripts/node.sh

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const NO_LIBATOMIC =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
/** Says what no version of Node says, so that it is seen to have been run. */
const RUNS = 'echo "$0 $*"'
const FAILS = (words: string) => `echo "${words}" >&2; exit 127`
const TOO_OLD = '[ "$1" = -p ] && echo false || echo "it ran"'
const NEW_ENOUGH = '[ "$1" = -p ] && echo true || echo "own $*"'

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function finished(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...env } })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, ...said })))
}

/** A project whose npm brought the first program as its Node, on a machine whose own is the second. */
function machine(t: TestContext, brought: string | undefined, own: string) {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-npm-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/node-any/bin'), { recursive: true })
  const program = (path: string, text: string) => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
    return path
  }
  if (brought !== undefined) program(join(folder, 'node_modules/node-any/bin/node'), brought)
  const env = { npm_node_execpath: program(join(folder, 'own-node'), own) }
  return finished('sh', [join(folder, 'scripts/node.sh'), 'a.ts', 'b c'], env)
}

test('scripts run on the Node that npm brought', async (t) => {
  const { code, out } = await machine(t, RUNS, NEW_ENOUGH)
  assert.match(out, /node_modules\/node-any\/bin\/node a\.ts b c\n$/)
  assert.equal(code, 0)
})

test('where that does not start, scripts run on the machine’s own Node if it is new enough', async (t) => {
  for (const brought of [FAILS(NO_LIBATOMIC), undefined]) {
    const { code, out, err } = await machine(t, brought, NEW_ENOUGH)
    assert.equal(out, 'own a.ts b c\n')
    assert.equal(err, '')
    assert.equal(code, 0)
  }
})

test('where neither can serve, one sentence says what to install', async (t) => {
  const cases: [string | undefined, RegExp][] = [
    [FAILS(NO_LIBATOMIC), /"apt-get install libatomic1"/],
    [FAILS('node: /lib/libc.so.6: version GLIBC_2.28 not found'), /GLIBC_2\.28 not found/],
    [undefined, /"npm ci"/],
  ]
  for (const [brought, pattern] of cases) {
    const { code, out, err } = await machine(t, brought, TOO_OLD)
    assert.match(err, pattern)
    assert.match(err, /Node 24\.15 or newer\.\n$/)
    assert.equal(err.trim().split('\n').length, 1, err)
    assert.equal(out, '')
    assert.equal(code, 1)
  }
})

test('no package runs a script when it is installed', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const withScript = Object.entries<{ hasInstallScript?: boolean }>(packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript === true,
  )
  assert.deepEqual(
    withScript.map(([name]) => name),
    [],
  )
})

test('the oldest supported version of Node is the same everywhere', () => {
  const { devEngines } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal(devEngines.runtime.version, '>=24.15')
  assert.match(readFileSync('scripts/node.sh', 'utf8'), /v\[0\] == 24 && v\[1\] >= 15/)
  assert.match(readFileSync('src/main.ts', 'utf8'), /major === 24 && minor < 15/)
})

test('SIGTERM to npm start ends the service, and the port is free when npm has ended', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-npm-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'scripts', 'src', 'node_modules']) {
    symlinkSync(join(process.cwd(), name), join(folder, name))
  }
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, PORT: '0', DATA_DIR: join(folder, 'data') },
    detached: true,
  })
  t.after(() => endGroup(npm.pid))
  let out = ''
  npm.stderr.resume()
  const port = await new Promise<number>((done, fail) => {
    npm.stdout.on('data', (chunk) => {
      out += chunk
      const ready = /ready at http:\/\/localhost:(\d+)/.exec(out)
      if (ready !== null) done(Number(ready[1]))
    })
    npm.on('exit', () => fail(new Error(`npm start ended: ${out}`)))
  })
  const ended = new Promise((done) => npm.once('exit', (code) => done(code)))
  npm.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.equal(await isTaken(port), false)
})

/** What a failed test may have left running. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}
