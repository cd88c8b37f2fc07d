// Territories: what an account draws is answered and chosen by in its look-ups and lists, and in nobody else's.
// Covers: src/territories/**, src/endpoints/account/territories.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { eachService } from '../../support/each-service.ts'
import {
  posting,
  startTestService,
  type TestAccount,
  type TestService,
} from '../../support/running.ts'

const NONE = { code: '', name: '' }
const PLAN = {
  name: 'small',
  product: 'uk',
  daily_lookup_limit_1: 1_000_000,
  requests_per_5_minutes: 1_000_000,
  territory_layers_max: 2,
  territory_polygons_max: 3,
  territory_points_max: 40,
  territory_bytes_max: 5000,
}

type Point = readonly [longitude: number, latitude: number]

function ringAround([x, y]: Point, half: number): Point[] {
  const [west, south, east, north] = [x - half, y - half, x + half, y + half]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

function feature(name: string, ring: readonly (readonly number[])[], more = {}) {
  const geometry = { type: 'Polygon', coordinates: [ring] }
  return { type: 'Feature', properties: { name, ...more }, geometry }
}

function geojson(...features: readonly object[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const putting = (body: object) => ({ ...posting(body), method: 'PUT' })

eachService(
  (service) => {
    let running: TestService
    let owner: TestAccount
    let other: TestAccount
    let home: { readonly id: string; readonly point: Point }
    let far: { readonly id: string; readonly point: Point }

    test.before(async () => {
      running = await service()
      owner = await running.account('uk', 'small')
      other = await running.account('uk', 'small')
      const search = running.service.data.searches.uk ?? assert.fail()
      const [first, last] = [0, search.release.addresses - 1].map((row) => {
        const { id } = search.at(row)
        const { longitude, latitude } = search.locate(id) ?? assert.fail()
        return { id, point: [longitude, latitude] as const }
      })
      home = first ?? assert.fail()
      far = last ?? assert.fail()
    })

    const put = (name: string, text: string, account = owner) =>
      running.ask(`/territory/${name}`, account.adminKey, putting({ geojson: text }))
    const areasOf = async (id: string, areas: string, account = owner) =>
      (await running.ask(`/get/${id}?areas=${areas}`, account.apiKey)).json.areas
    const north = () => feature('North', ringAround(home.point, 0.001), { code: 'N1' })

    test('a territory is answered at once, of this account only, and with the layers of all', async () => {
      assert.equal(
        (await put('sales', geojson(north()))).json.message,
        'The territory sales was saved with 1 polygon.',
      )
      assert.deepEqual(await areasOf(home.id, 'sales'), { sales: { code: 'N1', name: 'North' } })
      assert.deepEqual(await areasOf(far.id, 'sales'), { sales: NONE })
      const all = await areasOf(home.id, 'all')
      assert.deepEqual(Object.keys(all), ['delivery-zone', 'sales'])
      const { status, json } = await running.ask(`/get/${home.id}?areas=sales`, other.apiKey)
      assert.deepEqual(
        [status, json.detail],
        [400, 'Unknown area layer "sales". Choose from: delivery-zone.'],
      )
      assert.deepEqual(Object.keys(await areasOf(home.id, 'all', other)), ['delivery-zone'])
      const listed = await running.ask('/territory', other.adminKey)
      assert.deepEqual(listed.json.territories, [])
      for (const method of ['GET', 'DELETE']) {
        const missing = await running.ask('/territory/sales', other.adminKey, { method })
        assert.equal(missing.status, 404)
      }
    })

    test('it is answered by every look-up, and chooses addresses by code or name', async () => {
      const [longitude, latitude] = home.point
      const near = await running.ask(`/nearest/${latitude}/${longitude}?areas=sales`, owner.apiKey)
      assert.deepEqual(near.json.suggestions[0].areas, { sales: { code: 'N1', name: 'North' } })
      const { json: address } = await running.ask(`/get/${home.id}`, owner.apiKey)
      const line = [...address.formatted_address, address.postcode].filter(Boolean).join(', ')
      const valid = await running.ask(
        `/validate/${encodeURIComponent(line)}?areas=sales`,
        owner.apiKey,
      )
      assert.equal(valid.json.address.areas.sales.code, 'N1')
      const matched = await running.ask(
        '/match',
        owner.apiKey,
        posting({ addresses: [line], areas: 'sales' }),
      )
      assert.deepEqual(matched.json.matches[0].areas, { sales: { code: 'N1', name: 'North' } })
      const begun = await running.ask('/typeahead/nor?areas=sales', owner.apiKey)
      assert.deepEqual(begun.json, ['North'])
      const term = encodeURIComponent(address.formatted_address[0])
      for (const wanted of ['sales:n1', 'sales:north']) {
        const filter = { areas: [wanted] }
        const found = await running.ask(
          `/autocomplete/${term}`,
          owner.apiKey,
          posting({ filter, top: 20 }),
        )
        assert.ok(found.json.suggestions.some(({ id }: { id: string }) => id === home.id))
        for (const { id } of found.json.suggestions) {
          assert.equal((await areasOf(id, 'sales')).sales.code, 'N1')
        }
        const nearest = await running.ask(
          `/nearest/${latitude}/${longitude}`,
          owner.apiKey,
          posting({ filter, top: 20, radius: 1 }),
        )
        assert.ok(nearest.json.suggestions.length > 0)
        for (const { id } of nearest.json.suggestions) {
          assert.equal((await areasOf(id, 'sales')).sales.code, 'N1')
        }
      }
      const nowhere = await running.ask(
        `/autocomplete/${term}`,
        owner.apiKey,
        posting({ filter: { areas: 'sales:south' } }),
      )
      assert.deepEqual(nowhere.json.suggestions, [])
      const both = await running.ask(
        `/autocomplete/${term}`,
        owner.apiKey,
        posting({ filter: { areas: ['sales:n1', 'delivery-zone:nowhere'] } }),
      )
      assert.deepEqual(both.json.suggestions, [])
    })

    test('an agent is answered by the territories of its account, and by no others', async () => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      const params = { name: 'get_address', arguments: { id: home.id, areas: 'sales' } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const asked = async ({ apiKey }: TestAccount) => {
        const { text } = await running.ask('/mcp', apiKey, { method: 'POST', headers, body })
        return JSON.parse(/^data: (.*)/m.exec(text)?.[1] ?? '').result.content[0].text
      }
      assert.deepEqual(JSON.parse(await asked(owner)).areas, {
        sales: { code: 'N1', name: 'North' },
      })
      assert.match(await asked(other), /Unknown area layer "sales"/)
    })

    test('another node has a territory, its change and its end within moments', async () => {
      const { databaseUrl } = running.service.config
      // SQLite has one node.
      if (databaseUrl === '') return
      await using node = await startTestService({ databaseUrl, plans: [PLAN] })
      const until = async (code: string | undefined) => {
        for (let times = 0; ; times += 1) {
          const { areas } = (await node.ask(`/get/${home.id}?areas=all`, owner.apiKey)).json
          if (areas.sales?.code === code) return Object.keys(areas)
          assert.ok(times < 600, `${areas.sales?.code}, not ${code}`)
          await setTimeout(50)
        }
      }
      const both = ['delivery-zone', 'sales']
      assert.deepEqual(await until('N1'), both)
      await put('sales', geojson(feature('East', ringAround(home.point, 0.001))))
      assert.deepEqual(await until('East'), both)
      await running.ask('/territory/sales', owner.adminKey, { method: 'DELETE' })
      assert.deepEqual(await until(undefined), ['delivery-zone'])
      await put('sales', geojson(north()))
    })

    test('a private address can be in a territory', async () => {
      const [longitude, latitude] = home.point
      const made = await running.ask(
        '/v2/private-address',
        owner.adminKey,
        posting({
          postcode: 'SK10 1AA',
          line_1: '1 Quagga Row',
          residential: true,
          latitude,
          longitude,
        }),
      )
      assert.deepEqual(await areasOf(made.json.id, 'sales'), {
        sales: { code: 'N1', name: 'North' },
      })
      const found = await running.ask(
        '/autocomplete/quagga',
        owner.apiKey,
        posting({ filter: { areas: 'sales:N1' } }),
      )
      assert.deepEqual(
        found.json.suggestions.map(({ id }: { id: string }) => id),
        [made.json.id],
      )
      await running.ask(`/v2/private-address/${made.json.id}`, owner.adminKey, { method: 'DELETE' })
    })

    test('a list has a column for a territory', async () => {
      const { json: address } = await running.ask(`/get/${home.id}`, owner.apiKey)
      const line = [...address.formatted_address, address.postcode].filter(Boolean).join(', ')
      const body = `address\n"${line}"\n`
      const unknown = await running.ask('/batch?areas=sales', other.apiKey, {
        method: 'POST',
        body,
      })
      assert.equal(unknown.status, 400)
      const made = await running.ask('/batch?areas=sales', owner.apiKey, { method: 'POST', body })
      await running.service.jobs.batches.round()
      const { text } = await running.ask(`/batch/${made.json.id}/result`, owner.apiKey)
      assert.match(text, /match_sales,match_sales_name\n.*,N1,North\n$/)
    })

    test('each bad polygon is named by its number, and nothing is changed', async () => {
      const crossing = [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]
      const [longitude, latitude] = home.point
      const turned = ringAround([latitude, longitude], 0.001)
      for (const [text, detail] of [
        [
          geojson(north(), feature('Cross', crossing, { code: 'X' })),
          /^geojson is refused: Feature 2 crosses itself near .* Correct the file\.$/,
        ],
        [geojson(feature('Open', crossing.slice(0, 4))), /Feature 1 has a ring that is not closed/],
        [geojson(feature('Empty', [])), /Feature 1 is empty/],
        [
          geojson(feature('Far', ringAround([2, 120], 1))),
          /Feature 1 has latitude before longitude/,
        ],
        [geojson(feature('Turned', turned)), /^Feature 1 seems to have latitude before longitude/],
        ['no JSON', /is not GeoJSON/],
        [geojson(), /holds no polygons/],
        [
          geojson({ ...north(), properties: { of: 'us' } }),
          /name it with `code_property`\. Its properties: of\.$/,
        ],
      ] as const) {
        const { status, json } = await put('sales', text)
        assert.deepEqual([status, json.title], [400, 'geojson'], text)
        assert.match(json.detail, detail)
      }
      assert.deepEqual(await areasOf(home.id, 'sales'), { sales: { code: 'N1', name: 'North' } })
      for (const name of ['all', 'Sales', '1st', 'a'.repeat(41)]) {
        assert.equal((await put(name, geojson(north()))).status, 400)
      }
    })

    test('the plan bounds layers, polygons, points and bytes of all territories together', async () => {
      const limits = { layers: 2, polygons: 3, points: 40, bytes: 5000 }
      assert.equal((await put('zone', geojson(north()))).status, 200)
      const { json } = await running.ask('/territory', owner.adminKey)
      assert.deepEqual(json.limits, limits)
      assert.deepEqual(
        json.territories.map(({ name, polygons, points }: Record<string, unknown>) => [
          name,
          polygons,
          points,
        ]),
        [
          ['sales', 1, 5],
          ['zone', 1, 5],
        ],
      )
      const many = Array.from({ length: 20 }, (_, at): Point => [-2 + at / 100, 53])
      const jagged = [...many, [-1, 54], [-2, 54], [-2, 53]] as const
      for (const [name, text, what] of [
        ['third', geojson(north()), '2 layers'],
        ['zone', geojson(north(), north(), north()), '3 polygons'],
        ['zone', geojson(feature('A', jagged), feature('B', jagged)), '40 points'],
        ['zone', geojson(north()) + ' '.repeat(5000), '5,000 bytes'],
      ] as const) {
        const refused = await put(name, text)
        assert.match(refused.json.detail, new RegExp(`^The plan allows ${what} in all territories`))
      }
      assert.equal(
        (await put('zone', geojson(feature('South', ringAround(home.point, 1))))).status,
        200,
      )
      assert.deepEqual(await areasOf(home.id, 'zone,sales'), {
        zone: { code: 'South', name: 'South' },
        sales: { code: 'N1', name: 'North' },
      })
    })

    test('what was sent is given back; one that is deleted is unknown at once', async () => {
      const text = geojson(feature('Own', ringAround(home.point, 0.01), { nr: 7 }))
      const body = { geojson: text, code_property: 'nr', name_property: 'name' }
      await running.ask('/territory/zone', owner.adminKey, putting(body))
      const { json } = await running.ask('/territory/zone', owner.adminKey)
      assert.deepEqual(json, { name: 'zone', ...body })
      assert.deepEqual(await areasOf(home.id, 'zone'), { zone: { code: '7', name: 'Own' } })
      for (const name of ['zone', 'sales']) {
        const gone = await running.ask(`/territory/${name}`, owner.adminKey, { method: 'DELETE' })
        assert.equal(gone.json.message, `The territory ${name} was deleted.`)
      }
      const { status } = await running.ask(`/get/${home.id}?areas=zone`, owner.apiKey)
      assert.equal(status, 400)
    })
  },
  () => ({ plans: [PLAN] }),
)
