// `doctor`: goes through the books and says where they do not add up.

import { loadPlans } from '../account/plans/plans-file.ts'
import { examine } from '../billing/doctor/doctor.ts'
import type { Command } from './shared/command.ts'
import { withStore } from './shared/with-store.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check that usage, ledger, invoices and mails add up; what does not is named.',
  async run(given) {
    const { config, clock, tell } = given
    const plans = await loadPlans(config.dataDir)
    return withStore(given, async (store) => {
      const results = await examine({ store, plans, clock }, (check) => tell(`${check} …`))
      const faults = results.flatMap(({ check, faults: found }) =>
        found.map((sentence) => ({ check, sentence })),
      )
      const checks = results.map(({ check }) => check)
      return {
        json: { ok: faults.length === 0, checks, faults },
        text:
          faults.length === 0
            ? `All is well: ${checks.length} checks.`
            : faults.map(({ sentence }) => sentence).join('\n'),
        isFault: faults.length > 0,
      }
    })
  },
}
