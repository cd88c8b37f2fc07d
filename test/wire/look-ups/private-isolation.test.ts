// Whatever accounts add and remove, each sees its own private addresses in every look-up, and never another's.
// Covers: src/private-addresses/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { posting, type TestAccount, testService } from '../../support/running.ts'

const ACCOUNTS = 3
const POSTCODES = { uk: ['SK10 1AA', 'ZE3 9JZ'], au: ['3000', '0872'] }
/** Names that no public address has; accounts share them, so only the account can tell theirs apart. */
const STREETS = ['Okapi', 'Quagga', 'Numbat']

type Step =
  | {
      readonly kind: 'add'
      readonly account: number
      readonly postcode: number
      readonly street: number
      readonly house: number
      readonly isOlder: boolean
    }
  | { readonly kind: 'remove'; readonly account: number; readonly which: number }
  | { readonly kind: 'look'; readonly account: number }

const account = fc.nat(ACCOUNTS - 1)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        account,
        postcode: fc.nat(1),
        street: fc.nat(STREETS.length - 1),
        house: fc.integer({ min: 1, max: 3 }),
        isOlder: fc.boolean(),
      }),
    },
    fc.record({ kind: fc.constant('remove' as const), account, which: fc.nat(5) }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), account }) },
  ),
  { minLength: 4, maxLength: 14 },
)

interface Held {
  readonly id: string
  readonly postcode: string
  readonly street: string
  readonly house: number
}
const settings = { KEY_REQUESTS_PER_MINUTE: '1000000' }
const plans = (['au', 'uk'] as const).map((product) => ({
  name: `wide-${product}`,
  product,
  daily_lookup_limit_1: 1_000_000,
  requests_per_5_minutes: 1_000_000,
}))
const running = await testService({ settings, plans })

for (const product of ['uk', 'au'] as const) {
  test(`${product}: an account finds its own and nobody else's, in every look-up`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const world = new World(product)
        await world.open()
        for (const step of given) await world.take(step)
        for (let at = 0; at < ACCOUNTS; at += 1) await world.look(at)
      }),
      { numRuns: 8 },
    )
  })
}

class World {
  readonly #product: 'au' | 'uk'
  readonly #accounts: TestAccount[] = []
  readonly #held: Held[][] = []

  constructor(product: 'au' | 'uk') {
    this.#product = product
  }

  async open(): Promise<void> {
    for (let at = 0; at < ACCOUNTS; at += 1) {
      this.#accounts.push(await running.account(this.#product, `wide-${this.#product}`))
      this.#held.push([])
    }
  }

  take(step: Step): Promise<void> {
    if (step.kind === 'look') return this.look(step.account)
    return step.kind === 'add' ? this.#add(step) : this.#remove(step)
  }

  async #add(step: Extract<Step, { kind: 'add' }>): Promise<void> {
    const { adminKey } = this.#accounts[step.account]
    const postcode = POSTCODES[this.#product][step.postcode]
    const street = STREETS[step.street]
    const line = `${step.house} ${street} Road`
    const point = { latitude: 10 + step.house / 1e4, longitude: 10 }
    const { json } = step.isOlder
      ? await running.ask(
          `/private-address/${postcode}`,
          adminKey,
          posting({ line1: line, townOrCity: 'Zebraville', ...point }),
        )
      : await running.ask(
          '/v2/private-address',
          adminKey,
          posting({
            postcode,
            line_1: line,
            town_or_city: 'Zebraville',
            residential: true,
            ...point,
          }),
        )
    assert.ok(json.id, JSON.stringify(json))
    const list = (await running.ask('/v2/private-address', adminKey)).json
    this.#held[step.account].push({ id: list.at(-1).id, postcode, street, house: step.house })
  }

  async #remove({ account: at, which }: Extract<Step, { kind: 'remove' }>): Promise<void> {
    const [gone] = this.#held[at].splice(which, 1)
    if (gone === undefined) return
    const { adminKey } = this.#accounts[at]
    const init = { method: 'DELETE' }
    const { status } = await running.ask(`/v2/private-address/${gone.id}`, adminKey, init)
    assert.equal(status, 200)
  }

  async look(at: number): Promise<void> {
    const { apiKey } = this.#accounts[at]
    const own = this.#held[at]
    const ask = async (path: string, init?: RequestInit) =>
      (await running.ask(path, apiKey, init)).json
    const ids = (json: { suggestions: { id: string }[] }) => json.suggestions.map(({ id }) => id)
    const top = this.#product === 'uk' ? 20 : 6
    for (const street of STREETS) {
      const fits = own.filter((each) => each.street === street)
      const found = ids(await ask(`/autocomplete/${street} road?top=${top}`))
      assertOwn(found, fits, top)
      assertOwn(ids(await ask(`/autocomplete/${street.slice(0, 4)}`)), fits, 6)
    }
    assertOwn(ids(await ask('/nearest/10.0001/10?radius=1&top=20')), own, 20)
    assertOwn(ids(await ask('/nearest/10.0001/10?radius=1&top=20&term=zebraville')), own, 20)
    const towns = await ask('/typeahead/zebrav')
    const town = this.#product === 'uk' ? 'Zebraville' : 'ZEBRAVILLE'
    assert.deepEqual(towns, own.length > 0 ? [town] : [])
    await this.#resolve(apiKey, own)
    for (const held of this.#held.flat()) {
      const { status } = await running.ask(`/get/${held.id}`, apiKey)
      assert.equal(status, own.includes(held) ? 200 : 404)
    }
  }

  async #resolve(apiKey: string, own: readonly Held[]): Promise<void> {
    const { postcode, street, house } = own[0] ?? { postcode: '', street: 'Okapi', house: 1 }
    const fits = own.filter(
      (each) => each.postcode === postcode && each.street === street && each.house === house,
    )
    const line = `${house} ${street} Road, Zebraville ${postcode}`
    const { status, json } = await running.ask(`/validate/${line}`, apiKey)
    const verdict = fits.length === 0 ? 404 : fits.length === 1 ? 200 : 300
    assert.equal(this.#product === 'uk' ? json.status : status, verdict, line)
    if (this.#product !== 'uk') return
    for (const code of POSTCODES.uk) {
      const there = own.filter((each) => each.postcode === code)
      const { addresses = [] } = (await running.ask(`/find/${code}`, apiKey)).json
      const listed = addresses.filter((each: string) => each.includes('Zebraville'))
      assert.equal(listed.length, there.length)
    }
  }
}

function assertOwn(found: readonly string[], fits: readonly Held[], top: number): void {
  const wanted = new Set(fits.map(({ id }) => id))
  const own = found.filter((id) => id.startsWith('pa_'))
  assert.equal(own.length, Math.min(wanted.size, top))
  for (const id of own) assert.ok(wanted.has(id), `${id} is not the account's own`)
}
