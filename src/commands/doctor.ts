// `doctor`: checks that the books add up.

import { AuditAnchors, readAuditHead } from '../account/operators/audit-log.ts'
import { loadPlans } from '../account/plans/plans-file.ts'
import { examine } from '../billing/doctor/doctor.ts'
import { type Command, type Given, UsageError } from './shared/command.ts'
import { withStore } from './shared/store-access.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--audit-head NUMBER:HASH]',
  summary: 'Check that usage, ledger, invoices, mails and the audit log add up.',
  example: '--audit-head 17:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  options: { 'audit-head': 'a head of the audit log, from the service log or the metrics' },
  async run(given) {
    const { config, clock, tell } = given
    const plans = await loadPlans(config.dataDir)
    const auditAnchors = anchorsOf(given)
    return withStore(given, async (store) => {
      const results = await examine({ store, plans, clock, auditAnchors }, (check) =>
        tell(`${check} …`),
      )
      const faults = results.flatMap(({ check, faults: found }) =>
        found.map((sentence) => ({ check, sentence })),
      )
      const checks = results.map(({ check }) => check)
      return {
        json: { ok: faults.length === 0, checks, faults },
        text:
          faults.length === 0
            ? `All ${checks.length} checks passed.`
            : faults.map(({ sentence }) => sentence).join('\n'),
        isFault: faults.length > 0,
      }
    })
  },
}

/** The heads in the data folder, and the one on the command line. */
function anchorsOf({ config, options }: Given) {
  const text = options['audit-head']
  const given = text === undefined ? undefined : readAuditHead(text)
  if (text !== undefined && given === undefined) {
    throw new UsageError('--audit-head must be a number, a colon and a hash of 64 hex digits.')
  }
  const anchors = new AuditAnchors(config.dataDir)
  return async function* () {
    if (given !== undefined) yield given
    yield* anchors.read()
  }
}
