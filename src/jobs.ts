// Background jobs, such as mail and billing. They start once the service answers, and end before the store.

import { join } from 'node:path'
import type { AccountParts } from './account/accounts.ts'
import { erasureJob } from './account/data/erasure.ts'
import { Retention } from './account/data/retention.ts'
import { AuditAnchors, AuditLog } from './account/operators/audit-log.ts'
import { upgradeLink } from './account/plans/plans.ts'
import { Batches } from './batches/batches.ts'
import { billingJob } from './billing/billing-run.ts'
import type { InvoicePrinter } from './billing/invoices/invoice-printer.ts'
import type { Log } from './lib/log.ts'
import { Job } from './lib/periodic.ts'
import type { LeasedMail } from './mail/leases.ts'
import { Outbox } from './mail/outbox.ts'
import { MailSender } from './mail/sender.ts'
import { Smtp } from './mail/smtp.ts'
import { finishImports } from './private-addresses/private-addresses.ts'
import type { Config } from './settings/config.ts'
import { WatchJob } from './watch/watch-job.ts'
import { Dispatcher } from './webhooks/delivery/dispatcher.ts'
import { WEBHOOK_PORTS } from './webhooks/sending/target.ts'

/** All of them, and by name those that have something to show. */
export type Jobs = ReturnType<typeof makeJobs>

type JobNeeds = Pick<ConstructorParameters<typeof Batches>[0], 'memory' | 'isBusy'> &
  Pick<ConstructorParameters<typeof WatchJob>[0], 'changeLog'>

interface JobParts extends AccountParts {
  readonly printer: InvoicePrinter
}

export function makeJobs(config: Config, given: JobParts, log: Log, needs: JobNeeds) {
  const { store, plans, clock } = given
  const parts = { store, plans, clock }
  const mailSender = makeMailSender(config, given, log)
  const billing = billingJob({ ...parts, settings: config.billing }, log)
  const webhooks = makeWebhooks(config, parts, log)
  const { databaseUrl, dataDir, baseUrl, keptDays } = config
  const batches = new Batches({
    ...parts,
    ...needs,
    databaseUrl,
    dataDir,
    keptDays: keptDays.lists,
    upgradeLink: upgradeLink(baseUrl),
    onFault: (error) => log.warn('batches failed', { error }),
  })
  const watch = new WatchJob({
    ...parts,
    ...needs,
    onEvents: () => webhooks.dispatcher.wake(),
    onFault: (error) => log.warn('watch lists failed', { error }),
  })
  const auditLog = new AuditLog({ ...parts, log, anchors: new AuditAnchors(dataDir) })
  const onFault = (error: unknown) => log.warn('erasing accounts failed', { error })
  const erasures = erasureJob(store, dataDir, onFault)
  const retention = new Retention({
    ...parts,
    auditLog,
    keptDays,
    onErasure: () => erasures.wake(),
    onFault: (error) => log.warn('forgetting old data failed', { error }),
  })
  const imports = new Job({
    everyMs: 60_000,
    work: () => finishImports(store),
    onFault: (error) => log.warn('finishing imports failed', { error }),
  })
  const senders = [mailSender, billing, webhooks.dispatcher]
  const all: readonly Pick<Job, 'start' | 'close'>[] = [
    ...senders,
    batches,
    watch,
    auditLog,
    erasures,
    retention,
    imports,
  ]
  return { mailSender, billing, webhooks, batches, watch, auditLog, erasures, retention, all }
}

export function startJobs({ all }: Jobs): void {
  for (const job of all) job.start()
}

/** Each finishes what is under way, or leaves it so that another node takes it up. */
export async function closeJobs({ all }: Jobs): Promise<void> {
  await Promise.all(all.map((job) => job.close()))
}

export function webhookContext({ webhooks: { dispatcher, rules } }: Jobs, upgradeLink: string) {
  const forget = (accountId: string, id: number) => dispatcher.forget(accountId, id)
  return { rules, upgradeLink, forget, wake: () => dispatcher.wake() }
}

function makeWebhooks(config: Config, { store, clock }: AccountParts, log: Log) {
  const rules = {
    ports: WEBHOOK_PORTS,
    allowed: config.webhookAllow,
    ownHost: new URL(config.baseUrl).hostname.replace(/^\[|\]$/g, ''),
    ownPort: config.port,
  }
  const dispatcher = new Dispatcher({
    store,
    clock,
    rules,
    perSecond: config.webhookPerSecond,
    keptDays: config.keptDays,
    onFault: (error) => log.warn('webhooks failed', { error }),
    onEnded: ({ accountId, id }) => log.info('webhook endpoint ended', { accountId, id }),
  })
  return { dispatcher, rules }
}

function makeMailSender(config: Config, { store, clock, printer }: JobParts, log: Log): MailSender {
  const { smtp, mailFrom, dataDir, brand, baseUrl, keptDays } = config
  const transport =
    smtp === undefined ? new Outbox(join(dataDir, 'outbox'), () => clock.now()) : new Smtp(smtp)
  const attachmentsOf = ({ invoiceNumber }: LeasedMail) =>
    invoiceNumber === undefined ? Promise.resolve([]) : printer.attachments(invoiceNumber)
  const parts = { store, clock, log, brand, baseUrl, keptDays: keptDays.mails }
  return new MailSender({ ...parts, from: mailFrom, transport, attachmentsOf })
}
