// In what ways a held address can be other than a line says, and which of them no match is ever accepted with.

/** What tells addresses of one street or building apart, and the line does not say: it may mean any of them. */
const UNSAID = [
  'street unsaid',
  'number unsaid',
  'unit unsaid',
  'level unsaid',
  'building unsaid',
] as const

/** What the address must have as it was typed: with one of these, another address was meant. */
const CONTRADICTED = [
  'other number',
  'inside a range',
  'other unit',
  'other level',
  'another number is left over',
  'other street',
  'other street type',
  'other direction',
  'other building',
  'street is in the place that was typed',
  'other place and postcode',
] as const

/** What people leave out or write otherwise, and still mean this address. */
const FORGIVEN = [
  'end of a range',
  'unit written otherwise',
  'unit apart from its number',
  'other kind of unit',
  'street spaced otherwise',
  'street misspelt',
  'street alike',
  'street type unsaid',
  'direction unsaid',
  'place spaced otherwise',
  'place misspelt',
  'place alike',
  'place unsaid',
  'other place',
  'other place and no postcode',
  'postcode unsaid',
  'other postcode',
  'postcode alike',
  'other state',
  'whereabouts ignored',
  'words ignored',
  'building misspelt',
] as const

export type Difference =
  | (typeof UNSAID)[number]
  | (typeof CONTRADICTED)[number]
  | (typeof FORGIVEN)[number]

const unsaid: ReadonlySet<Difference> = new Set(UNSAID)
const contradicted: ReadonlySet<Difference> = new Set(CONTRADICTED)

/** Whether a match with it is never accepted. */
export function isDecisive(difference: Difference): boolean {
  return contradicted.has(difference) || unsaid.has(difference)
}

/** Whether it says that another address was meant. */
export function isContradiction(difference: Difference): boolean {
  return contradicted.has(difference)
}
