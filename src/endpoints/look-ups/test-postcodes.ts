// Postcodes that no place has, with which callers try out what their software does with an answer. They cost nothing.

import type { PostalAddress } from '../../address/postal.ts'
import { EMPTY_POSTAL_ADDRESS } from '../../address/postal-lines.ts'
import { Problem, type ProblemCode } from '../../http/problem.ts'

const REFUSED: ReadonlyMap<string, ProblemCode> = new Map([
  ['XX400X', 'bad-request'],
  ['XX401X', 'unauthorized'],
  ['XX403X', 'forbidden'],
  ['XX404X', 'not-found'],
  ['XX429X', 'rate-limit'],
  ['XX500X', 'internal-error'],
])

/** Includes the ID, so that a suggestion can be resolved. */
const ANSWERED = 'XX200X'

/** No place has a postcode of this shape. */
const SHAPE = /^\s*XX\s*\d\s*\d\d\s*X\s*$/i

const EXAMPLE: PostalAddress = {
  ...EMPTY_POSTAL_ADDRESS,
  postcode: 'XX2 00X',
  latitude: 52.5,
  longitude: -1.5,
  formatted_address: ['10 Example Street', '', '', 'Exampleton', 'Exampleshire'],
  thoroughfare: 'Example Street',
  building_number: '10',
  line_1: '10 Example Street',
  town_or_city: 'Exampleton',
  county: 'Exampleshire',
  district: 'Exampleton',
  country: 'England',
  residential: true,
}

/** Undefined for anything but a test postcode. Throws if the test postcode is for trying out a refusal. */
export function exampleOf(text: string): { id: string; item: PostalAddress } | undefined {
  if (!SHAPE.test(text)) return undefined
  const compact = text.replace(/\s/g, '').toUpperCase()
  if (compact === ANSWERED) return { id: ANSWERED, item: EXAMPLE }
  const code = REFUSED.get(compact)
  if (code === undefined) return undefined
  throw new Problem(code, 'This test postcode always gives this answer.', {
    isRehearsal: true,
    ...(code === 'bad-request' && { title: 'postcode' }),
    ...(code === 'rate-limit' && { retryAfterSeconds: 1 }),
  })
}

export function exampleById(id: string): PostalAddress | undefined {
  return id === ANSWERED ? EXAMPLE : undefined
}
