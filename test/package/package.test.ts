// The package: what is in the tarball, and that a person gets to an answer with it in an empty folder.
// Covers: dev/package/build.ts, dev/package/parts.ts, dev/package/release.ts, src/lib/files/checksums.ts
// Covers: package.json, dev/node/package.json

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { built } from '../../dev/package/build.ts'
import { productionParts } from '../../dev/package/parts.ts'
import { changedFile } from '../../src/lib/files/checksums.ts'
import { agentTests } from './agents.ts'
import { importingTests } from './importing.ts'
import {
  endGroup,
  finished,
  makeRelease,
  npxFolder,
  pack,
  remove,
  serveByNpx,
} from './installed.ts'

const { version, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const BYTES_MAX = 5_000_000
/** `PACKAGE_LONG=1 npm test -- test/package/package.test.ts`, as the nightly run does. */
const IS_LONG = process.env.PACKAGE_LONG === '1'

const packed = await pack()
after(() => remove(packed.folder))
const listed = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' })
const names = listed.trim().split('\n')

/** Empty but for what a person would have put there. */
function folder(name: string): string {
  const path = join(packed.folder, name)
  mkdirSync(path)
  return path
}

const home = folder('npx')
const served = await serveByNpx(packed, home)
after(() => endGroup(served, 'SIGKILL'))
const installed = await npxFolder(served)
after(() => remove(installed))

/** A folder in which the package was installed. */
function project(name: string): string {
  const path = folder(name)
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(installed, 'node_modules'), join(path, 'node_modules'))
  return path
}

// The guides are served as pages.
const OWN_FILE =
  /^package\/(dist\/|src\/client\/|docs\/[\w-]+\.md$|(package\.json|README\.md|LICENSE)$)/

test('the tarball is under 5 MB and holds what runs, its types, its guides and its licence, and nothing else', () => {
  assert.ok(statSync(packed.tarball).size < BYTES_MAX, String(statSync(packed.tarball).size))
  const foreign = names.filter((name) => !OWN_FILE.test(name))
  assert.deepEqual(foreign, [])
  assert.deepEqual(
    names.filter((name) => /(?<!\.d)\.m?ts$/.test(name)),
    [],
  )
  assert.ok(names.includes('package/dist/main.mjs'))
})

test('a release is one folder of checked files', () => {
  const { release } = packed
  const read = (name: string) => readFileSync(join(release, name), 'utf8')
  const sums = read('SHA256SUMS').trim().split('\n')
  const listed = sums.map((line) => line.slice(66))
  assert.deepEqual(
    listed.toSorted(),
    readdirSync(release).filter((name) => name !== 'SHA256SUMS'),
  )
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
  const { components, bomFormat } = JSON.parse(read('bom.cdx.json'))
  assert.equal(bomFormat, 'CycloneDX')
  const named = components.map(({ name }: { name: string }) => name)
  for (const name of Object.keys(dependencies)) assert.ok(named.includes(name), name)
  for (const name of Object.keys(devDependencies)) assert.ok(!named.includes(name), name)
  assert.ok(named.every((name: string) => read('LICENCES.txt').includes(`\n${name} `)))
  assert.match(read('NOTES.md'), new RegExp(`^# Doorplate ${version}\n`))
  for (const product of ['', '-au', '-nz', '-uk']) {
    assert.equal(JSON.parse(read(`openapi${product}.json`)).openapi.slice(0, 3), '3.1')
  }
  assert.match(read('postman.json'), /BASE_URL/)
  for (const name of ['compose.yaml', 'kubernetes.yaml', 'doorplate.service']) {
    assert.match(read(name), new RegExp(`^# Doorplate ${version}\n`), name)
  }
  assert.match(read('kubernetes.yaml'), new RegExp(`image: doorplate:${version}\n`))
})

test('a release built again has the same bytes', { skip: !IS_LONG }, async () => {
  const again = join(packed.folder, 'again')
  await makeRelease(again)
  const sums = (release: string) => readFileSync(join(release, 'SHA256SUMS'), 'utf8')
  assert.equal(sums(again), sums(packed.release))
})

test('every installed package is listed with its purpose, and none runs a script', () => {
  const manual = readFileSync('docs/security.md', 'utf8')
  for (const { name, hasInstallScript } of productionParts()) {
    assert.ok(manual.includes(`\`${name}\``), name)
    assert.equal(hasInstallScript, false, name)
  }
})

test('what is installed runs no script, brings no Node and needs nothing to be built', () => {
  const own = JSON.parse(
    readFileSync(join(installed, 'node_modules/doorplate/package.json'), 'utf8'),
  )
  assert.equal(own.optionalDependencies, undefined)
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) {
    assert.equal(own.scripts[name], undefined, name)
  }
  const lock = JSON.parse(readFileSync(join(installed, 'node_modules/.package-lock.json'), 'utf8'))
  const packages = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
  assert.ok(packages.length > 5)
  assert.deepEqual(
    packages.filter(([, { hasInstallScript }]) => hasInstallScript === true),
    [],
  )
})

