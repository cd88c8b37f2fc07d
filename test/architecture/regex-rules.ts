// Every regular expression of the source takes linear time, or its input is short: told by an analysis, not by a clock.

import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import { getFirstConsumedChar, type ReadonlyFlags, toCache } from 'regexp-ast-analysis'
import { analyse } from 'scslre'
import { regexesIn } from './regex-literals.ts'
import { sources, text } from './source-files.ts'

const TERM = 'a term or a line of at most 500 characters'
const SETTING = 'a setting of the operator'
const OURS = 'text of our own'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of the source.
/** What a regular expression may take longer for, because it is short or not a caller's. */
const SHORT_INPUTS: Readonly<Record<string, readonly (readonly [regex: string, input: string])[]>> =
  {
    'src/account/keys/credential.ts': [
      ['new RegExp(`^[0-9A-Za-z]{${SECRET_TAIL_LENGTH}}$`)', 'one class of a fixed length'],
    ],
    'src/client/address-fields.js': [['/,? *$/', 'an address of an answer, in a browser']],
    'src/client/client.js': [['/\\/+$/', 'the address of the service, given by the page']],
    'src/settings/readers.ts': [['/\\/+$/', SETTING]],
    'src/rate-limits/redis-client.ts': [
      [
        '/^(redis|rediss)\\+(sentinel|cluster):\\/\\/(?:([^@/?#:]*)(?::([^@/?#]*))?@)?([^@/?#]+)\\/?([^@/?#]*)$/i',
        SETTING,
      ],
    ],
    'src/match/candidates.ts': [
      ['/^\\D*\\d\\S*\\s+(?=.*\\d)/', TERM],
      ['/\\S*\\d\\S*/g', TERM],
    ],
    'src/match/input-line.ts': [
      [
        "new RegExp(`(?<![\\\\d/-])${begin}(?:[ )-]{0,2}\\\\d){${moreDigits}}(?![A-Z\\\\d])`, 'gi')",
        TERM,
      ],
    ],
    'src/lines/form-words.ts': [
      ['new RegExp(`[A-Z\\\\d]${FEATURE}(?:${FEATURE}|$)`)', TERM],
      ["new RegExp(`(^| )${label}${begin}(?:[ -]?\\\\d){${moreDigits}}(?= |$)`, 'g')", TERM],
      ["new RegExp(`(^| )(?:${anyOf(names).replaceAll(' ', '[ /-]')})(?= |$)`, 'g')", TERM],
    ],
    'src/lines/letters-for-digits.ts': [['/[IL](?=[\\dIL]*\\d)/g', TERM]],
    'src/lines/rewriting.ts': [
      [
        '/^(.*\\d.*?) (?:AND )?(?:CNR|CRN|CORNER|COR)(?: OF)? (?:[A-Z]+ ){1,3}?(?:ST|STREET|RD|ROAD|AVE?|AVENUE|HWY|HIGHWAY|PDE|PARADE|TCE|TERRACE|DR|DRIVE|LANE|PL|PLACE|CRES|CRESCENT|BLVD|BOULEVARD)(?= |$)/',
        TERM,
      ],
      ["new RegExp(`(^|[ /-])(?:${anyOf(ENGLISH.beforeNumber)}) (?=\\\\d)`, 'g')", TERM],
      [
        "new RegExp(`(^| )(?:${anyOf(words.deliveredElsewhere)}) ?[A-Z]?\\\\d+[A-Z]?(?= |$)`, 'g')",
        TERM,
      ],
      ['new RegExp(`(?<= )(?:${anyOf(words.otherRegions.keys()) || NEVER})(?= |$)`)', TERM],
      ['new RegExp(`(?<= )(?:${anyOf(words.country)})[ -](?=\\\\d{4}\\\\b)`)', TERM],
      ['new RegExp(`(\\\\w) VIA(?: [A-Z]+){1,3}?(?= (?:${regions})\\\\b| \\\\d{4}$|$)`)', TERM],
      ['new RegExp(`\\\\b(?:${towns || NEVER})\\\\b`)', TERM],
    ],
    'src/lines/spoken-numbers.ts': [
      ['new RegExp(`(^|[ /-])(${WORD}(?:(?: AND)?[ -]${WORD}){0,7})(?= [A-Z\\\\d])`)', TERM],
    ],
    'src/search/judging/number-judge.ts': [['/[1-9]\\d*$/', TERM]],
    'src/web/docs/errors-page.ts': [['/\\[([^\\]]+)\\]\\(([^)]+)\\)/g', OURS]],
  }

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above.

/** Those that take more than linear time and are not in the table, and what is in the table for nothing. */
export function slowRegexes(): string[] {
  const found = sources.flatMap((path) =>
    regexesIn(text(path))
      .filter((regex) => !regex.isLiteral || isSlow(regex.text))
      .map((regex) => `${path} ${regex.text}`),
  )
  const listed = Object.entries(SHORT_INPUTS).flatMap(([path, regexes]) =>
    regexes.map(([regex]) => `${path} ${regex}`),
  )
  return [
    ...found.filter((each) => !listed.includes(each)),
    ...listed.filter((each) => !found.includes(each)).map((each) => `not slow, or gone: ${each}`),
  ]
}

/** Whether some input makes a search for it take more than linear time, wherever in the input it begins. */
export function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  const { parsed, reports } = analyse({
    source: literal.slice(1, end),
    flags: literal.slice(end + 1),
  })
  return reports.length > 0 || repeatsEitherOf(parsed.pattern, toCache(parsed.flags))
}

/** `(?:a|a)*`, which the analysis passes: what is repeated without end can be read in two ways. */
function repeatsEitherOf(pattern: AST.Pattern, flags: ReadonlyFlags): boolean {
  let isFound = false
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max, element }) {
      if (max !== Number.POSITIVE_INFINITY || !('alternatives' in element)) return
      const firsts = element.alternatives.map(
        (each) => getFirstConsumedChar(each, 'ltr', flags).char,
      )
      isFound ||= firsts.some((one, at) =>
        firsts.slice(at + 1).some((other) => !one.isDisjointWith(other)),
      )
    },
  })
  return isFound
}
