// /operator/accounts: finding, creating, suspending and resuming accounts; notes, billing addresses and mails.

import Type from 'typebox'
import {
  type Account,
  type AccountDetails,
  createAccount,
  findAccounts,
  searchAccounts,
} from '../../account/accounts.ts'
import {
  mailsOf,
  noteOf,
  resendMail,
  resumeAccount,
  setNote,
  suspendAccount,
} from '../../account/operators/account-actions.ts'
import { SUBSCRIPTION_STATES } from '../../account/subscription.ts'
import { PRODUCTS } from '../../address/product.ts'
import {
  billingAddress,
  readAddressLines,
  setBillingAddress,
} from '../../billing/billing-address.ts'
import { badRequest, orNotFound, Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { readOneOf, readProduct } from '../read-input.ts'
import { listOf, Message, oneOf, text, texts } from '../schemas.ts'

const PATH = '/operator/accounts'
const NOTE_CHARACTERS_MAX = 1000
const REASON_CHARACTERS_MAX = 300

const LISTED_PRODUCTS = ['', ...PRODUCTS]
const LISTED_STATES = ['', ...SUBSCRIPTION_STATES, 'suspended']

const AccountParams = { account: text('The account ID, `acc_…`.', { maxLength: 100 }) }

const AccountFields = {
  ...texts('account_id', 'email', 'created', 'product', 'plan'),
  status: text('`trial`, `trial-ended`, `active`, `ended`, or empty.'),
  suspended: Type.Boolean(),
}

const accountCall = {
  params: AccountParams,
  answers: ok('The account.', {
    ...AccountFields,
    ...texts('note', 'suspended_reason'),
    address: Type.Array(Type.String()),
    keys: listOf({ ...texts('kind', 'name'), key: text('Masked.'), ...texts('created') }),
  }),
} as const

export const operatorAccountEndpoints = [
  endpoint(`GET ${PATH}`, {
    summary: 'Find accounts',
    notes: 'Newest first. `next` is the `after` of the next page, or empty.',
    options: {
      search: text('Part of the e-mail address, or the ID.', { default: '' }),
      product: oneOf(LISTED_PRODUCTS, { default: '' }),
      plan: text('The name of a plan.', { default: '' }),
      status: oneOf(LISTED_STATES, { default: '' }),
      after: text('The last account of the previous page.', { default: '' }),
      top: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
    },
    answers: ok('Accounts.', { accounts: listOf(AccountFields), ...texts('next') }),
    async handle({ options: { top, ...wanted } }, { store, clock }) {
      readOneOf('product', wanted.product, LISTED_PRODUCTS)
      readOneOf('status', wanted.status, LISTED_STATES)
      const found = await searchAccounts(store, { ...wanted, top: top + 1 }, clock.now())
      const accounts = found.slice(0, top)
      const next = found.length > top ? (accounts.at(-1)?.accountId ?? '') : ''
      return free({ accounts: accounts.map(accountJson), next })
    },
  }),
  endpoint(`POST ${PATH}`, {
    summary: 'Create an account',
    notes: 'Both keys are shown only once. Without `plan_name` it is a free trial.',
    options: {
      ...texts('email'),
      product: oneOf(PRODUCTS),
      plan_name: Type.Optional(Type.String()),
    },
    answers: ok('The account with its keys.', texts('account_id', 'api_key', 'admin_key')),
    async handle({ options }, { store, plans, clock }) {
      const product = readProduct(options.product)
      const wanted = { email: options.email, product, planName: options.plan_name }
      const made = await createAccount(store, plans, wanted, clock.now())
      if (made.kind === 'bad-email') throw badRequest('email', made.detail)
      if (made.kind === 'taken') {
        throw badRequest('email', 'This address already has an account for this product.')
      }
      if (made.kind === 'no-such-plan') {
        throw badRequest('plan_name', `Unknown plan. Choose one of: ${made.onOffer.join(', ')}.`)
      }
      const { accountId, apiKey, adminKey } = made
      return free({ account_id: accountId, api_key: apiKey, admin_key: adminKey })
    },
  }),
  endpoint(`GET ${PATH}/{account}`, {
    ...accountCall,
    summary: 'Get an account',
    notes:
      "Operators can make every call of the account's admin key below " +
      '`/operator/accounts/{account}/api`, for example `PUT /operator/accounts/{account}/api/subscription/change-plan`.',
    handle: ({ params }, context) => whole(context, params.account),
  }),
  endpoint(`PUT ${PATH}/{account}/suspend`, {
    ...accountCall,
    summary: 'Suspend an account',
    notes:
      'Its look-ups are refused; invoices continue. The holder sees the reason and is notified by mail.',
    options: { reason: Type.String({ default: '', maxLength: REASON_CHARACTERS_MAX }) },
    handle: ({ params, options: { reason } }, context) =>
      suspending(context, params.account, (store, id, now) =>
        suspendAccount(store, id, reason, now),
      ),
  }),
  endpoint(`PUT ${PATH}/{account}/resume`, {
    ...accountCall,
    summary: 'Resume an account',
    notes: 'Its look-ups work again, and the holder is notified by mail.',
    handle: ({ params }, context) => suspending(context, params.account, resumeAccount),
  }),
  endpoint(`PUT ${PATH}/{account}/note`, {
    ...accountCall,
    summary: 'Change the note about an account',
    notes: 'Not visible to the account holder.',
    options: { note: Type.String({ default: '', maxLength: NOTE_CHARACTERS_MAX }) },
    async handle({ params, options }, context) {
      const { accountId } = await accountNamed(context, params.account)
      await setNote(context.store.db, accountId, options.note)
      return whole(context, accountId)
    },
  }),
  endpoint(`PUT ${PATH}/{account}/address`, {
    ...accountCall,
    summary: 'Change the billing address of an account',
    options: {
      lines: Type.Array(Type.String(), {
        default: [],
        description: 'At most six lines; none to remove it.',
      }),
    },
    async handle({ params, options }, context) {
      const { accountId } = await accountNamed(context, params.account)
      const { lines, fault } = readAddressLines(options.lines)
      if (fault !== undefined) throw badRequest('lines', fault)
      await setBillingAddress(context.store.db, accountId, lines)
      return whole(context, accountId)
    },
  }),
  endpoint(`GET ${PATH}/{account}/mails`, {
    summary: 'List mails to an account',
    notes: 'The last 50, newest first.',
    params: AccountParams,
    answers: ok(
      'Mails.',
      listOf({
        ...texts('id', 'kind', 'to', 'subject', 'created'),
        state: oneOf(['waiting', 'sent', 'given up']),
        ...texts('last_error'),
      }),
    ),
    async handle({ params }, context) {
      const { accountId } = await accountNamed(context, params.account)
      const found = await mailsOf(context.store.db, accountId)
      return free(
        found.map(({ id, kind, recipient, subject, createdAt, state, lastError }) => {
          const created = usTimestamp(createdAt)
          return { id, kind, to: recipient, subject, created, state, last_error: lastError }
        }),
      )
    },
  }),
  endpoint(`POST ${PATH}/{account}/mails/{mail}/resend`, {
    summary: 'Resend a mail',
    notes: "Sent to the account's current address. Sign-in links cannot be resent.",
    params: { ...AccountParams, mail: Type.String({ maxLength: 100 }) },
    answers: ok('Queued.', Message),
    async handle({ params }, context) {
      const { accountId } = await accountNamed(context, params.account)
      const { store, clock } = context
      const isQueued = await resendMail(store.db, accountId, params.mail, clock.now())
      if (!isQueued) throw new Problem('not-found', 'No mail with this ID can be resent.')
      return free({ message: 'The mail was queued.' })
    },
  }),
]

async function suspending(context: Context, account: string, change: typeof resumeAccount) {
  const { store, clock, forgetAccount } = context
  const { accountId } = await accountNamed(context, account)
  await change(store, accountId, clock.now())
  forgetAccount(accountId)
  return whole(context, accountId)
}

async function accountNamed({ store, clock }: Context, id: string): Promise<AccountDetails> {
  const accounts = await findAccounts(store, id, clock.now())
  const found = accounts.find(({ accountId }) => accountId === id)
  return orNotFound(found, `There is no account ${id}.`)
}

async function whole(context: Context, id: string) {
  const account = await accountNamed(context, id)
  const { db } = context.store
  const keys = account.credentials.filter(({ revokedAt }) => revokedAt === undefined)
  return free({
    ...accountJson(account),
    note: await noteOf(db, account.accountId),
    suspended_reason: account.subscription?.suspendedReason ?? '',
    address: await billingAddress(db, account.accountId),
    keys: keys.map(({ kind, name, masked, createdAt }) => {
      return { kind, name, key: masked, created: usTimestamp(createdAt) }
    }),
  })
}

function accountJson({ accountId, email, createdAt, subscription, state }: Account) {
  return {
    account_id: accountId,
    email,
    created: usTimestamp(createdAt),
    product: subscription?.product ?? '',
    plan: subscription?.planName ?? '',
    status: state ?? '',
    suspended: subscription?.suspendedAt !== undefined,
  }
}
