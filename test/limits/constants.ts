// Finds every fixed number in the source that has a name, with its value.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** `const NAME = …` at the left margin, up to the line that ends it. */
const CONSTANT =
  /^(?:export )?const ([A-Z][A-Z0-9_]*)(?::[^=]*)? = ([^\n]*(?:\n(?=[ \]})])[^\n]*)*)/gm
/** How the name of a limit, a default or a span of time ends, or is. */
const LIMIT =
  /(^|_)(MAX|MIN|MS|SECONDS|MINUTES?|HOURS?|DAYS?|BYTES|CHARACTERS|LENGTH|KEPT|ROWS|PORTS|JITTER)$/
const OTHER_LIMIT = /^DEFAULT_|_PER_|AT_ONCE|RETRIES|TRIES|ATTEMPTS|FAILURES|STATUSES|EVERY|FACTOR/
/** What they have is told from the data, or found by measuring, and promised to nobody. */
const NOT_PROMISED = /^src\/(index|importers\/reading\/zip|address\/osgb)/

/** By file and name. What is no number, no list of numbers, and no limit by its name is left out. */
export function namedNumbers(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const path of globSync('src/**/*.{ts,js}', { cwd: ROOT }).sort()) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    // The one that others import.
    const known: Record<string, unknown> = { DAY_MS: 86_400_000 }
    for (const [, name = '', expression = ''] of text.matchAll(CONSTANT)) {
      const value = computed(expression, known)
      known[name] = value
      const printed = printedValue(value)
      const isLimit = LIMIT.test(name) || OTHER_LIMIT.test(name)
      if (printed !== undefined && isLimit && !NOT_PROMISED.test(path))
        found.set(`${path} ${name}`, printed)
    }
  }
  return found
}

/** Only arithmetic over numbers and over constants above it; undefined for anything else. */
function computed(expression: string, known: Readonly<Record<string, unknown>>): unknown {
  const code = expression.replace(/ as const$/, '').replace(/\/\/.*$/gm, '')
  if (!/^[A-Z0-9_e\s.+\-*/(),[\]%]+$/.test(code)) return undefined
  const names = Object.keys(known)
  try {
    return new Function(...names, `return (${code})`)(...names.map((name) => known[name]))
  } catch {
    return undefined
  }
}

function printedValue(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isNaN(value))
    return value.toLocaleString('en', WITH_GROUPS).replaceAll(',', '_')
  const isList = Array.isArray(value) && value.length > 0 && value.length <= 12
  if (isList && value.every((one) => typeof one === 'number')) {
    return value.map(printedValue).join(' ')
  }
  return undefined
}

const WITH_GROUPS = { maximumFractionDigits: 12 }
