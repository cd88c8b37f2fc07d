// What a start loads and what it keeps compiled, so that it takes little time.
// Covers: src/config.ts, src/main.ts, src/http/node-http.ts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { cacheModulesOfThreads } from '../src/config.ts'
import { http } from '../src/http/node-http.ts'

test('a command loads neither fetch nor the driver of PostgreSQL nor the scorecard before it needs them', () => {
  const watch = `import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    process.on('exit', () => console.log([...loaded, ...process.moduleLoadList].join('\\n')))`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`]
  const { stdout } = spawnSync(process.execPath, [...options, 'src/main.ts', '--version'])
  const loaded = String(stdout)
  assert.match(loaded, /src\/commands\/quality\.ts$/m)
  assert.match(loaded, /NativeModule http$/m)
  assert.doesNotMatch(loaded, /undici|node_modules\/pg\/|src\/quality\/scorecard\.ts/)
  assert.equal(http.STATUS_CODES[408], 'Request Timeout')
})

test('a thread takes the cache of compiled modules of its process, or the one that was named', async (t) => {
  const { NODE_COMPILE_CACHE: named } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-cache-'))
  t.after(() => {
    if (named === undefined) delete process.env.NODE_COMPILE_CACHE
    else process.env.NODE_COMPILE_CACHE = named
    rmSync(folder, { recursive: true, force: true })
  })
  delete process.env.NODE_COMPILE_CACHE
  cacheModulesOfThreads(undefined)
  assert.equal(process.env.NODE_COMPILE_CACHE, undefined)
  cacheModulesOfThreads(folder)
  cacheModulesOfThreads('/another')
  const asks = `require('node:worker_threads').parentPort.postMessage(
    require('node:module').getCompileCacheDir())`
  const worker = new Worker(asks, { eval: true })
  const [[cache]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  assert.ok(String(cache).startsWith(folder), cache)
})
