// What may be given up of a line that nothing fits: a country declares it as a table, the least certain thing first.

/** A part of a line. `spaces` are the gaps between words, `name` what a house without a number goes by. */
export type GivenUpPart =
  | 'spaces'
  | 'region'
  | 'postcode'
  | 'place'
  | 'some of the place'
  | 'unknown part of the place'
  | 'street'
  | 'spelling of the street'
  | 'unit word'
  | 'name'

/** One row of the table: what is left out, and what must be as typed instead. */
export interface GiveUp {
  readonly parts: readonly GivenUpPart[]
  /** What else the line must have for enough to be left. */
  readonly needs?: 'postcode' | 'place' | 'no number'
  /** The street has the typed name, or one like it; `misspelt` where its place has none of just that name. */
  readonly street?: 'same' | 'similar' | 'misspelt'
  /** The place has the typed name, one like it, or lies around the one that was named, or in the same town. */
  readonly place?: 'same' | 'similar' | 'around' | 'unknown'
  /** The fewest letters of a name that may be taken for one like it. */
  readonly lettersMin?: number
  /** Typing errors are allowed in addition. */
  readonly isLoose?: boolean
  /** Where there are more answers than these, the line says too little. */
  readonly answersMax?: number
  /** Only where the street seems to end at the likeliest place. */
  readonly isLikeliest?: boolean
  /** What callers are told, where it is not the parts by their own names. */
  readonly name?: string
}

/** Where postcodes are digits and say less than the name of a place. */
export const NATIONAL_GIVES_UP: readonly GiveUp[] = [
  { parts: ['spaces'] },
  { parts: [], isLoose: true },
  { parts: ['region'] },
  { parts: ['postcode'], place: 'same' },
  { parts: ['some of the place'], needs: 'postcode' },
  { parts: ['place'], needs: 'postcode', street: 'same' },
  { parts: ['postcode'], street: 'same' },
  { parts: ['region'], isLoose: true },
  { parts: ['place'], place: 'similar', lettersMin: 7 },
  { parts: ['spelling of the street'], street: 'misspelt', lettersMin: 7 },
  { parts: ['unknown part of the place', 'postcode'] },
  { parts: ['place', 'postcode'], place: 'around', street: 'same' },
  { parts: ['place'], place: 'similar', lettersMin: 5 },
  { parts: ['spelling of the street'], street: 'misspelt', lettersMin: 5 },
  { parts: ['postcode'], street: 'similar', isLoose: true },
  { parts: ['place'], needs: 'postcode', street: 'similar', isLoose: true },
  { parts: ['unit word'] },
  { parts: ['place', 'postcode'], place: 'unknown', street: 'same' },
]
