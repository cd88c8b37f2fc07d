// `audit export`: the audit log for another system, as JSON lines or syslog, from where the last export ended.

import { hostname } from 'node:os'
import { auditEntriesAfter, type StoredEntry } from '../account/operators/audit-entries.ts'
import { type Command, numberOption, UsageError } from './shared/command.ts'
import { withStore } from './shared/store-access.ts'

const FORMATS = { jsonl: jsonLine, syslog: syslogLine } as const

export const auditCommand: Command = {
  name: 'audit export',
  usage: '[--format jsonl|syslog] [--after NUMBER]',
  summary: 'Print the audit log, oldest first: as JSON lines, or as syslog (RFC 5424).',
  example: '--format syslog --after 1700',
  options: {
    format: 'jsonl or syslog; default jsonl',
    after: 'print the entries after this number',
  },
  run(given) {
    const { format = 'jsonl' } = given.options
    if (format !== 'jsonl' && format !== 'syslog') {
      throw new UsageError('--format must be jsonl or syslog.')
    }
    let last = numberOption(given, 'after', 0, 9_999_999_999) ?? 0
    return withStore(given, async ({ db }) => {
      for await (const entry of auditEntriesAfter(db, last)) {
        given.print(`${FORMATS[format](entry)}\n`)
        last = entry.number
      }
      given.tell(`The last entry is ${last}. Continue with --after ${last}.`)
      return { json: { last }, text: '' }
    })
  },
}

function jsonLine({ at, accountId, ofNumber, ...entry }: StoredEntry): string {
  const time = new Date(at).toISOString()
  return JSON.stringify({ time, ...entry, account_id: accountId, of_number: ofNumber ?? null })
}

/** Facility 13, "log audit"; a refusal or a failure is a warning, everything else informational. */
const AUDIT = 13 * 8
const [WARNING, INFORMATIONAL] = [4, 6]
/** A number for private use in documents: Doorplate has none of its own at IANA. */
const STRUCTURE = 'audit@32473'

function syslogLine(entry: StoredEntry): string {
  const { number, at, operator, act, accountId, details, outcome, ofNumber, sha256 } = entry
  const isWarning = /^(?:refused|failed)/.test(outcome)
  const priority = AUDIT + (isWarning ? WARNING : INFORMATIONAL)
  const values = { number, operator, act, account: accountId, outcome, of: ofNumber, sha256 }
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`)
  const header = `<${priority}>1 ${new Date(at).toISOString()} ${hostname()} doorplate - audit`
  // The mark at the beginning of the message says that it is UTF-8.
  return `${header} [${STRUCTURE} ${parts.join(' ')}] \ufeff${details || act}`
}
