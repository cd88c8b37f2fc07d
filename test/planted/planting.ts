// Plants one fault in a copy of the project, runs the tests that should see it, and takes it out again.

import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, type Guard, ROOT, withFault } from './fault-list.ts'

/** A test that hangs on a fault has seen it. */
const HANGS_MS = Number(process.env.PLANTED_HANGS_MS ?? 90_000)
const NOT_COPIED = ['node_modules', 'release', 'dist', 'data']

export interface Outcome {
  readonly fault: Fault
  readonly isCaught: boolean
  readonly ms: number
  /** The first test that failed, or how else it showed. */
  readonly by: string
}

/** A copy of the project in which faults can be planted, one at a time. */
export class PlantedCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'doorplate-planted-'))

  constructor() {
    for (const name of readdirSync(ROOT)) {
      if (name.startsWith('.') || NOT_COPIED.includes(name)) continue
      cpSync(join(ROOT, name), join(this.#folder, name), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  async tryOut(fault: Fault): Promise<Outcome> {
    const path = join(this.#folder, fault.file)
    const sound = readFileSync(path, 'utf8')
    const begun = performance.now()
    writeFileSync(path, withFault(fault, sound))
    try {
      for (const guard of fault.guards) {
        const by = await this.failureOf(guard)
        if (by !== undefined) return { fault, isCaught: true, ms: performance.now() - begun, by }
      }
      return { fault, isCaught: false, ms: performance.now() - begun, by: '' }
    } finally {
      writeFileSync(path, sound)
    }
  }

  /** What fails first when these tests are run; undefined when nothing does. */
  failureOf({ path, named }: Guard): Promise<string | undefined> {
    const temporary = mkdtempSync(join(this.#folder, 'tmp-'))
    const pattern = named === undefined ? [] : [`--test-name-pattern=${RegExp.escape(named)}`]
    const child = spawn(process.execPath, ['--test-reporter=tap', ...pattern, path], {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary, NODE_TEST_CONTEXT: undefined },
    })
    let said = ''
    let failed: string | undefined
    const fail = (by: string) => {
      failed ??= by
      endGroup(child.pid)
    }
    const listen = (chunk: Buffer) => {
      said += chunk
      const first = /^\s*not ok \d+ - (.*)$/m.exec(said)
      if (first !== null) fail(first[1] ?? '')
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    const hangs = setTimeout(() => fail('it hangs'), HANGS_MS)
    return new Promise((resolve) => {
      child.on('close', (code) => {
        clearTimeout(hangs)
        endGroup(child.pid)
        rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
        if (code !== 0) failed ??= `it ends with ${code}: ${said.trim().slice(-300)}`
        // A pattern that fits no test would let every fault pass.
        if (code === 0 && /^# pass 0$/m.test(said)) failed = undefined
        resolve(failed)
      })
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The tests may have started services of their own. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
