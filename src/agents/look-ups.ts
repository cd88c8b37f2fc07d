// What the tools of an agent ask: the same questions of a local release or, as a caller, of the service.

import type { Areas } from '../address/area.ts'
import { PRODUCTS, type Product } from '../address/product.ts'
import { type RetiredLookUp, retiredText } from '../address/retired-id.ts'
import type { Reply } from '../http/message.ts'
import type { Query } from '../http/target.ts'
import { matchAddress } from '../match/match.ts'
import type { ProductSearch, Searches, Validation } from '../search/address-search.ts'

/** One question, and its answer as JSON; a refusal is thrown as a LookUpRefused. */
export interface LookUps {
  /** The products to choose from; none if the key decides. */
  readonly products: readonly Product[]
  readonly prices: Readonly<Record<Question['kind'], string>>
  ask(question: Question, product: Product | undefined): Promise<object>
  /** Whether the answers are made-up addresses. */
  isSample(product: Product | undefined): boolean
}

export type Question =
  | { readonly kind: 'find'; readonly text: string; readonly top: number }
  | (WithAreas & { readonly kind: 'get'; readonly id: string })
  | (WithAreas & { readonly kind: 'validate'; readonly line: string })
  | (WithAreas & { readonly kind: 'match'; readonly lines: readonly string[] })
  | (WithAreas & {
      readonly kind: 'nearest'
      readonly latitude: number
      readonly longitude: number
      readonly radiusKm: number
      readonly top: number
    })

interface WithAreas {
  /** Layers, as the option `areas` of look-ups takes them. */
  readonly areas?: string | undefined
}

/** Its message is for the agent to read. */
export class LookUpRefused extends Error {
  override readonly name = 'LookUpRefused'
}

const FREE = 'Free: it uses the data on this machine.'
const FREE_OF_ALL = { find: FREE, get: FREE, validate: FREE, match: FREE, nearest: FREE }

/** Answers from the releases on this machine: no key, no limits, no charge. */
export function localLookUps(searches: Searches, retired?: RetiredLookUp): LookUps {
  const products = PRODUCTS.filter((product) => searches[product] !== undefined)
  return {
    products,
    prices: FREE_OF_ALL,
    isSample: (product) => product !== undefined && searches[product]?.release.source === 'sample',
    async ask(question, product) {
      const search = product === undefined ? undefined : searches[product]
      if (search === undefined) throw new LookUpRefused(`No data is loaded for ${product}.`)
      const areasOf = areasReader(search, question.kind === 'find' ? undefined : question.areas)
      switch (question.kind) {
        case 'find': {
          const found = search.autocomplete({ term: question.text, top: question.top })
          return { suggestions: found.map(({ id, label }) => ({ id, address: label })) }
        }
        case 'get': {
          const { id } = question
          const address = search.get(id)
          if (address !== undefined) return { ...address, ...areasOf(id) }
          const known = retired?.(search.product, id, (each) => search.get(each) !== undefined)
          throw new LookUpRefused(known ? retiredText(known) : `No address has the ID ${id}.`)
        }
        case 'validate':
          return validated(search.validate({ line: question.line, strict: true }), areasOf)
        case 'match':
          return {
            matches: question.lines.map((line) => {
              const match = matchAddress(search, line)
              return match.id === '' ? match : { ...match, ...areasOf(match.id) }
            }),
          }
        case 'nearest': {
          const { areas: _, ...query } = question
          const near = search.nearest(query)
          return {
            suggestions: near.map(({ id, item, distanceMetres }) => ({
              id,
              address: 'address_label' in item ? item.address_label : oneLine(item),
              distance: Math.round(distanceMetres) / 1000,
              ...areasOf(id),
            })),
          }
        }
      }
    },
  }
}

type AreasOf = (id: string) => { readonly areas?: Areas }

function areasReader(search: ProductSearch, layers: string | undefined): AreasOf {
  const { areas } = search
  if (layers === undefined) return () => ({})
  const names = areas?.named(layers) ?? []
  const unknown = names.find((name) => areas?.names.includes(name) === false)
  if (unknown === undefined) return (id) => ({ areas: areas?.of(search.row(id), names) ?? {} })
  const known = areas?.names.join(', ') || 'none'
  throw new LookUpRefused(`Unknown area layer "${unknown}". Choose from: ${known}.`)
}

function validated(found: Validation<object>, areasOf: AreasOf) {
  if (found.kind !== 'one') return found
  return { ...found, address: { ...found.address, ...areasOf(found.id) } }
}

function oneLine(address: { formatted_address: readonly string[]; postcode: string }): string {
  return [...address.formatted_address, address.postcode].filter((part) => part !== '').join(', ')
}

const ONE_IF_FOUND = 'Costs one look-up if it succeeds.'

/** What agents are offered at `/mcp`. */
export const OF_SERVICE: Pick<LookUps, 'products' | 'prices'> = {
  products: [],
  prices: {
    find: 'Free.',
    get: ONE_IF_FOUND,
    validate: ONE_IF_FOUND,
    match: 'Costs one look-up for each line found.',
    nearest: 'Free.',
  },
}

/** With a body it is a POST. */
export interface AskedPath {
  readonly path: string
  readonly query: Query
  readonly body?: string
}

type AskPath = (request: AskedPath) => Promise<Reply>

/** Asks paths of the service, which checks, limits and charges each call as any other. */
export function lookUpsOf(askPath: AskPath, isSample: boolean): LookUps {
  return {
    ...OF_SERVICE,
    isSample: () => isSample,
    async ask(question) {
      const { status, body } = await askPath(requestOf(question))
      const answer = JSON.parse(String(body))
      if (status >= 400 && typeof answer.detail === 'string') {
        throw new LookUpRefused(`${answer.detail} (${status}, ${answer.code})`)
      }
      return withoutUrls(answer)
    },
  }
}

/** An agent asks by ID; the URL would only be read and paid for. */
function withoutUrls(answer: Readonly<Record<string, unknown>>): object {
  const { suggestions } = answer
  if (!Array.isArray(suggestions)) return answer
  return { suggestions: suggestions.map(({ url: _, ...rest }) => rest) }
}

function requestOf(question: Question): AskedPath {
  const query = new Map<string, string[]>()
  const areas = question.kind === 'find' ? undefined : question.areas
  if (areas !== undefined && question.kind !== 'match') query.set('areas', [areas])
  switch (question.kind) {
    case 'find':
      query.set('top', [String(question.top)])
      return { path: `/autocomplete/${encodeURIComponent(question.text)}`, query }
    case 'get':
      return { path: `/get/${encodeURIComponent(question.id)}`, query }
    case 'validate':
      return { path: `/validate/${encodeURIComponent(question.line)}`, query }
    case 'match':
      return { path: '/match', query, body: JSON.stringify({ addresses: question.lines, areas }) }
    case 'nearest':
      query.set('top', [String(question.top)])
      query.set('radius', [String(question.radiusKm)])
      return { path: `/nearest/${question.latitude}/${question.longitude}`, query }
  }
}
