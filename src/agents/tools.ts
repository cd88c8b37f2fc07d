// The tools that an agent is offered over MCP: find, get, validate, nearest, and match a list.

import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type Static, type TObject, Type } from 'typebox'
import type { Product } from '../address/product.ts'
import { COUNTRIES, listed } from '../countries/country.ts'
import { VERSION } from '../lib/program.ts'
import { LookUpRefused, type LookUps, type Question } from './look-ups.ts'

const TEXT_MAX = 500
const LINES_MAX = 20
const TOP_MAX = 10
const RADIUS_KM_MAX = 1

const Text = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_MAX, description })
const Top = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: TOP_MAX,
    description: 'Maximum number of answers; default 5.',
  }),
)

const Areas = Type.Optional(
  Type.String({
    maxLength: TEXT_MAX,
    description: 'Include the areas of the address: layers such as council,ward, or all.',
  }),
)

const FIND = Type.Object({ text: Text('An address or the start of one.'), top: Top })
const GET = Type.Object({ id: Text('The ID of a suggestion.'), areas: Areas })
const VALIDATE = Type.Object({ line: Text('A whole address on one line.'), areas: Areas })
const NEAREST = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  radius_km: Type.Optional(
    Type.Number({ minimum: 0, maximum: RADIUS_KM_MAX, description: 'Kilometres; default 0.2.' }),
  ),
  top: Top,
  areas: Areas,
})
const MATCH = Type.Object({
  lines: Type.Array(Text('An address on one line.'), { minItems: 1, maxItems: LINES_MAX }),
  areas: Areas,
})

interface Tool<Input extends TObject> {
  readonly name: string
  readonly description: string
  readonly input: Input
  run(input: Static<Input>, ask: (question: Question) => Promise<object>): Promise<object>
}

const ADJECTIVES = listed(
  COUNTRIES.toReversed().map(({ adjective }) => adjective),
  'or',
)

type Asked = Pick<LookUps, 'ask' | 'isSample'>
type Offer = (server: McpServer, lookUps: Asked) => void

const SAMPLE_NOTE = 'Sample data: these addresses are not real.'

/** Schemas and validators take milliseconds to make, so they are made once, and a server for one caller is cheap. */
export class AgentTools {
  readonly #offers: readonly Offer[]

  constructor({ products, prices }: Pick<LookUps, 'products' | 'prices'>) {
    this.#offers = [
      offer(products, {
        name: 'find_address',
        description: `Find ${ADJECTIVES} addresses by free text, best match first. ${prices.find}`,
        input: FIND,
        run: ({ text, top = 5 }, ask) => ask({ kind: 'find', text, top }),
      }),
      offer(products, {
        name: 'get_address',
        description: `Get all fields of an address by its ID, including coordinates. ${prices.get}`,
        input: GET,
        run: ({ id, areas }, ask) => ask({ kind: 'get', id, areas }),
      }),
      offer(products, {
        name: 'validate_address',
        description: `Check that a line is exactly one real address; returns it, or the addresses it could mean. ${prices.validate}`,
        input: VALIDATE,
        run: ({ line, areas }, ask) => ask({ kind: 'validate', line, areas }),
      }),
      offer(products, {
        name: 'nearest_addresses',
        description: `List the nearest addresses to a point, with their distance in kilometres. ${prices.nearest}`,
        input: NEAREST,
        run: ({ latitude, longitude, radius_km: radiusKm = 0.2, top = 5, areas }, ask) =>
          ask({ kind: 'nearest', latitude, longitude, radiusKm, top, areas }),
      }),
      offer(products, {
        name: 'match_addresses',
        description:
          `Match at most ${LINES_MAX} messy lines to addresses: for each, the address with a confidence from 0 to 1 and what ` +
          `differs, or candidates and the reason why none is certain. ${prices.match}`,
        input: MATCH,
        run: async ({ lines, areas }, ask) =>
          resultsOf(lines, await ask({ kind: 'match', lines, areas })),
      }),
    ]
  }

  /** One for each connection, or for each request if there are none. */
  serverFor(lookUps: Asked): McpServer {
    const server = new McpServer({ name: 'doorplate', version: VERSION })
    for (const add of this.#offers) add(server, lookUps)
    return server
  }
}

interface Matches {
  readonly matches: readonly { readonly parts: readonly { readonly state: string }[] }[]
}

/** Each line with its match; what agrees is left out, as an agent would only read it. */
function resultsOf(lines: readonly string[], answer: object) {
  const { matches } = answer as Matches
  const results = matches.map(({ parts, ...match }, at) => ({
    line: lines[at],
    ...match,
    differs: parts.filter(({ state }) => state !== 'confirmed'),
  }))
  return { results }
}

function offer<Input extends TObject>(
  products: readonly Product[],
  { name, description, input, run }: Tool<Input>,
): Offer {
  const country = Type.Union(products.map((product) => Type.Literal(product)))
  const schema = products.length > 1 ? Type.Object({ ...input.properties, country }) : input
  const inputSchema = fromJsonSchema<Static<Input> & { country?: Product }>(
    JSON.parse(JSON.stringify(schema)),
  )
  const annotations = { readOnlyHint: true, openWorldHint: false }
  const about = { description, inputSchema, annotations }
  return (server, lookUps) => {
    server.registerTool(name, about, async (given) => {
      const product = given.country ?? products[0]
      const isSample = lookUps.isSample(product)
      try {
        const answer = await run(given, (question) => lookUps.ask(question, product))
        const text = JSON.stringify(isSample ? { note: SAMPLE_NOTE, ...answer } : answer)
        return { content: [{ type: 'text', text }] }
      } catch (error) {
        if (!(error instanceof LookUpRefused)) throw error
        const text = isSample ? `${error.message} ${SAMPLE_NOTE}` : error.message
        return { content: [{ type: 'text', text }], isError: true }
      }
    })
  }
}
