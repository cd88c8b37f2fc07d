// The command line as a person uses it: what it prints, its exit code, and a service as a real process.
// Covers: src/main.ts, src/settings/**, src/run.ts, src/lib/operator-error.ts
// Covers: src/commands/all-commands.ts
// Covers: src/commands/shared/command.ts, src/commands/shared/store-access.ts, src/commands/account/account.ts
// Covers: src/commands/account/keys.ts, src/commands/billing.ts
// Covers: src/commands/serve.ts, src/lib/program.ts

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeTestClock } from '../src/nodes/test-clock.ts'
import { openStore } from '../src/store/open-store.ts'
import { type Finished, runCli } from './support/cli.ts'
import { inherited } from './support/process.ts'

const MAIN = resolve('src/main.ts')

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'doorplate-cli-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function start(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...inherited(), ...env },
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed.err += chunk
  })
  return { child, printed }
}

function finish({ child, printed }: ReturnType<typeof start>) {
  return new Promise<{ code: number | null; out: string; err: string }>((done) =>
    child.on('close', (code) => done({ code, ...printed })),
  )
}

function run(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  process.chdir(cwd)
  return runCli(args, env)
}

function until(child: ChildProcess, isThere: () => boolean): Promise<void> {
  return new Promise((done, fail) => {
    const look = () => isThere() && done()
    child.stdout?.on('data', look)
    child.on('close', () => fail(new Error('it stopped')))
    look()
  })
}

/** One sentence, the right exit code, no stack and nothing on standard output. */
function assertSentence(finished: Finished, pattern: RegExp): void {
  assert.notEqual(finished.code, 0)
  assert.match(finished.err, pattern)
  assert.equal(finished.err.trim().split('\n').length, 1, finished.err)
  assert.doesNotMatch(finished.err, /\bat .*\.ts:/)
  assert.equal(finished.out, '')
}

function assertPrivate(folder: string): void {
  const made = readdirSync(folder, { recursive: true, withFileTypes: true })
  assert.ok(made.length >= 6, made.map(({ name }) => name).join(', '))
  for (const entry of made) {
    const path = join(entry.parentPath, entry.name)
    const mode = (statSync(path).mode & 0o777).toString(8)
    assert.equal(mode, entry.isDirectory() ? '700' : '600', path)
  }
}

