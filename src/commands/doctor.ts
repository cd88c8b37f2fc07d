// `doctor`: goes through the books and says where they do not add up.

import { loadPlans } from '../account/plans/plans-file.ts'
import { examine } from '../billing/doctor/doctor.ts'
import { openStore } from '../store/store.ts'
import type { Command } from './command.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Check that usage, ledger, invoices and mails add up; what does not is named.',
  options: [],
  words: [0, 0],
  async run({ config, clock, tell }) {
    const plans = await loadPlans(config.dataDir)
    const store = await openStore(config)
    try {
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
    } finally {
      await store.close()
    }
  },
}
