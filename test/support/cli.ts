// The command line without a process of its own, which costs more than most commands do; cli.test.ts has real ones.

import * as cli from '../../src/cli.ts'

export interface Finished {
  readonly code: number
  readonly out: string
  readonly err: string
}

export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  let out = ''
  let err = ''
  const code = await cli.runCli(args, {
    env,
    isWatched: false,
    writeOut(text) {
      out += text
    },
    writeError(text) {
      err += text
    },
  })
  return { code, out, err }
}
