// Runs the samples of the reference, copied from the page, in each language.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Each runs a file; Mono's compiler is older than statements without a class. */
const RUNTIMES: Readonly<Record<string, (file: string, code: string) => Promise<string>>> = {
  curl: (file, code) => started('sh', `${file}.sh`, code.replace('curl ', 'curl -sS --fail ')),
  JavaScript: (file, code) => started(process.execPath, `${file}.mjs`, code),
  Python: (file, code) => started('python3', `${file}.py`, code),
  PHP: (file, code) => started('php', `${file}.php`, code),
  'C#': async (file, code) => {
    const [usings = '', statements = ''] = code.split(/\n\n/)
    const task = 'static async System.Threading.Tasks.Task Run()'
    const main = 'static void Main() { Run().GetAwaiter().GetResult(); }'
    const body = `class Sample {\n${main}\n${task} {\n${statements}\n} }`
    const source = `${file}.cs`
    await writeFile(source, `${usings}\n${body}\n`)
    await run('mcs', ['-langversion:latest', '-r:System.Net.Http.dll', source])
    return (await run('mono', [source.replace(/cs$/, 'exe')])).stdout
  },
}

/** A look-up, one with a body, and a list that is sent. */
export const SHORT = ['get-get-id', 'post-match', 'post-batch']
/** Lists of the account, which the reader sends first. */
const OWN = /^(get|delete)-batch-id/

async function started(program: string, file: string, code: string): Promise<string> {
  await writeFile(file, `${code}\n`)
  const { stdout } = await run(program, [file])
  return stdout
}

/** Of a page of the reference; answers how many it ran. */
export async function runSamples(page: string, key: string, isLong: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'doorplate-samples-'))
  let ran = 0
  for (const [, id = '', language = '', escaped = ''] of page.matchAll(SAMPLE)) {
    const code = unescaped(escaped)
    if (!code.includes(key) || OWN.test(id) || !(isLong || SHORT.includes(id))) continue
    if (language === 'C#' && !isLong) continue
    const start = RUNTIMES[language] ?? assert.fail(language)
    const said = await start(join(folder, id), code)
    assert.match(said, answered(page, id), `${id} in ${language}: ${said}`)
    ran += 1
  }
  await rm(folder, { recursive: true })
  return ran
}

const SAMPLE = /<pre[^>]*"Example request of (\S+) in ([^"]+)"[^>]*>([^<]*)<\/pre>/g

/** The longest word of the answer beside the sample, in whatever form a language prints it. */
function answered(page: string, id: string): RegExp {
  const [, escaped = ''] =
    new RegExp(`aria-label="Answer 200 of ${id}">([^<]*)<`).exec(page) ?? assert.fail(id)
  if (id === 'post-batch') return /waiting|running|finished/
  const words = unescaped(escaped).match(/[A-Za-z_]+/g) ?? []
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? assert.fail(id)
  return new RegExp(longest)
}

export function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