test('commands use the moved clock if TEST_CLOCK is set', async (t) => {
  const dataDir = folder(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  await writeTestClock(store, () => 400 * 86_400_000)
  await store.close()
  const created = async (email: string, env: Record<string, string>) => {
    const at = { DATA_DIR: dataDir, ...env }
    const made = await runCli(['account', 'create', '--email', email, '--product', 'uk'], at)
    assert.equal(made.code, 0, made.err)
    const { out } = await runCli(['account', 'show', email, '--json'], at)
    return Math.round((Date.parse(JSON.parse(out).created) - Date.now()) / 86_400_000)
  }
  assert.ok(Math.abs((await created('now@example.com', {})) - 0) <= 1)
  assert.ok(Math.abs((await created('then@example.com', { TEST_CLOCK: '1' })) - 400) <= 1)
})

test('the first start prints curl lines that work when pasted, makes what its owner alone can read, and later starts reuse all', async (t) => {
  const cwd = folder(t)
  const first = start(cwd, ['serve'], { PORT: '0' })
  t.after(() => first.child.kill('SIGKILL'))
  await until(first.child, () => first.printed.out.includes('shown only once'))
  const curls = [...first.printed.out.matchAll(/curl "([^"]+)"/g)].map(([, url]) => url)
  assert.equal(curls.length, 6)
  for (const url of curls) {
    const answer = await fetch(url)
    assert.equal(answer.status, 200, url)
    assert.ok((await answer.text()).length > 40)
  }
  assert.match(first.printed.out, /SAMPLE DATA/)
  assert.match(first.printed.out, /^Operator: http\S+\/operator +\(create a key with /m)
  assert.match(first.printed.out, /^Mails: not sent, but written to \/.*\/data\/outbox$/m)
  assertPrivate(join(cwd, 'data'))
  const stopped = finish(first)
  first.child.kill('SIGTERM')
  assert.equal((await stopped).code, 0)

  const list = await run(cwd, ['account', 'list', '--json'])
  assert.deepEqual(
    JSON.parse(list.out)
      .accounts.map((account: { product: string }) => account.product)
      .sort(),
    ['au', 'nz', 'uk'],
  )
  const second = start(cwd, ['serve'], { PORT: '0' })
  t.after(() => second.child.kill('SIGKILL'))
  await until(second.child, () => second.printed.out.includes('ready at'))
  assert.doesNotMatch(second.printed.out, /api_/)
  const base = /ready at (\S+)/.exec(second.printed.out)?.[1]
  const again = await fetch(curls[0].replace(/^http:\/\/[^/]+/, base ?? ''))
  assert.equal(again.status, 200)
})

test('an empty data folder, such as a new volume, is a first start', async (t) => {
  const cwd = folder(t)
  mkdirSync(join(cwd, 'data', 'lost+found'), { recursive: true })
  const first = start(cwd, ['serve'], { PORT: '0' })
  t.after(() => first.child.kill('SIGKILL'))
  await until(first.child, () => first.printed.out.includes('ready at'))
  const stopped = finish(first)
  first.child.kill('SIGTERM')
  assert.equal((await stopped).out.match(/curl "/g)?.length, 6)
})

test('who imports a list before the first start finds it by the demo key that the start prints', async (t) => {
  const cwd = folder(t)
  writeFileSync(join(cwd, 'list.csv'), 'Address\n"7 Okapi Lane, Sutton, SM1 1AA"\n')
  assert.equal((await run(cwd, ['import', 'csv', 'list.csv', '--yes'])).code, 0)
  const first = start(cwd, ['serve'], { PORT: '0' })
  t.after(() => first.child.kill('SIGKILL'))
  await until(first.child, () => first.printed.out.includes('shown only once'))
  const [, found = ''] = /curl "(http\S+autocomplete\S+)"/.exec(first.printed.out) ?? []
  assert.match(await (await fetch(found)).text(), /7 Okapi Lane/)
})

test('a reader that closes the pipe early, such as head, ends a command without a word', async (t) => {
  const listing = start(folder(t), ['help'])
  listing.child.stdout.destroy()
  const { code, err } = await finish(listing)
  assert.equal(err, '')
  assert.equal(code, 0)
})

test('an output that cannot be written, such as to a full disk, is said in one sentence', async (t) => {
  const command = `exec "$0" "$1" help > /dev/full`
  const child = spawn('sh', ['-c', command, process.execPath, MAIN], { cwd: folder(t) })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise((done) => child.on('close', done))
  assert.equal(err, 'doorplate: The output cannot be written (ENOSPC).\n')
  assert.equal(code, 1)
})

test('a service goes on when the reader of its log is gone', async (t) => {
  const cwd = folder(t)
  const served = start(cwd, ['serve'], { PORT: '0', LOG_LEVEL: 'debug' })
  t.after(() => served.child.kill('SIGKILL'))
  served.child.stderr.destroy()
  await until(served.child, () => served.printed.out.includes('shown only once'))
  const [, url] = /curl "([^"]+)"/.exec(served.printed.out) ?? []
  for (let at = 0; at < 3; at += 1) assert.equal((await fetch(url)).status, 200)
})

test('an account is made, shown, put on a plan and ended', async (t) => {
  const cwd = folder(t)
  const cli = async (...args: string[]) => {
    const finished = await run(cwd, [...args, '--json'])
    assert.equal(finished.code, 0, finished.err)
    return JSON.parse(finished.out)
  }
  const made = await cli('account', 'create', '--email', 'a@example.com', '--product', 'uk')
  assert.deepEqual(Object.keys(made), ['account_id', 'api_key', 'admin_key'])
  const shown = await cli('account', 'show', 'A@Example.com')
  assert.equal(shown.status, 'trial')
  assert.ok(!JSON.stringify(shown).includes(made.api_key))
  assert.equal((await cli('account', 'plan', 'a@example.com', 'standard')).plan, 'standard')
  assert.equal((await cli('account', 'end', 'a@example.com')).status, 'ended')
  assert.equal((await cli('account', 'plan', 'a@example.com', 'starter')).status, 'active')
  const token = await cli('token', 'create', '--email', 'a@example.com', '--domain', 'example.com')
  assert.match(token.domain_token, /^dtoken_/)
  const { plans } = await cli('plans')
  assert.ok(plans.some((plan: { name: string }) => plan.name === 'trial'))
})

test('what is wrong on the command line is said in one sentence', async (t) => {
  const cwd = folder(t)
  await run(cwd, ['account', 'create', '--email', 'a@example.com', '--product', 'uk'])
  const cases: [string[], RegExp][] = [
    [['nonsense'], /no command "nonsense"/],
    [['account', 'create', '--email', 'b@example.com'], /--product/],
    [['account', 'create', '--email', 'b@example.com', '--product', 'fr'], /au, nz or uk/],
    [['account', 'create', '--email', 'a@example.com', '--product', 'uk'], /already/],
    [['account', 'create', '--email', 'x', '--product', 'uk'], /--email/],
    [
      ['account', 'create', '--email', 'b@example.com', '--product', 'uk', '--plan', 'gold'],
      /There is no plan "gold"\. Choose one of: starter, /,
    ],
    [['account', 'create', '--colour', 'red'], /--colour/],
    [['account', 'show'], /Usage/],
    [['token', 'create', '--email', 'a@example.com', '--domain', 'co.uk'], /--domain/],
    [['account', 'show', 'nobody@example.com'], /no account for nobody@example.com/],
  ]
  for (const [args, pattern] of cases) assertSentence(await run(cwd, args), pattern)
})

test('help lists every command', async (t) => {
  const { code, out } = await run(folder(t), ['help'])
  assert.equal(code, 0)
  for (const name of ['serve', 'account create', 'account end', 'plans']) {
    assert.ok(out.includes(name))
  }
})

test('a wrong setting stops the start with its name', async (t) => {
  const cwd = folder(t)
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /PORT must be a whole number/],
    [{ PORT: '70000' }, /PORT/],
    [{ BASE_URL: 'localhost' }, /BASE_URL/],
    [{ DATABASE_URL: 'mysql://user:secret@x/y' }, /DATABASE_URL/],
    [{ REDIS_URL: 'http://user:secret@x:6379' }, /REDIS_URL must be a URL that begins with redis/],
    [
      { REDIS_URL: 'redis+sentinel://:secret@x:26379' },
      /REDIS_URL must .*host:port\/name-of-master/,
    ],
    [{ TEST_CLOCK: 'yes' }, /TEST_CLOCK/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ DEMO: 'perhaps' }, /DEMO/],
  ]
  for (const [env, pattern] of cases) {
    const finished = await run(cwd, ['serve'], env)
    assertSentence(finished, pattern)
    assert.doesNotMatch(finished.err, /secret/)
  }
  writeFileSync(join(cwd, '.env'), 'PROT=8080\n')
  assertSentence(await run(cwd, ['serve']), /\.env has an unknown setting, PROT/)
  assert.equal(existsSync(join(cwd, 'data')), false)
})

