// `account create|list|show|plan|end`: what the operator does for account holders.

import {
  type Account,
  type AccountDetails,
  listAccounts,
  showAccount,
} from '../account/account-list.ts'
import { createAccount } from '../account/accounts.ts'
import { loadPlans } from '../account/plans/plans-file.ts'
import { choosePlan, endSubscription, type NoSuchPlan } from '../account/subscriptions.ts'
import { isProduct } from '../address/product.ts'
import { openStore, type Store } from '../store/store.ts'
import { type Command, columns, type Given, type Printed, required, UsageError } from './command.ts'

const create: Command = {
  name: 'account create',
  usage: '--email E --product au|uk [--plan NAME]',
  summary:
    'Make an account with its keys, which are shown once. Without --plan it is a free trial.',
  options: ['email', 'product', 'plan'],
  words: [0, 0],
  async run(given) {
    const email = required(given, 'email')
    const product = required(given, 'product')
    if (!isProduct(product)) throw new UsageError('--product must be au or uk.')
    const plans = await loadPlans(given.config.dataDir)
    const wanted = { email, product, planName: given.options.plan }
    const made = await withStore(given, (store) =>
      createAccount(store, plans, wanted, given.clock.now()),
    )
    switch (made.kind) {
      case 'taken':
        throw new UsageError(`There is an account of ${email} already.`)
      case 'bad-email':
        throw new UsageError(`--email: ${made.detail}`)
      case 'no-such-plan':
        throw noSuchPlan(made)
    }
    const { accountId, apiKey, adminKey } = made
    return {
      json: { account_id: accountId, api_key: apiKey, admin_key: adminKey },
      text: `${columns([
        ['account', accountId],
        ['API key', apiKey],
        ['admin key', adminKey],
      ])}\nThe keys are not kept and cannot be shown again.`,
    }
  },
}

const list: Command = {
  name: 'account list',
  usage: '',
  summary: 'List all accounts.',
  options: [],
  words: [0, 0],
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
  summary: 'Show one account by its e-mail address, its keys masked.',
  options: [],
  words: [1, 1],
  async run(given) {
    return withStore(given, async (store) => printAccount(await named(store, given)))
  },
}

const plan: Command = {
  name: 'account plan',
  usage: 'E NAME',
  summary: 'Put an account on a plan; its keys work again at once.',
  options: [],
  words: [2, 2],
  async run(given) {
    const plans = await loadPlans(given.config.dataDir)
    return withStore(given, async (store) => {
      const { accountId } = await named(store, given)
      const chosen = await choosePlan(store, plans, accountId, given.words[1], given.clock.now())
      if (chosen.kind === 'no-such-plan') throw noSuchPlan(chosen)
      if (chosen.kind === 'no-such-account') {
        throw new UsageError(`The account of ${given.words[0]} has no subscription.`)
      }
      return printAccount(await named(store, given))
    })
  },
}

const end: Command = {
  name: 'account end',
  usage: 'E',
  summary: 'End the subscription of an account; its look-ups are refused from now on.',
  options: [],
  words: [1, 1],
  async run(given) {
    return withStore(given, async (store) => {
      const { accountId } = await named(store, given)
      const ended = await endSubscription(store, accountId, given.clock.now())
      if (ended.kind === 'already-ended') {
        throw new UsageError(`The subscription of ${given.words[0]} has ended already.`)
      }
      return printAccount(await named(store, given))
    })
  },
}

export const accountCommands: readonly Command[] = [create, list, show, plan, end]

async function withStore<T>(given: Given, work: (store: Store) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = given.config
  const store = await openStore({ databaseUrl, dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function named(store: Store, given: Given): Promise<AccountDetails> {
  const [email] = given.words
  const account = await showAccount(store, email, given.clock.now())
  if (account === undefined) throw new UsageError(`There is no account of ${email}.`)
  return account
}

function noSuchPlan({ onOffer }: NoSuchPlan): UsageError {
  return new UsageError(`There is no such plan; on offer are ${onOffer.join(', ')}.`)
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

/** Of a trial the day it ends; none once the subscription has ended. */
function nextBilling({ state, subscription }: Account): string {
  return state === 'ended' ? '' : day(subscription?.nextBillingAt)
}

function credentialJson({ kind, masked, createdAt }: AccountDetails['credentials'][number]) {
  return { kind, masked, created: day(createdAt) }
}

function day(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10)
}
