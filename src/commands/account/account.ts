// `account create|list|show|plan|end|address`: what the operator does for account holders.

import {
  type Account,
  type AccountDetails,
  createAccount,
  listAccounts,
} from '../../account/accounts.ts'
import { loadPlans } from '../../account/plans/plans-file.ts'
import { choosePlan, endSubscription } from '../../account/subscriptions.ts'
import { PRODUCT_CODES } from '../../address/product.ts'
import {
  billingAddress,
  readAddressLines,
  setBillingAddress,
} from '../../billing/billing-address.ts'
import { utcDay } from '../../lib/clock.ts'
import { columns, table } from '../../lib/columns.ts'
import type { Store } from '../../store/store.ts'
import {
  type Command,
  EMAIL_OPTION,
  PRODUCT_OPTION,
  type Printed,
  requiredOption,
  requiredProduct,
  UsageError,
} from '../shared/command.ts'
import { accountOf, withAccount, withAudit, withStore } from '../shared/store-access.ts'
import { keyLabel } from './keys.ts'

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
      const { accountId, apiKey, adminKey } = made
      const keys = columns([
        ['account', accountId],
        ['API key', apiKey],
        ['admin key', adminKey],
      ])
      return {
        json: { account_id: accountId, api_key: apiKey, admin_key: adminKey },
        text: `${keys}\nThe keys are not stored and cannot be shown again.`,
      }
    })
  },
}

const list: Command = {
  name: 'account list',
  summary: 'List all accounts.',
  async run(given) {
    const accounts = await withStore(given, (store) => allAccounts(store, given.clock.now()))
    const text = table(accounts, {
      'E-MAIL': ({ email }) => email,
      PRODUCT: ({ subscription }) => subscription?.product ?? '',
      PLAN: ({ subscription }) => subscription?.planName ?? '',
      STATUS: ({ state }) => state ?? 'no subscription',
      ACCOUNT: ({ accountId }) => accountId,
    })
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
  run: (given) =>
    withAccount(given, { email: given.word, isAudited: false }, async (_store, account) =>
      printAccount(account),
    ),
}

const plan: Command = {
  name: 'account plan',
  usage: 'E NAME',
  summary: 'Change the plan of an account; its keys work again at once.',
  example: 'you@example.com standard',
  async run(given) {
    const [email = '', planName = ''] = given.words
    const plans = await loadPlans(given.config.dataDir)
    return withAccount(given, { email, isAudited: true }, async (store, { accountId }) => {
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
  run(given) {
    const { word: email } = given
    return withAccount(given, { email, isAudited: true }, async (store, { accountId }) => {
      const ended = await endSubscription(store, accountId, given.clock.now())
      if (ended.kind === 'already-ended') {
        throw new UsageError(`The subscription of ${email} has already ended.`)
      }
      return printAccount(await accountOf(store, given, email))
    })
  },
}

const address: Command = {
  name: 'account address',
  usage: 'E [LINE…]',
  summary: 'Show or set the billing address of an account, at most six lines; "" for none.',
  example: 'you@example.com "Example Ltd" "1 High Street" "London SW1A 1AA"',
  words: [1, Number.POSITIVE_INFINITY],
  async run(given) {
    const [email = '', ...written] = given.words
    const { lines, fault } = readAddressLines(written)
    if (fault !== undefined) throw new UsageError(fault)
    const isAudited = written.length > 0
    return withAccount(given, { email, isAudited }, async ({ db }, { accountId }) => {
      if (isAudited) await setBillingAddress(db, accountId, lines)
      const stored = await billingAddress(db, accountId)
      return { json: { address: stored }, text: stored.join('\n') }
    })
  },
}

export const accountCommands: readonly Command[] = [create, list, show, plan, end, address]

function noSuchPlan(name: string, { onOffer }: { readonly onOffer: readonly string[] }) {
  return new UsageError(`There is no plan "${name}". Choose one of: ${onOffer.join(', ')}.`)
}

const BILLING_LABELS: Readonly<Record<string, string>> = {
  trial: 'trial ends',
  'trial-ended': 'trial ended',
}

function printAccount(account: AccountDetails): Printed {
  const json = accountJson(account)
  const next = json.next_billing
  const facts = [
    ['e-mail', json.email],
    ['account', json.account_id],
    ['created', json.created],
    ['product', json.product ?? ''],
    ['plan', json.plan ?? ''],
    ['status', json.status ?? 'no subscription'],
    ...(next === null ? [] : [[BILLING_LABELS[json.status ?? ''] ?? 'next billing', next]]),
    ...account.credentials.map((each) => [keyLabel(each), each.masked]).sort(),
  ]
  const credentials = account.credentials.map(({ kind, masked, createdAt }) => {
    return { kind, masked, created: utcDay(createdAt) }
  })
  return { json: { ...json, credentials }, text: columns(facts) }
}

function accountJson({ accountId, email, createdAt, subscription, state }: Account) {
  // For a trial, the day it ends.
  const billedAt = state === 'ended' ? undefined : subscription?.nextBillingAt
  return {
    account_id: accountId,
    email,
    created: utcDay(createdAt),
    product: subscription?.product ?? null,
    plan: subscription?.planName ?? null,
    status: state ?? null,
    next_billing: billedAt === undefined ? null : utcDay(billedAt),
  }
}
