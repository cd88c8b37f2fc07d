// Starts the Doorplate beside it on sample data in a temporary folder, makes every call that it prints, and ends it.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_SECONDS_MAX = 120

const folder = mkdtempSync(join(tmpdir(), 'doorplate-self-test-'))
const program = join(import.meta.dirname, 'app/dist/main.mjs')
const service = spawn(process.execPath, [program, 'serve'], {
  cwd: folder,
  env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, PORT: '0', DATA_DIR: join(folder, 'data') },
})
const ended = new Promise((done) => service.once('exit', done))
try {
  const urls = [...(await started()).matchAll(/curl "([^"]+)"/g)].map(([, url]) => url)
  if (urls.length === 0) throw new Error('It printed no calls.')
  for (const url of urls) {
    // A machine without a network may lack the name `localhost` too.
    const { status } = await fetch(url.replace('//localhost:', '//127.0.0.1:'))
    if (status !== 200) throw new Error(`${new URL(url).pathname} was answered ${status}.`)
  }
  service.kill('SIGTERM')
  const code = await ended
  if (code !== 0) throw new Error(`It ended with ${code}.`)
  process.stdout.write(`The self-test passed: ${urls.length} calls were answered.\n`)
} catch (error) {
  process.stderr.write(`self-test: ${error.message} ${error.cause?.message ?? ''}\n`)
  process.exitCode = 1
} finally {
  service.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** What it prints until it is ready. */
function started() {
  return new Promise((done, fail) => {
    let text = ''
    const read = (chunk) => {
      text += chunk
      if (text.includes('shown only once')) done(text)
    }
    service.stdout.on('data', read)
    service.stderr.on('data', read)
    ended.then(() => fail(new Error(`It did not start: ${text}`)))
    setTimeout(() => fail(new Error('It did not start in time.')), START_SECONDS_MAX * 1000).unref()
  })
}
