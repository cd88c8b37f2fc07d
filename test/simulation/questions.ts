// Questions whose answers may be kept, and others that are made to be taken for them.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { Endpoint } from '../../src/endpoints/endpoint.ts'
import type { Request } from '../../src/http/message.ts'
import { parseTarget } from '../../src/http/target.ts'
import { ENDPOINTS } from '../../src/routes.ts'

type Pair = readonly [name: string, value: string]

const PATHS = ['/autocomplete/a', '/autocomplete/a1', '/typeahead/a']
const NAMES = ['top', 'term', 'filter', 'api-key', '3:top']
const VALUES = ['5', '6', 'a', 'a&top=5', '1:5', '']

export const REPEATABLE: readonly Endpoint[] = ENDPOINTS.filter(
  ({ isRepeatable, product }) => isRepeatable === true && product !== undefined,
)

/** One question, and one that reads the same where its parts are run together carelessly. */
export function questionAndTwin(random: SeededRandom): readonly [Request, Request] {
  const path = random.pick(PATHS)
  const pairs = Array.from({ length: random.between(1, 3) }, (): Pair => {
    return [random.pick(NAMES), random.pick(VALUES)]
  })
  return [requestOf(path, pairs), requestOf(path, twinOf(pairs, random))]
}

/** The last pair as a part of the value before it. */
function twinOf(pairs: readonly Pair[], random: SeededRandom): readonly Pair[] {
  const [before, last] = pairs.slice(-2)
  if (before === undefined || last === undefined) return pairs
  const [name, value] = last
  const joined = random.pick([
    `&${name}=${value}`,
    `${name}${value}`,
    `${name.length}:${name}${value.length}:${value}`,
  ])
  return [...pairs.slice(0, -2), [before[0], before[1] + joined]]
}

function requestOf(path: string, pairs: readonly Pair[]): Request {
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const target = parseTarget(`${path}?${query}`)
  if (target === undefined) throw new Error('Every path begins with a slash.')
  return {
    id: 'simulated',
    method: 'GET',
    headers: {},
    remoteAddress: '192.0.2.1',
    readBody: async () => ({ kind: 'text', text: '' }),
    ...target,
  }
}

/** The answer that shows every difference: the question itself, without the key. */
export function freshAnswer(request: Request, endpoint: Endpoint, release: string): string {
  const query = [...request.query].filter(([name]) => name !== 'api-key')
  return JSON.stringify([endpoint.product, release, request.path, query])
}
