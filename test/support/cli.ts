// The command line as a process of its own, beside a running service.

import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(process.execPath, [resolve('src/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })))
}
