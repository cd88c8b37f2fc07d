// `account create|list|show|plan|end`: what the operator does for account holders.

import { type Account, type AccountDetails, listAccounts } from '../../account/account-list.ts'
import { createAccount } from '../../account/accounts.ts'
import { loadPlans } from '../../account/plans/plans-file.ts'
import { choosePlan, endSubscription, type NoSuchPlan } from '../../account/subscriptions.ts'
import { PRODUCT_CODES } from '../../address/product.ts'
import { utcDay } from '../../lib/clock.ts'
import { columns } from '../../lib/columns.ts'
import type { Store } from '../../store/store.ts'
import { withAudit, withAuditedAccount } from '../shared/audited.ts'
import {
  type Command,
  EMAIL_OPTION,
  PRODUCT_OPTION,
  type Printed,
  requiredOption,
  requiredProduct,
  UsageError,
} from '../shared/command.ts'
import { accountOf, withAccount, withStore } from '../shared/with-store.ts'

const create: Command = {
  name: 'account create',
  usage: `--email E --product ${PRODUCT_CODES} [--plan NAME]`,
  summary: 'Create an account; its keys are shown once. Without --plan it is a free trial.',
  example: '--email you@example.com --product au',
  options: {
    ...EMAIL_OPTION,
    ...PRODUCT_OPTION,
    plan: 'the name of a plan; the command plans lists them',
  },
  async run(given) {
    const email = requiredOption(given, 'email')
    const product = requiredProduct(given)
    const planName = given.options.plan
    const plans = await loadPlans(given.config.dataDir)
    const wanted = { email, product, planName }
    return withAudit(given, async (store) => {
      const made = await createAccount(store, plans, wanted, given.clock.now())
      switch (made.kind) {
        case 'taken':
          throw new UsageError(`${email} already has an account for the product ${product}.`)
        case 'bad-email':
          throw new UsageError(`--email: ${made.detail}`)
        case 'no-such-plan':
          throw noSuchPlan(planName ?? '', made)
      }
      return printKeys(made)
    })
  },
}

interface Keys {
  readonly accountId: string
  readonly apiKey: string
  readonly adminKey: string
}

function printKeys({ accountId, apiKey, adminKey }: Keys): Printed {
  return {
    json: { account_id: accountId, api_key: apiKey, admin_key: adminKey },
    text: `${columns([
      ['account', accountId],
      ['API key', apiKey],
      ['admin key', adminKey],
    ])}\nThe keys are not stored and cannot be shown again.`,
  }
}

const list: Command = {
  name: 'account list',
  summary: 'List all accounts.',
  async run(given) {
    const accounts = await withStore(given, (store) => allAccounts(store, given.clock.now()))
    const rows = accounts.map((account) => [
      account.email,
      account.subscription?.product ?? '',
      account.subscription?.planName ?? '',
      account.state ?? 'no subscription',
      account.accountId,
    ])
    const text = columns([['E-MAIL', 'PRODUCT', 'PLAN', 'STATUS', 'ACCOUNT'], ...rows])
    return { json: { accounts: accounts.map(accountJson) }, text }
  },
}

async function allAccounts(store: Store, now: number): Promise<Account[]> {
  const all: Account[] = []
  for (;;) {
    const page = await listAccounts(store, now, all.at(-1))
    if (page.length === 0) return all
    all.push(...page)
  }
}

const show: Command = {
  name: 'account show',
  usage: 'E',
  summary: 'Show an account by its e-mail address, with masked keys.',
  example: 'you@example.com',
  words: [1, 1],
  run(given) {
    const [email = ''] = given.words
    return withAccount(given, email, async (_store, account) => printAccount(account))
  },
}

const plan: Command = {
  name: 'account plan',
  usage: 'E NAME',
  summary: 'Change the plan of an account; its keys work again at once.',
  example: 'you@example.com standard',
  words: [2, 2],
  async run(given) {
    const [email = '', planName = ''] = given.words
    const plans = await loadPlans(given.config.dataDir)
    return withAuditedAccount(given, email, async (store, { accountId }) => {
      const chosen = await choosePlan(store, plans, accountId, planName, given.clock.now())
      if (chosen.kind === 'no-such-plan') throw noSuchPlan(planName, chosen)
      if (chosen.kind === 'no-such-account') {
        throw new UsageError(`The account of ${email} has no subscription.`)
      }
      if (chosen.kind === 'too-many-changes') {
        const until = new Date(chosen.until).toISOString()
        throw new UsageError(`The plan was changed too often today. Try again after ${until}.`)
      }
      return printAccount(await accountOf(store, given, email))
    })
  },
}

const end: Command = {
  name: 'account end',
  usage: 'E',
  summary: 'End the subscription of an account; its look-ups are refused from now on.',
  example: 'you@example.com',
  words: [1, 1],
  run(given) {
    const [email = ''] = given.words
    return withAuditedAccount(given, email, async (store, { accountId }) => {
      const ended = await endSubscription(store, accountId, given.clock.now())
      if (ended.kind === 'already-ended') {
        throw new UsageError(`The subscription of ${email} has already ended.`)
      }
      return printAccount(await accountOf(store, given, email))
    })
  },
}

export const accountCommands: readonly Command[] = [create, list, show, plan, end]

function noSuchPlan(name: string, { onOffer }: NoSuchPlan): UsageError {
  return new UsageError(`There is no plan "${name}". Choose one of: ${onOffer.join(', ')}.`)
}

function printAccount(account: AccountDetails): Printed {
  const { subscription } = account
  const facts = [
    ['e-mail', account.email],
    ['account', account.accountId],
    ['created', day(account.createdAt)],
    ['product', subscription?.product ?? ''],
    ['plan', subscription?.planName ?? ''],
    ['status', account.state ?? 'no subscription'],
    ['next billing', nextBilling(account)],
    ...account.credentials.map((credential) => [`${credential.kind} key`, credential.masked]),
  ]
  return {
    json: { ...accountJson(account), credentials: account.credentials.map(credentialJson) },
    text: columns(facts),
  }
}

function accountJson(account: Account) {
  const { subscription } = account
  return {
    account_id: account.accountId,
    email: account.email,
    created: day(account.createdAt),
    product: subscription?.product ?? null,
    plan: subscription?.planName ?? null,
    status: account.state ?? null,
    next_billing: nextBilling(account) || null,
  }
}

/** For a trial, the day it ends; empty once the subscription has ended. */
function nextBilling({ state, subscription }: Account): string {
  return state === 'ended' ? '' : day(subscription?.nextBillingAt)
}

function credentialJson({ kind, masked, createdAt }: AccountDetails['credentials'][number]) {
  return { kind, masked, created: day(createdAt) }
}

function day(ms: number | undefined): string {
  return ms === undefined ? '' : utcDay(ms)
}
