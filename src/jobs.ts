// What a service does beside answering, put together: the jobs, each within reach of what shows how it is doing.

import { join } from 'node:path'
import type { AccountParts } from './account/account-parts.ts'
import type { Job } from './background.ts'
import { invoiceFiles } from './billing/invoice-pdf.ts'
import { billingJob } from './billing/job.ts'
import type { Config } from './config.ts'
import type { Log } from './lib/log.ts'
import type { LeasedMail } from './mail/leases.ts'
import { Outbox } from './mail/outbox.ts'
import { MailSender } from './mail/sender.ts'
import { Smtp } from './mail/smtp.ts'

export interface Jobs {
  readonly mailSender: MailSender
  readonly all: readonly Job[]
}

export function makeJobs(config: Config, parts: AccountParts, log: Log): Jobs {
  const mailSender = makeMailSender(config, parts, log)
  const billing = billingJob({ ...parts, settings: config.billing }, log)
  return { mailSender, all: [mailSender, billing] }
}

function makeMailSender(config: Config, { store, clock }: AccountParts, log: Log): MailSender {
  const { smtp, mailFrom, dataDir } = config
  const transport =
    smtp === undefined ? new Outbox(join(dataDir, 'outbox'), () => clock.now()) : new Smtp(smtp)
  const attachmentsOf = ({ invoiceNumber }: LeasedMail) =>
    invoiceNumber === undefined ? Promise.resolve([]) : invoiceFiles(store.db, invoiceNumber)
  return new MailSender({ store, clock, log, from: mailFrom, transport, attachmentsOf })
}
