// Rules about what only some files may do.

import { files, sources, text } from './source-files.ts'

export function strayReadsOfEnvironmentAndTime(): string[] {
  // Browser code has no service to ask for the time, and measures what a person waits.
  const onServer = sources.filter((path) => !/^src\/(web|client)\/.*\.js$/.test(path))
  return [
    ...onServer.filter((path) => path !== 'src/config.ts' && /\bprocess\.env\b/.test(text(path))),
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
    /^src\/(access|endpoints|rate-limits)\/|^src\/(pipeline|routes)\.ts$|^src\/http\/faults\.ts$/
  return sources.filter((path) => /new Problem\(/.test(text(path)) && !allowed.test(path))
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
const QUAINT = /\b(so|heed|told|whoever|dearest|letGo|openGround|spreadNews|hearing)\b/g

/** Being renamed. */
const QUAINT_FOR_NOW: readonly string[] = [
  'src/access/charge/limit-notices.ts',
  'src/commands/serve.ts',
  'src/index/geography/places.ts',
  'src/private-addresses/private-searches.ts',
  'src/rate-limits/redis-counters.ts',
  'src/search/match/address-finder.ts',
  'src/search/product/search-layer.ts',
  'src/search/query/readings.ts',
  'src/web/console/webhooks.js',
]

export function quaintNames(): string[] {
  return files
    .filter((path) => !QUAINT_FOR_NOW.includes(path))
    .flatMap((path) => {
      const code = text(path)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*/g, '')
        .replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|\/[^/\n]+\/\w*/g, '')
      return [...new Set([...code.matchAll(QUAINT)].map(([name]) => `${path}: ${name}`))]
    })
}
