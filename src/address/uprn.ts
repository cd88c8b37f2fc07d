// UPRNs: the number that a British address keeps for life, in one spelling.

const UPRN = /^0*([1-9]\d{0,11})(?:\.0+)?$/
const NAMED = /^uprn[ :#-]*(\d+)$/i
/** Shorter numbers are house numbers to people, unless they write `UPRN` before them. */
const BARE = /^\d{6,}$/

/** Without the zeros that some files put in front; undefined if it is not a UPRN. */
export function normaliseUprn(text: string): string | undefined {
  return UPRN.exec(text.trim())?.[1]
}

/** The UPRN that a look-up term is: `100023336956`, `UPRN 1234`. */
export function uprnOfTerm(term: string): string | undefined {
  const text = term.trim()
  const [, named = BARE.test(text) ? text : ''] = NAMED.exec(text) ?? []
  return normaliseUprn(named)
}

/** The UPRN of an id such as `uprn-100023336956`. */
export function uprnOfId(id: string): string | undefined {
  return /^uprn-/i.test(id) ? normaliseUprn(id.slice(5)) : undefined
}
