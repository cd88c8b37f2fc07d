// What `track` events tell of a look-up: who asked, from which page, and the postcode of the answer.

import type { Trace } from '../webhooks/bodies.ts'

const REFERER_CHARACTERS_MAX = 1000

export function traceOf(ipAddress: string, referer: string | undefined, answer: unknown): Trace {
  return [ipAddress, postcodeOf(answer), referer === undefined ? '' : plainReferer(referer)]
}

/** Empty where the answer has not exactly one: a list of addresses or places. */
function postcodeOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  if ('postcode' in answer) return typeof answer.postcode === 'string' ? answer.postcode : ''
  // Validate of Variant B wraps its address.
  return 'address' in answer ? postcodeOf(answer.address) : ''
}

/** Without user name, query and fragment, any of which may hold a secret. */
export function plainReferer(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, origin, pathname } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return ''
  const page = origin + pathname
  return page.length <= REFERER_CHARACTERS_MAX ? page : origin.slice(0, REFERER_CHARACTERS_MAX)
}
