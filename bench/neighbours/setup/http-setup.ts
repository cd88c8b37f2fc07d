// What the attackers have: uploaded, imported and created over HTTP, as much of everything as an account may have.

import { PRODUCTS, type Product } from '../../../src/address/product.ts'
import { OperatorError } from '../../../src/lib/operator-error.ts'
import { PRIVATE_ADDRESSES_MAX } from '../../../src/private-addresses/private-address.ts'
import { WEBHOOK_KINDS } from '../../../src/webhooks/bodies.ts'
import { adminCall, type Made, type Sent } from '../attack.ts'
import { doubtfulLine, privateCsv, reviewList, wideList } from './lists.ts'
import type { Attackers } from './store-setup.ts'
import type { World } from './world.ts'

const LISTS = 10
const WIDE_ROWS = 20
const CC = 20
const TOKENS = 100
const KEYS = 49
const WEBHOOKS = 20
const LOOK_UPS = 120

export interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

type Ask = (sent: Sent) => Promise<Asked>

interface Setup {
  readonly ask: Ask
  readonly attackers: Attackers
  /** A host and port that webhooks may be sent to. */
  readonly webhookHost: string
  /** Of product `au`, and of imports that a look-up follows; the owner of product `uk` has as many as one may have. */
  readonly privateAddresses: number
  /** Lets all lists that were uploaded be matched. */
  matchLists(): Promise<void>
}

export async function setUpWorld(setup: Setup): Promise<World> {
  const { attackers, matchLists } = setup
  const { owner, spare } = attackers.accounts
  const asks = new Asks(setup.ask)
  const operator = `api-key=${attackers.operatorKey}`
  for (const product of PRODUCTS) {
    const count = product === 'uk' ? PRIVATE_ADDRESSES_MAX : setup.privateAddresses
    const body = { csv: privateCsv(product, count), replace: true }
    await asks.json(adminCall(owner[product], 'POST', '/v2/private-address/import', body))
  }
  const found = await findAddresses(asks, attackers)
  const settings = await createSettings(asks, attackers, setup.webhookHost)
  for (let n = 0; n < LOOK_UPS; n += 1) {
    await asks.json(plain(`/get/${found.addresses.uk[n % 5]}?api-key=${owner.uk.apiKey}`))
  }
  const list = await uploadLists(asks, attackers, matchLists)
  const first = async (path: string) => {
    const [one] = (await asks.json(adminCall(owner.uk, 'GET', path))) as readonly Made[]
    return one ?? {}
  }
  const invoice = await first('/invoices')
  const pdf = new URL(String(invoice.pdf_url), 'http://localhost')
  const { event = '' } = await first('/events')
  const { id: privateAddress } = await first('/v2/private-address')
  const releases = (await asks.json(plain(`/operator/releases?${operator}`))) as readonly Made[]
  const mails = await asks.json(plain(`/operator/accounts/${owner.uk.accountId}/mails?${operator}`))
  return {
    ...attackers,
    ...found,
    ...list,
    ...settings,
    imported: setup.privateAddresses,
    release: String(releases.find(({ product }) => product === 'uk')?.release),
    invoice: String(invoice.number),
    invoicePdf: pdf.pathname + pdf.search,
    event: String(event),
    privateAddress: String(privateAddress),
    mail: String((mails as readonly Made[])[0]?.id),
    session: await signIn(asks, spare.uk.adminKey),
  }
}

class Asks {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async json(sent: Sent): Promise<unknown> {
    return (await this.answer(sent)).json
  }

  async answer(sent: Sent): Promise<Asked> {
    const asked = await this.#ask(sent)
    if (asked.status < 300) return asked
    const what = `${sent.method} ${sent.target.replace(/\?.*/, '')}`
    throw new OperatorError(`${what}: ${asked.status} ${JSON.stringify(asked.json)}`)
  }
}

function plain(target: string): Sent {
  return { method: 'GET', target, headers: {}, body: '' }
}

type Found = Pick<World, 'addresses' | 'places' | 'postcodes'>

async function findAddresses(asks: Asks, { accounts }: Attackers): Promise<Found> {
  const ids = async (path: string, product: Product) => {
    const { apiKey } = accounts.plain[product]
    const all: string[] = []
    for (const letter of 'bcdhklmnst') {
      const found = (await asks.json(plain(`/${path}/${letter}?api-key=${apiKey}`))) as Suggestions
      all.push(...found.suggestions.map(({ id }) => id))
    }
    return all
  }
  const each = async (path: string) => ({
    au: await ids(path, 'au'),
    nz: await ids(path, 'nz'),
    uk: await ids(path, 'uk'),
  })
  const addresses = await each('autocomplete')
  const { apiKey } = accounts.plain.uk
  const postcodes: string[] = []
  for (const id of addresses.uk.slice(0, 10)) {
    const { postcode } = (await asks.json(plain(`/get/${id}?api-key=${apiKey}`))) as Made
    postcodes.push(String(postcode))
  }
  return { addresses, places: await each('location'), postcodes }
}

interface Suggestions {
  readonly suggestions: readonly { readonly id: string }[]
}

type Settings = Pick<World, 'recipients' | 'webhook'>

async function createSettings(asks: Asks, attackers: Attackers, host: string): Promise<Settings> {
  const create = (path: string, body: object) =>
    asks.json(adminCall(attackers.accounts.owner.uk, 'POST', path, body)) as Promise<Made>
  const recipients: Record<string, string> = {}
  for (let n = 0; n < CC - 1; n += 1) {
    const email = `${'cc'.padEnd(60, 'x')}${n}@example.com`
    for (const list of ['expired', 'invoices']) {
      recipients[list] = String((await create(`/cc/${list}`, { 'email-address': email })).id)
    }
  }
  for (let n = 0; n < TOKENS - 1; n += 1) {
    await create('/security/domain-token', { url: `https://shop-${n}.example.com` })
  }
  for (let n = 1; n < KEYS; n += 1) await create('/security/api-keys', { name: `key-${n}` })
  let webhook = ''
  for (const kind of WEBHOOK_KINDS) {
    for (let n = 1; n < WEBHOOKS; n += 1) {
      const url = `http://${host}/${'x'.repeat(1900)}${n}`
      const { id } = await create(`/webhook/${kind}`, { url })
      if (kind === 'track') webhook = String(id)
    }
  }
  return { recipients, webhook }
}

async function uploadLists(
  asks: Asks,
  { accounts, operatorKey }: Attackers,
  matchLists: () => Promise<void>,
): Promise<Pick<World, 'list' | 'operatorList'>> {
  const upload = async (target: string, body: string) => {
    const { id } = (await asks.json({ method: 'POST', target, headers: {}, body })) as Made
    return String(id)
  }
  const own = `/batch?api-key=${accounts.owner.uk.apiKey}`
  const list = await upload(own, reviewList())
  for (let n = 1; n < LISTS; n += 1) {
    // No more than five may be under way.
    if (n % 4 === 0) await matchLists()
    await upload(own, wideList(n, WIDE_ROWS, doubtfulLine))
  }
  const operatorList = await upload(
    `/operator/batch?product=uk&api-key=${operatorKey}`,
    reviewList(),
  )
  await matchLists()
  return { list, operatorList }
}

async function signIn(asks: Asks, key: string): Promise<string> {
  const { headers } = await asks.answer({
    method: 'POST',
    target: '/console/session',
    headers: { 'x-console': '1' },
    body: JSON.stringify({ admin_key: key }),
  })
  return (headers['set-cookie'] ?? '').split(';', 1)[0] ?? ''
}
