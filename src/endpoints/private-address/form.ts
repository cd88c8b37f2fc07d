// The four calls of a form of private addresses: list, add, get, delete. Each form hands in what is special to it.

import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { countryOf, DEFAULT_COUNTRY } from '../../countries/country.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { count } from '../../lib/columns.ts'
import { elementAt } from '../../lib/element-at.ts'
import {
  cleanText,
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  PRIVATE_FIELD_CHARACTERS_MAX,
  PRIVATE_TEXTS,
  type PrivateAddress,
  type PrivateTexts,
  pointGiven,
  privatePostcode,
} from '../../private-addresses/private-address.ts'
import {
  addPrivateAddresses,
  removePrivateAddress,
} from '../../private-addresses/private-addresses.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { longList } from '../long-list.ts'
import { Latitude, Longitude, Message, texts } from '../schemas.ts'

export const Text = Type.String({ maxLength: PRIVATE_FIELD_CHARACTERS_MAX })
export const OptionalText = Type.Optional(Text)
export const PointOptions = {
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
}

/** A change takes a transaction of several statements. */
const CHANGE_STEPS = 80_000

interface PrivateAddressForm<
  ListParams extends TProperties,
  OneParams extends TProperties,
  Body extends TProperties,
> {
  readonly path: string
  readonly suffix: string
  readonly listParams: ListParams
  readonly listTexts: Pick<Endpoint, 'summary' | 'notes'>
  readonly addNotes: string
  readonly oneParams: OneParams
  readonly body: Body
  readonly schema: TObject
  show(address: PrivateAddress, context: Context): object
  pages(
    params: Static<TObject<ListParams>>,
    context: Context,
  ): AsyncGenerator<readonly PrivateAddress[], undefined>
  find(params: Static<TObject<OneParams>>, context: Context): Promise<PrivateAddress | undefined>
  read(
    params: Static<TObject<ListParams>>,
    body: Static<TObject<Body>>,
    context: Context,
  ): NewPrivateAddress
  idOf(address: PrivateAddress): string
  nameOf(address: PrivateAddress): string
}

export function privateAddressEndpoints<
  ListParams extends TProperties,
  OneParams extends TProperties,
  Body extends TProperties,
>(form: PrivateAddressForm<ListParams, OneParams, Body>): readonly Endpoint[] {
  const { path, suffix, listParams, oneParams, schema } = form
  const find = async (params: Static<TObject<OneParams>>, context: Context) =>
    (await form.find(params, context)) ?? noPrivateAddress()
  return [
    endpoint(`GET ${path}`, {
      ...form.listTexts,
      params: listParams,
      answers: ok('Private addresses.', Type.Array(schema)),
      handle: ({ params }, context) =>
        longList(form.pages(params, context), (address) => form.show(address, context), context),
    }),
    endpoint(`POST ${path}`, {
      summary: `Add a private address${suffix}`,
      notes: form.addNotes,
      params: listParams,
      options: form.body,
      steps: CHANGE_STEPS,
      answers: ok('Added.', texts('message', 'id')),
      async handle({ params, options }, context) {
        const added = await add(form.read(params, options, context), context)
        const message = `The private address ${form.nameOf(added)} was added.`
        return free({ message, id: form.idOf(added) })
      },
    }),
    endpoint(`GET ${path}/{id}`, {
      summary: `Get a private address${suffix}`,
      notes: 'Free.',
      params: oneParams,
      answers: ok('The address.', schema),
      handle: async ({ params }, context) => free(form.show(await find(params, context), context)),
    }),
    endpoint(`DELETE ${path}/{id}`, {
      summary: `Delete a private address${suffix}`,
      params: oneParams,
      steps: CHANGE_STEPS,
      answers: ok('Removed.', Message),
      async handle({ params }, context) {
        const address = await find(params, context)
        const { store, caller, forgetAccount } = context
        const isRemoved = await removePrivateAddress(store, caller.accountId, address.id)
        if (!isRemoved) noPrivateAddress()
        forgetAccount(caller.accountId)
        return free({ message: `The private address ${form.nameOf(address)} was removed.` })
      },
    }),
  ]
}

async function add(address: NewPrivateAddress, context: Context): Promise<PrivateAddress> {
  const { store, caller, forgetAccount } = context
  const added = await addPrivateAddresses(store, caller.accountId, [address])
  if (added.kind === 'too-many') {
    const most = count(PRIVATE_ADDRESSES_MAX)
    throw badRequest('private-address', `An account can have at most ${most} private addresses.`)
  }
  // This node sees it at once, the others within a second.
  forgetAccount(caller.accountId)
  return elementAt(added.addresses, 0)
}

/** One answer for an unknown ID and for one of another account. */
function noPrivateAddress(): never {
  throw new Problem('not-found', 'No private address has this ID.')
}

/** What was given, by the names of the newer form. */
type Given = { readonly [Name in keyof PrivateTexts]?: string | undefined } & {
  readonly postcode: string
  readonly residential: boolean
  readonly latitude?: number
  readonly longitude?: number
}

/** `firstLine` is what the form calls the one line that is required. */
export function readPrivateAddress(given: Given, context: Context, firstLine: string) {
  const texts = PRIVATE_TEXTS.map((name) => [name, cleanText(given[name] ?? '')])
  const read: PrivateTexts = Object.fromEntries(texts)
  if (read.line_1 === '') throw badRequest(firstLine, `${firstLine} is required.`)
  const postcode = readPostcode(given.postcode, context)
  return { ...read, postcode, residential: given.residential, point: readPoint(given) }
}

export function readPostcode(text: string, { caller }: Context): string {
  const product = caller.subscription?.product
  const postcode = privatePostcode(product, text)
  if (postcode !== undefined) return postcode
  const { hint } = countryOf(product ?? DEFAULT_COUNTRY.product).postcode
  throw badRequest('postcode', `The postcode must be ${hint}.`)
}

function readPoint({ latitude, longitude }: Given): NewPrivateAddress['point'] {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined) throw badRequest('latitude', 'latitude is required with longitude.')
  if (longitude === undefined) throw badRequest('longitude', 'longitude is required with latitude.')
  return pointGiven(latitude, longitude)
}
