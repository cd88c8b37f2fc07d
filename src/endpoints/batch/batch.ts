// /batch: lists of up to a million addresses, uploaded, matched in the background, downloaded and deleted.

import Type from 'typebox'
import { MAIN_KEY } from '../../account/keys/account-keys.ts'
import { PRODUCT_CHOICE, PRODUCTS, type Product } from '../../address/product.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { accountCall } from '../account-call.ts'
import { type Context, type Endpoint, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { operatorCall } from '../operator/operator-call.ts'
import { batchCalls } from './batch-calls.ts'
import { BatchShown, batchJson, uploadRefusal } from './batch-json.ts'

const UploadOptions = {
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'A name, such as the file name.' }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'How to read columns, by number or name; otherwise detected: `address=2,postcode=Postcode`.',
    }),
  ),
}

const COLUMNS_AND_FILE =
  'The body is the file: CSV, TSV or one JSON object per line, optionally gzip-compressed, with at most ' +
  '1,000,000 rows and 200 MiB uncompressed. Options go in the query.'

const upload = endpoint({
  path: '/batch',
  methods: ['POST'],
  scope: 'upload',
  takesFile: true,
  summary: 'Upload a list of addresses to match',
  notes:
    `API key. ${COLUMNS_AND_FILE} Each \`exact\` or \`corrected\` row costs one look-up. When the day's ` +
    'look-ups are used up, the batch waits for the next day or, with `wait=false`, ends early.',
  options: Type.Object({
    ...UploadOptions,
    wait: Type.Boolean({
      default: true,
      description: "False: end early when the day's look-ups are used up.",
    }),
    mail: Type.Boolean({ default: false, description: 'True: send a mail when it is finished.' }),
  }),
  answers: ok('Queued.', BatchShown),
  problems: ['request-timeout'],
  metered: false,
  handle({ options }, context) {
    const { caller } = context
    const product = caller.subscription?.product
    if (product === undefined) throw new Problem('forbidden', 'This key has no subscription.')
    const isTest = caller.isTest === true
    return received(context, {
      accountId: caller.accountId,
      product,
      isTest,
      // What an operator does for an account costs the account nothing.
      isCharged: !isTest && caller.operator === undefined,
      keyName: (caller.kind === 'api' ? caller.name : undefined) ?? MAIN_KEY,
      name: options.name ?? '',
      waits: options.wait,
      mails: options.mail,
      columns: options.columns,
    })
  },
})

const uploadForOperators = endpoint({
  ...operatorCall,
  path: '/operator/batch',
  methods: ['POST'],
  takesFile: true,
  summary: 'Upload a list of addresses to match, as an operator',
  notes: `Operator key. Free. ${COLUMNS_AND_FILE}`,
  options: Type.Object({
    ...UploadOptions,
    product: Type.String({ maxLength: 2, description: '`au` or `uk`.' }),
  }),
  answers: ok('Queued.', BatchShown),
  problems: ['request-timeout'],
  handle({ options }, context) {
    return received(context, {
      accountId: undefined,
      product: readProduct(options.product),
      isTest: false,
      isCharged: false,
      keyName: '',
      name: options.name ?? '',
      waits: true,
      mails: false,
      columns: options.columns,
    })
  },
})

type Wanted = Parameters<Context['batches']['receive']>[0]

async function received(context: Context, wanted: Wanted): Promise<Outcome> {
  const { batches, upload: save, parts } = context
  if (save === undefined) throw badRequest('body', 'Send the list as the request body.')
  const made = await batches.receive(wanted, save)
  if (made.kind === 'made') return free(batchJson(made.batch, parts.clock.now()))
  throw uploadRefusal(made)
}

function readProduct(text: string): Product {
  const product = PRODUCTS.find((one) => one === text.toLowerCase())
  if (product === undefined) throw badRequest('product', `The product must be ${PRODUCT_CHOICE}.`)
  return product
}

export const batchEndpoints: readonly Endpoint[] = [
  upload,
  ...batchCalls({
    path: '/batch',
    ownerOf: ({ caller: { accountId } }) => ({ accountId }),
    listing: { scope: 'lists', notes: accountCall.notes },
    reading: { scope: 'batch', notes: 'API key or admin key.' },
    deleting: {
      scope: accountCall.scope,
      notes: `${accountCall.notes} Also works after the subscription has ended.`,
    },
  }),
  uploadForOperators,
  ...batchCalls({
    path: '/operator/batch',
    ownerOf: () => ({ accountId: undefined }),
    listing: operatorCall,
    reading: operatorCall,
    deleting: operatorCall,
  }),
]
