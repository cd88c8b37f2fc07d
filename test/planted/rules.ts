// Faults made by rule in any source: an edge moved, a condition turned, a guard, a step or an order left out.

import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Fault, type Guard, ROOT } from './fault-list.ts'

interface Rule {
  readonly name: string
  readonly finds: RegExp
  becomes(found: RegExpExecArray): string
}

const swapped = (name: string, finds: RegExp, pairs: Readonly<Record<string, string>>): Rule => ({
  name,
  finds,
  becomes: ([text]) => pairs[text] ?? text,
})

/** They see the code without types, comments and texts, all at the places where they stand in the file. */
const CODE_RULES: readonly Rule[] = [
  swapped('edge', /(?<= )(?:<=|>=|<|>)(?= )/g, { '<=': '<', '>=': '>', '<': '<=', '>': '>=' }),
  swapped('turned', /(?<= )(?:===|!==)(?= )/g, { '===': '!==', '!==': '===' }),
  swapped('joined', /(?<= )(?:&&|\|\||\?\?)(?= )/g, { '&&': '||', '||': '&&', '??': '&&' }),
  swapped('sum', /(?<=[\w)\]] )(?:[-+*%]|\/)(?= [\w(])/g, {
    '+': '-',
    '-': '+',
    '*': '+',
    '/': '*',
    '%': '*',
  }),
  swapped('word', /\b(?:true|false|continue|some|every|min|max|ceil|floor|round)\b(?!:)/g, {
    true: 'false',
    false: 'true',
    continue: 'break',
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    ceil: 'floor',
    floor: 'ceil',
    round: 'floor',
  }),
  { name: 'not', finds: /(?<=[ (])!(?=[\w(])/g, becomes: () => '' },
  { name: 'await', finds: /\bawait (?=[\w(])/g, becomes: () => '' },
  {
    name: 'number',
    finds: /(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w.$])/g,
    becomes: ([text]) => String(Number(text.replaceAll('_', '')) + (text.includes('.') ? 0.1 : 1)),
  },
  {
    name: 'guard',
    finds: /^ *if \(.*\) (?:return|continue|break|throw)\b.*$/gm,
    becomes: () => '',
  },
  { name: 'else', finds: /(?<=[})] )else if \(/g, becomes: () => 'else if (false && ' },
  { name: 'step', finds: /^ +(?:await )?[\w#.]+\([^()]*\)$/gm, becomes: () => '' },
  { name: 'change', finds: /^ +[\w#.[\]]+ (?:[-+|&]?=|\?\?=|\|\|=) [^\n(]+$/gm, becomes: () => '' },
  { name: 'order', finds: /\.(?:toSorted|sort|reverse|toReversed)\([^()]*\)/g, becomes: () => '' },
  { name: 'trim', finds: /\.(?:trim|toLowerCase|toUpperCase)\(\)/g, becomes: () => '' },
]

const SQL_RULES: readonly Rule[] = [
  swapped('sql edge', /(?<= )(?:<=|>=|<|>)(?= )/g, { '<=': '<', '>=': '>', '<': '<=', '>': '>=' }),
  swapped('sql order', /\b(?:desc|order by \w+)\b/g, { desc: '' }),
  { name: 'sql and', finds: /\b(?:and|or) [^\n`]*?(?= and | or |\n|\)|$)/g, becomes: () => '' },
  swapped('sql null', /\bis (?:not )?null\b/g, {
    'is null': 'is not null',
    'is not null': 'is null',
  }),
  swapped('sql sum', /(?<=\w )[-+](?= )/g, { '+': '-', '-': '+' }),
]

/** All that the rules make of a source. What is no program any more is left out. */
export function faultsByRule(file: string, guards: readonly Guard[]): Fault[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const { code, sql } = viewsOf(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
  const made = [
    ...CODE_RULES.flatMap((rule) => changesBy(rule, code)),
    ...SQL_RULES.flatMap((rule) => changesBy(rule, sql)),
  ]
  return made.flatMap(({ name, start, end, becomes }) => {
    const changed = text.slice(0, start) + becomes + text.slice(end)
    if (!isProgram(changed)) return []
    const line = text.slice(0, start).split('\n').length
    const shown = text.split('\n')[line - 1]?.trim() ?? ''
    const becoming = changed.split('\n')[line - 1]?.trim() ?? ''
    const breaks = `${name}: ${shown}  =>  ${becoming}`
    const at = `${file}:${line}`
    return [{ at, file, breaks, lines: [], becomes: [], changed, guards }]
  })
}

interface Change {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly becomes: string
}

function changesBy(rule: Rule, view: string): Change[] {
  return [...view.matchAll(rule.finds)]
    .map((found) => ({
      name: rule.name,
      start: found.index,
      end: found.index + found[0].length,
      becomes: rule.becomes(found),
    }))
    .filter(({ start, end, becomes }) => becomes !== view.slice(start, end))
}

/** The same text twice, blank where it is not code, and where it is not SQL. */
function viewsOf(text: string): { code: string; sql: string } {
  const blank = (part: string) => part.replace(/[^\n]/g, '_')
  const parts =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?:sql(?:<[^>`]*>)?\s*)?`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{};+] ?)\/(?![*/ ])(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\/\w*/g
  let sql = text.replace(/[^\n]/g, ' ')
  const code = text.replace(parts, (part, at: number) => {
    if (part.startsWith('sql') || /`\s*(?:with|select|insert|update|delete)\b/.test(part)) {
      sql = sql.slice(0, at) + part + sql.slice(at + part.length)
    }
    // A comment must not stand as a word beside code.
    return /^\/[/*]/.test(part) ? part.replace(/[^\n]/g, ' ') : blank(part)
  })
  // An import has nothing to change.
  return { code: code.replace(/^import [^_]*_+/gm, blank), sql }
}

function isProgram(text: string): boolean {
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}
