// Rules about what only some files may do.

import { files, sources, text } from './source-files.ts'

export function strayReadsOfEnvironmentAndTime(): string[] {
  // Browser code has no service to ask for the time, and measures what a person waits.
  const onServer = sources.filter((path) => !/^src\/(web|client)\/.*\.js$/.test(path))
  return [
    ...onServer.filter(
      (path) => path !== 'src/settings/config.ts' && /\bprocess\.env\b/.test(text(path)),
    ),
    ...onServer.filter(
      (path) =>
        path !== 'src/lib/clock.ts' &&
        /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(text(path)),
    ),
  ]
}

export function searchFilesWithIo(): string[] {
  return sources.filter(
    (path) =>
      path.startsWith('src/search/') &&
      /from 'node:(fs|net|http|child_process|worker_threads)/.test(text(path)),
  )
}

export function strayMakersOfProblems(): string[] {
  const allowed =
    /^src\/(access|endpoints|legacy|rate-limits|request|threads)\/|^src\/(routes|pipeline)\.ts$|^src\/http\/(faults|problem)\.ts$/
  return sources.filter(
    (path) => /new Problem\(|badRequest\(/.test(text(path)) && !allowed.test(path),
  )
}

export function barrelsDefaultsAndGrabBags(): string[] {
  return files.filter(
    (path) =>
      /(^|\/)(index|utils?|helpers|types)\.(ts|js)$/.test(path) ||
      /^export default /m.test(text(path)) ||
      /^export (\*|\{[^}]*\}) from/m.test(text(path)),
  )
}

/** Words that nobody would guess the meaning of, as names. */
const QUAINT = /\b(so|heed|told|whoever|dearest|letGo|openGround|spreadNews|hearing|mend|news)\b/g

export function quaintNames(): string[] {
  return files.flatMap((path) => {
    const code = text(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*/g, '')
      .replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|\/[^/\n]+\/\w*/g, '')
    return [...new Set([...code.matchAll(QUAINT)].map(([name]) => `${path}: ${name}`))]
  })
}

/** The runner may end a file whose first tests are done while it still waits for what the later ones need. */
export function awaitsBehindTests(): string[] {
  return files.filter((path) => {
    const first = /^(test|describe|suite|it)\(/m.exec(text(path))
    return first !== null && /^(const .* = )?await /m.test(text(path).slice(first.index))
  })
}
