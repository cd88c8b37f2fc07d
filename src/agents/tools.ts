// The tools that an agent is offered over MCP: find, get, validate, nearest, and match a list.

import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type Static, type TObject, Type } from 'typebox'
import type { Product } from '../address/product.ts'
import { VERSION } from '../lib/program.ts'
import { LookUpRefused, type LookUps, type Question } from './look-ups.ts'

const TEXT_MAX = 500
const LINES_MAX = 20
const TOP_MAX = 10
const RADIUS_KM_MAX = 1

const Text = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_MAX, description })
const Top = Type.Optional(
  Type.Integer({ minimum: 1, maximum: TOP_MAX, description: `At most so many answers; 5.` }),
)

const FIND = Type.Object({ text: Text('An address, or the beginning of one.'), top: Top })
const GET = Type.Object({ id: Text('The id of a suggestion.') })
const VALIDATE = Type.Object({ line: Text('A whole address on one line.') })
const NEAREST = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  radius_km: Type.Optional(
    Type.Number({ minimum: 0, maximum: RADIUS_KM_MAX, description: 'Kilometres; 0.2.' }),
  ),
  top: Top,
})
const MATCH = Type.Object({
  lines: Type.Array(Text('An address on one line.'), { minItems: 1, maxItems: LINES_MAX }),
})

interface Tool<Input extends TObject> {
  readonly name: string
  readonly description: string
  readonly input: Input
  run(input: Static<Input>, ask: (question: Question) => Promise<unknown>): Promise<unknown>
}

/** A server for one caller, made anew for each connection or request. */
export function agentServer(lookUps: LookUps): McpServer {
  const server = new McpServer({ name: 'doorplate', version: VERSION })
  const { prices } = lookUps
  offer(server, lookUps, {
    name: 'find_address',
    description: `Find UK or Australian addresses by what a person wrote of one, best first. ${prices.find}`,
    input: FIND,
    run: ({ text, top = 5 }, ask) => ask({ kind: 'find', text, top }),
  })
  offer(server, lookUps, {
    name: 'get_address',
    description: `Get every field of the address that has an id, coordinates included. ${prices.get}`,
    input: GET,
    run: ({ id }, ask) => ask({ kind: 'get', id }),
  })
  offer(server, lookUps, {
    name: 'validate_address',
    description: `Check that a line is one real address; says which, or which could be meant. ${prices.validate}`,
    input: VALIDATE,
    run: ({ line }, ask) => ask({ kind: 'validate', line }),
  })
  offer(server, lookUps, {
    name: 'nearest_addresses',
    description: `List the addresses nearest to a point, with their distance in kilometres. ${prices.nearest}`,
    input: NEAREST,
    run: ({ latitude, longitude, radius_km: radiusKm = 0.2, top = 5 }, ask) =>
      ask({ kind: 'nearest', latitude, longitude, radiusKm, top }),
  })
  offer(server, lookUps, {
    name: 'match_addresses',
    description:
      `Match up to ${LINES_MAX} messy lines to addresses: for each the address, a confidence from 0 to 1, and what ` +
      `differs; or candidates and why none is sure. ${prices.match}`,
    input: MATCH,
    run: async ({ lines }, ask) => resultsOf(lines, await ask({ kind: 'match', lines })),
  })
  return server
}

interface Matches {
  readonly matches: readonly { readonly parts: readonly { readonly state: string }[] }[]
}

/** Each line with its match; what agrees is left out, as an agent would only read it. */
function resultsOf(lines: readonly string[], answer: unknown) {
  const { matches } = answer as Matches
  const results = matches.map(({ parts, ...match }, at) => ({
    line: lines[at],
    ...match,
    differs: parts.filter(({ state }) => state !== 'confirmed'),
  }))
  return { results }
}

function refusalOf(error: unknown): LookUpRefused {
  if (error instanceof LookUpRefused) return error
  throw error
}

function offer<Input extends TObject>(
  server: McpServer,
  lookUps: LookUps,
  { name, description, input, run }: Tool<Input>,
): void {
  const { products } = lookUps
  const country = Type.Union(products.map((product) => Type.Literal(product)))
  const schema = products.length > 1 ? Type.Object({ ...input.properties, country }) : input
  const inputSchema = fromJsonSchema<Static<Input> & { country?: Product }>(
    JSON.parse(JSON.stringify(schema)),
  )
  const annotations = { readOnlyHint: true, openWorldHint: false }
  server.registerTool(name, { description, inputSchema, annotations }, async (given) => {
    const product = given.country ?? products[0]
    try {
      const answer = await run(given, (question) => lookUps.ask(question, product))
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
    } catch (error) {
      return { content: [{ type: 'text', text: refusalOf(error).message }], isError: true }
    }
  })
}
