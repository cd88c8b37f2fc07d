// /operator/accounts: finding, creating, suspending and resuming accounts; notes and billing addresses.

import Type from 'typebox'
import { type Account, createAccount, searchAccounts } from '../../account/accounts.ts'
import { noteOf, setNote, setSuspended } from '../../account/operators/account-actions.ts'
import { PRODUCT_CHOICE, PRODUCTS } from '../../address/product.ts'
import {
  ADDRESS_LINES_MAX,
  billingAddress,
  setBillingAddress,
} from '../../billing/billing-address.ts'
import { badRequest } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { AccountParams, accountNamed, operatorCall } from './operator-call.ts'

const PATH = '/operator/accounts'
const NOTE_CHARACTERS_MAX = 1000
const LINE_CHARACTERS_MAX = 100

const AccountFields = {
  account_id: Type.String(),
  email: Type.String(),
  created: Type.String(),
  product: Type.String(),
  plan: Type.String(),
  status: Type.String({ description: '`trial`, `trial-ended`, `active`, `ended`, or empty.' }),
  suspended: Type.Boolean(),
}
const AccountShown = Type.Object(AccountFields)
const AccountWhole = Type.Object({
  ...AccountFields,
  note: Type.String(),
  address: Type.Array(Type.String()),
  keys: Type.Array(
    Type.Object({
      kind: Type.String(),
      name: Type.String(),
      key: Type.String({ description: 'Masked.' }),
      created: Type.String(),
    }),
  ),
})

const list = endpoint({
  ...operatorCall,
  path: PATH,
  methods: ['GET'],
  summary: 'Find accounts',
  notes: 'Operator key. Newest first. `next` is the `after` of the next page, or empty.',
  options: Type.Object({
    search: Type.String({ default: '', description: 'Part of the e-mail address, or the ID.' }),
    after: Type.String({ default: '', description: 'The last account of the previous page.' }),
    top: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  answers: ok(
    'Accounts.',
    Type.Object({ accounts: Type.Array(AccountShown), next: Type.String() }),
  ),
  async handle({ options }, { parts }) {
    const { search, after, top } = options
    const wanted = { search, after, top: top + 1 }
    const found = await searchAccounts(parts.store, wanted, parts.clock.now())
    const accounts = found.slice(0, top)
    const next = found.length > top ? (accounts.at(-1)?.accountId ?? '') : ''
    return free({ accounts: accounts.map(accountJson), next })
  },
})

const create = endpoint({
  ...operatorCall,
  path: PATH,
  methods: ['POST'],
  summary: 'Create an account',
  notes: 'Operator key. Both keys are shown only once. Without `plan_name` it is a free trial.',
  options: Type.Object({
    email: Type.String(),
    product: Type.String({ enum: [...PRODUCTS] }),
    plan_name: Type.Optional(Type.String()),
  }),
  answers: ok(
    'The account with its keys.',
    Type.Object({
      account_id: Type.String(),
      api_key: Type.String(),
      admin_key: Type.String(),
    }),
  ),
  async handle({ options }, { parts }) {
    const product = PRODUCTS.find((one) => one === options.product)
    if (product === undefined) throw badRequest('product', `The product must be ${PRODUCT_CHOICE}.`)
    const wanted = { email: options.email, product, planName: options.plan_name }
    const made = await createAccount(parts.store, parts.plans, wanted, parts.clock.now())
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
})

const accountCallOf = {
  ...operatorCall,
  params: AccountParams,
  answers: ok('The account.', AccountWhole),
  problems: ['not-found'],
} as const

const show = endpoint({
  ...accountCallOf,
  path: `${PATH}/{account}`,
  methods: ['GET'],
  summary: 'Get an account',
  notes:
    "Operator key. Operators can make every call of the account's admin key below " +
    '`/operator/accounts/{account}/api`, for example `PUT /operator/accounts/{account}/api/subscription/change-plan`.',
  handle: ({ params }, context) => whole(context, params.account),
})

const suspend = suspending(
  true,
  'Suspend an account',
  'Its look-ups are refused; invoices continue.',
)
const resume = suspending(false, 'Resume an account', 'Its look-ups are answered again.')

function suspending(isSuspended: boolean, summary: string, effect: string): Endpoint {
  return endpoint({
    ...accountCallOf,
    path: `${PATH}/{account}/${isSuspended ? 'suspend' : 'resume'}`,
    methods: ['PUT'],
    summary,
    notes: `Operator key. ${effect}`,
    async handle({ params }, context) {
      const { accountId } = await accountNamed(context, params.account)
      const { parts, forgetAccount } = context
      const at = isSuspended ? parts.clock.now() : undefined
      await setSuspended(parts.store.db, accountId, at)
      forgetAccount(accountId)
      return whole(context, accountId)
    },
  })
}

const note = endpoint({
  ...accountCallOf,
  path: `${PATH}/{account}/note`,
  methods: ['PUT'],
  summary: 'Change the note about an account',
  notes: 'Operator key. Not visible to the account holder.',
  options: Type.Object({ note: Type.String({ default: '', maxLength: NOTE_CHARACTERS_MAX }) }),
  async handle({ params, options }, context) {
    const { accountId } = await accountNamed(context, params.account)
    await setNote(context.parts.store.db, accountId, options.note)
    return whole(context, accountId)
  },
})

const address = endpoint({
  ...accountCallOf,
  path: `${PATH}/{account}/address`,
  methods: ['PUT'],
  summary: 'Change the billing address of an account',
  options: Type.Object({
    lines: Type.Array(Type.String(), {
      default: [],
      description: 'At most six lines; none to remove it.',
    }),
  }),
  async handle({ params, options }, context) {
    const { accountId } = await accountNamed(context, params.account)
    const lines = options.lines.map((line) => line.trim()).filter((line) => line !== '')
    if (lines.length > ADDRESS_LINES_MAX) {
      throw badRequest('lines', `An address can have at most ${ADDRESS_LINES_MAX} lines.`)
    }
    if (lines.some((line) => line.length > LINE_CHARACTERS_MAX || /\p{Cc}/u.test(line))) {
      throw badRequest(
        'lines',
        `A line can have at most ${LINE_CHARACTERS_MAX} characters and no control characters.`,
      )
    }
    await setBillingAddress(context.parts.store.db, accountId, lines)
    return whole(context, accountId)
  },
})

export const operatorAccountEndpoints: readonly Endpoint[] = [
  list,
  create,
  show,
  suspend,
  resume,
  note,
  address,
]

async function whole(context: Context, id: string) {
  const account = await accountNamed(context, id)
  const { db } = context.parts.store
  return free({
    ...accountJson(account),
    note: await noteOf(db, account.accountId),
    address: await billingAddress(db, account.accountId),
    keys: account.credentials
      .filter(({ revokedAt }) => revokedAt === undefined)
      .map(({ kind, name, masked, createdAt }) => ({
        kind,
        name,
        key: masked,
        created: usTimestamp(createdAt),
      })),
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
