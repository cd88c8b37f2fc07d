// Runs a script in a process of its own, and gives what it wrote.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface ChildOptions {
  /** Without the right to write where only permissions forbid it, which root else always has. */
  readonly isUnprivileged?: boolean
}

/** What it wrote to standard output, when it has ended. */
export function outputOf(
  script: URL,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> {
  const command = [process.execPath, fileURLToPath(script), ...args]
  const isRoot = process.getuid?.() === 0
  const drop = ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner', '--']
  const [program = '', ...rest] = options.isUnprivileged && isRoot ? [...drop, ...command] : command
  return new Promise((resolve, reject) => {
    // One that hangs has said nothing when it is ended, and so fails its test.
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