test('a port in use is named, and nothing half-made is left behind', async (t) => {
  const cwd = folder(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  assertSentence(
    await run(cwd, ['serve'], { PORT: String(port) }),
    new RegExp(`Port ${port} .*in use`),
  )
  assert.equal(existsSync(join(cwd, 'data')), false)
})

test('a first start that fails leaves an empty data folder as it was', async (t) => {
  const cwd = folder(t)
  mkdirSync(join(cwd, 'data'))
  const nobody = 'postgres://user:secret@127.0.0.1:1/none'
  const env = { PORT: '0', DATABASE_URL: nobody }
  assertSentence(await run(cwd, ['serve'], env), /127\.0\.0\.1/)
  assert.deepEqual(readdirSync(join(cwd, 'data')), [])
})

test('a store or a data folder that cannot be used is named', async (t) => {
  const cwd = folder(t)
  const env = { PORT: '0' }
  writeFileSync(join(cwd, 'file'), '')
  assertSentence(await run(cwd, ['serve'], { ...env, DATA_DIR: 'file' }), /file/)
  assertSentence(
    await run(cwd, ['serve'], { ...env, DATA_DIR: '/proc/nowhere' }),
    /\/proc\/nowhere/,
  )
  mkdirSync(join(cwd, 'damaged'))
  writeFileSync(join(cwd, 'damaged', 'doorplate.sqlite'), 'this is no database, '.repeat(500))
  assertSentence(await run(cwd, ['serve'], { ...env, DATA_DIR: 'damaged' }), /doorplate\.sqlite/)
  mkdirSync(join(cwd, 'plans'))
  writeFileSync(join(cwd, 'plans', 'plans.json'), '{"plans":[{"name":"x"}]}')
  assertSentence(await run(cwd, ['serve'], { ...env, DATA_DIR: 'plans' }), /plans\.json/)
  const nobody = 'postgres://user:secret@127.0.0.1:1/none'
  const unreachable = await run(cwd, ['serve'], { ...env, DATABASE_URL: nobody })
  assertSentence(unreachable, /127\.0\.0\.1/)
  assert.doesNotMatch(unreachable.err, /secret/)
  assert.equal(existsSync(join(cwd, 'data')), false)
})
