// Rules about exports: another file imports each of them, and none is kept alive by its test alone.

import { dirname, join, normalize } from 'node:path'
import { benches, files, sources, text } from './source-files.ts'

/** Imported by others, as package.json offers it. */
const PUBLIC = [
  'src/client/client.js',
  'src/client/client-types.d.ts',
  'src/client/address-lookup-types.d.ts',
  'src/engine/engine.ts',
]
const EXPORT =
  /^export (?:abstract |async |declare )*(?:function\*?|const|let|class|interface|type) (\w+)/gm

export function unusedExports(): string[] {
  const used = importedIn(files)
  return exportsOf(files).filter((each) => !used.has(each))
}

/** What nothing but a test calls is no part of the product. What its own file uses too may be shown to a test. */
export function exportsForTestsAlone(): string[] {
  const used = importedIn([...sources, ...benches])
  return exportsOf([...sources, ...benches]).filter((each) => {
    const [path, name] = each.split(': ')
    return !used.has(each) && text(path).split(new RegExp(`\\b${name}\\b`)).length <= 2
  })
}

function exportsOf(paths: readonly string[]): string[] {
  return paths
    .filter((path) => !PUBLIC.includes(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      // A file that writes source has exports in its templates.
      const own = text(path).replace(/`[^`]*`/g, '')
      // The store runs a procedure by the URL of its file.
      return [...own.matchAll(EXPORT)]
        .filter(([, name]) => name !== 'run')
        .map(([, name]) => `${path}: ${name}`)
    })
}

/** Each name that the files import, with the file that it is imported from. */
function importedIn(paths: readonly string[]): ReadonlySet<string> {
  const lists = /(?:^import (?:type )?|const )\{([^}]*)\} (?:from |= await import\()'(\.[^']+)'/gm
  const inComments = /\bimport\('(\.[^']+)'\)\.(\w+)/g
  return new Set(
    paths.flatMap((path) => {
      const from = (target: string) => normalize(join(dirname(path), target))
      return [
        ...[...text(path).matchAll(lists)].flatMap(([, names, target]) =>
          [...names.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)].map(
            ([, name]) => `${from(target)}: ${name}`,
          ),
        ),
        ...[...text(path).matchAll(inComments)].map(
          ([, target, name]) => `${from(target)}: ${name}`,
        ),
      ]
    }),
  )
}
