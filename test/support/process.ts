// The service as a process of its own, to be stopped or killed like one.

import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { copySample } from './sample.ts'
import { PATIENT_SETTINGS } from './servers/patience.ts'

export interface ServiceProcess {
  readonly child: ChildProcess
  readonly baseUrl: string
  /** All that it has written so far, to both outputs. */
  written(): string
}

const QUIET = { DEMO: '0', LOG_LEVEL: 'warn', ...PATIENT_SETTINGS }

/** Resolves when it says that it is ready. `root` has the sources of another version, if not these. */
export async function startProcess(
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  root = '.',
): Promise<ServiceProcess> {
  await copySample(env.DATA_DIR)
  const child = spawn(process.execPath, [resolve(root, 'src/main.ts'), 'serve'], {
    env: { ...inherited(), PORT: '0', ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Nobody else would end it when the tests are ended.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return new Promise((done, fail) => {
    let out = ''
    child.stderr?.on('data', (chunk) => {
      out += chunk
    })
    child.stdout?.on('data', (chunk) => {
      out += chunk
      const ready = /ready at (\S+)/.exec(out)
      if (ready !== null) done({ child, baseUrl: ready[1], written: () => out })
    })
    child.on('exit', (code) => fail(new Error(`The service stopped with ${code}: ${out}`)))
  })
}

/** Where programs are, and how a run of all tests has Node load libraries. */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_LIBRARIES']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

export function killed({ child }: ServiceProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })
}

/** SIGTERM, and its exit code when it has ended. */
export function stopped({ child }: ServiceProcess): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', (code) => done(code))
    child.kill('SIGTERM')
  })
}