test('npx in an empty folder serves on Node 24, on several threads, with pages and look-ups', async () => {
  const health = await (await fetch(`${served.baseUrl}/health`)).json()
  assert.equal(health.version, version)
  assert.equal(health.status, 'ready')
  const curls = [...served.written().matchAll(/curl "([^"]+)"/g)].map(([, url]) => url)
  assert.equal(curls.length, 6)
  for (const url of curls) assert.equal((await fetch(url)).status, 200, url)
  const page = await (await fetch(served.baseUrl)).text()
  assert.ok(page.includes(`npx ${served.spec} import`))
  const scripts = [...page.matchAll(/(?:src|href)="(\/(?:web|client)\/[^"]+)"/g)]
  assert.ok(scripts.length >= 3, page)
  for (const [, path] of scripts) {
    const file = await fetch(`${served.baseUrl}${path}`)
    assert.equal(file.status, 200, path)
    assert.match(file.headers.get('content-type') ?? '', /javascript|css|svg/)
  }
  assert.equal((await fetch(`${served.baseUrl}/web/files.mjs`)).status, 404)
})

test('the command says its version and how it is called, and refuses an older Node in one sentence', async () => {
  const cwd = project('command')
  const command = join(cwd, 'node_modules/.bin/doorplate')
  const said = await finished(packed.node24, [command, '--version'], cwd)
  assert.deepEqual(said, { code: 0, out: `${version}\n`, err: '' })
  const help = await finished(packed.node24, [command, 'help', 'import'], cwd)
  assert.ok(help.out.includes(`npx ${served.spec} import`), help.out)
  const old = await finished(packed.node20, [command], cwd)
  assert.equal(old.code, 1)
  assert.match(old.err, /^Doorplate needs Node 24\.15 or newer, and this is 20\.[^\n]*\n$/)
})

/** A copy of what was installed, to be damaged. */
function copyOfPackage(name: string): { root: string; sums: string[] } {
  const root = join(packed.folder, name)
  cpSync(join(installed, 'node_modules/doorplate'), root, { recursive: true })
  const sums = readFileSync(join(root, 'dist/SHA256SUMS'), 'utf8').trim().split('\n')
  return { root, sums: sums.map((line) => line.slice(66)) }
}

test('every file of the package has a checksum, and a changed byte in any is found with its name', () => {
  const { root, sums } = copyOfPackage('planted')
  const files = names.map((name) => name.slice('package/'.length))
  assert.deepEqual(sums, files.filter((name) => name !== 'dist/SHA256SUMS').sort())
  const program = join(root, 'dist')
  assert.equal(changedFile(program), undefined)
  const each = IS_LONG ? sums : sums.filter((_, at) => at % 100 === 0)
  for (const [at, name] of each.entries()) {
    const bytes = readFileSync(join(root, name))
    const planted = Buffer.from(bytes)
    planted.writeUInt8(planted.readUInt8(at % planted.length) ^ 1, at % planted.length)
    writeFileSync(join(root, name), planted)
    assert.equal(changedFile(program), name)
    writeFileSync(join(root, name), bytes)
  }
})

test('the command refuses a package with a changed or missing file, and names it', async () => {
  const { root } = copyOfPackage('refused')
  const said = () => finished(packed.node24, [join(root, 'dist/main.mjs'), '--version'], root)
  const refusal = (name: string) => ({
    code: 1,
    out: '',
    err: `Doorplate does not start: ${name} is not as it was released. Install the package again.\n`,
  })
  appendFileSync(join(root, 'dist/cli.mjs'), ' ')
  assert.deepEqual(await said(), refusal('dist/cli.mjs'))
  rmSync(join(root, 'dist/cli.mjs'))
  assert.deepEqual(await said(), refusal('dist/cli.mjs'))
  rmSync(join(root, 'dist/SHA256SUMS'))
  assert.deepEqual(await said(), refusal('dist/SHA256SUMS'))
})

const [apiKey = '', , otherKey = ''] = new Set(
  [...served.written().matchAll(/curl "[^"]*api-key=(\w+)/g)].map(([, key]) => key),
)
agentTests({
  ...packed,
  baseUrl: served.baseUrl,
  keys: { au: apiKey, uk: otherKey },
  cwd: project('agents'),
})
importingTests({ ...packed, baseUrl: served.baseUrl, apiKey, project })

test('a source that was built has its lines where they were, and starts what was built', () => {
  const source = "import { a } from './a.ts'\n\nconst b: number = a\nnew URL('../c/d.ts', b)\n"
  assert.equal(
    built(source),
    "import { a } from './a.mjs'\n\nconst b         = a\nnew URL('../c/d.mjs', b)\n",
  )
})

test('Ctrl-C ends npx and what it started', async () => {
  const ended = new Promise((done) => served.npx.once('close', () => done(true)))
  endGroup(served, 'SIGINT')
  await ended
  await assert.rejects(fetch(`${served.baseUrl}/health`))
})
