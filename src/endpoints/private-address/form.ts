// The four calls of a form of private addresses: listed, added, seen, removed. Each form hands in what is special.

import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { badRequest, Problem } from '../../http/problem.ts'
import { elementAt } from '../../lib/element-at.ts'
import {
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  type PrivateAddress,
} from '../../private-addresses/private-address.ts'
import {
  addPrivateAddresses,
  removePrivateAddress,
} from '../../private-addresses/private-addresses.ts'
import { accountCall } from '../account-call.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { longList } from '../long-list.ts'
import { Message } from '../schemas.ts'

interface PrivateAddressForm<
  ListParams extends TObject,
  OneParams extends TObject,
  Body extends TObject,
> {
  readonly path: string
  /** The end of each summary. */
  readonly suffix: string
  readonly listParams: ListParams
  readonly listTexts: Pick<Endpoint, 'summary' | 'notes'>
  readonly addNotes: string
  readonly oneParams: OneParams
  readonly body: Body
  /** An address as this form answers it. */
  readonly schema: TSchema
  show(address: PrivateAddress, context: Context): object
  pages(
    params: Static<ListParams>,
    context: Context,
  ): AsyncGenerator<readonly PrivateAddress[], undefined>
  find(params: Static<OneParams>, context: Context): Promise<PrivateAddress | undefined>
  read(params: Static<ListParams>, body: Static<Body>, context: Context): NewPrivateAddress
  idOf(address: PrivateAddress): string
  /** How a message names it. */
  nameOf(address: PrivateAddress): string
}

export function privateAddressEndpoints<
  ListParams extends TObject,
  OneParams extends TObject,
  Body extends TObject,
>(form: PrivateAddressForm<ListParams, OneParams, Body>): readonly Endpoint[] {
  const list = { ...accountCall, path: form.path, params: form.listParams }
  const one = { ...accountCall, path: `${form.path}/{id}`, params: form.oneParams }
  const find = async (params: Static<OneParams>, context: Context) =>
    (await form.find(params, context)) ?? noPrivateAddress()
  return [
    endpoint({
      ...list,
      ...form.listTexts,
      methods: ['GET'],
      answers: ok('Private addresses.', Type.Array(form.schema)),
      handle: ({ params }, context) =>
        longList(form.pages(params, context), (address) => form.show(address, context), context),
    }),
    endpoint({
      ...list,
      methods: ['POST'],
      summary: `Add a private address${form.suffix}`,
      notes: form.addNotes,
      options: form.body,
      answers: ok('Added.', AddedSchema),
      async handle({ params, options }, context) {
        const added = await add(form.read(params, options, context), context)
        const message = `The private address ${form.nameOf(added)} was added.`
        return free({ message, id: form.idOf(added) })
      },
    }),
    endpoint({
      ...one,
      methods: ['GET'],
      summary: `Get a private address${form.suffix}`,
      notes: 'Admin key. Free.',
      answers: ok('The address.', form.schema),
      problems: ['not-found'],
      handle: async ({ params }, context) => free(form.show(await find(params, context), context)),
    }),
    endpoint({
      ...one,
      methods: ['DELETE'],
      summary: `Delete a private address${form.suffix}`,
      answers: ok('Removed.', Message),
      problems: ['not-found'],
      async handle({ params }, context) {
        const address = await find(params, context)
        await remove(address, context)
        return free({ message: `The private address ${form.nameOf(address)} was removed.` })
      },
    }),
  ]
}

const AddedSchema = Type.Object({ message: Type.String(), id: Type.String() })

async function add(address: NewPrivateAddress, context: Context): Promise<PrivateAddress> {
  const { parts, caller, forgetAccount } = context
  const added = await addPrivateAddresses(parts.store, caller.accountId, [address])
  if (added.kind === 'too-many') {
    const most = PRIVATE_ADDRESSES_MAX.toLocaleString('en-GB')
    throw badRequest('private-address', `An account can have at most ${most} private addresses.`)
  }
  // This node sees it at once, the others within a second.
  forgetAccount(caller.accountId)
  return elementAt(added.addresses, 0)
}

async function remove({ id }: PrivateAddress, context: Context): Promise<void> {
  const { parts, caller, forgetAccount } = context
  if (!(await removePrivateAddress(parts.store, caller.accountId, id))) noPrivateAddress()
  forgetAccount(caller.accountId)
}

/** One answer for an unknown ID and for one of another account. */
function noPrivateAddress(): never {
  throw new Problem('not-found', 'No private address has this ID.')
}
