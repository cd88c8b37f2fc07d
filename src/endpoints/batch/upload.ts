// POST /batch and /operator/batch: a list of up to a million addresses, uploaded to be matched in the background.

import Type from 'typebox'
import { MAIN_KEY } from '../../account/keys/account-keys.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { type Context, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { readProduct } from '../read-input.ts'
import { flag } from '../schemas.ts'
import { BatchShown, batchJson, uploadRefusal } from './batch-json.ts'

const FILE =
  'The body is the file: CSV, TSV or one JSON object per line, optionally gzip-compressed, with at most ' +
  '1,000,000 rows and 200 MiB uncompressed. Options go in the query.'

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

export const upload = endpoint('POST /batch', {
  scope: 'upload',
  takesFile: true,
  summary: 'Upload a list of addresses to match',
  notes:
    `${FILE} Each \`exact\` or \`corrected\` row costs one look-up. When the day's ` +
    'look-ups are used up, the batch waits for the next day or, with `wait=false`, ends early.',
  options: {
    ...UploadOptions,
    wait: Type.Boolean({
      default: true,
      description: "False: end early when the day's look-ups are used up.",
    }),
    mail: flag('True: send a mail when it is finished.'),
  },
  answers: ok('Queued.', BatchShown),
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

export const uploadForOperators = endpoint('POST /operator/batch', {
  takesFile: true,
  summary: 'Upload a list of addresses to match, as an operator',
  notes: `Free. ${FILE}`,
  options: {
    ...UploadOptions,
    product: Type.String({ maxLength: 2, description: '`au` or `uk`.' }),
  },
  answers: ok('Queued.', BatchShown),
  handle({ options }, context) {
    return received(context, {
      accountId: undefined,
      product: readProduct(options.product.toLowerCase()),
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

async function received(
  { batches, upload: save, clock }: Context,
  wanted: Parameters<Context['batches']['receive']>[0],
): Promise<Outcome> {
  if (save === undefined) throw badRequest('body', 'Send the list as the request body.')
  const made = await batches.receive(wanted, save)
  if (made.kind === 'made') return free(batchJson(made.batch, clock.now()))
  throw uploadRefusal(made)
}
