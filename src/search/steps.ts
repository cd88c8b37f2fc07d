// What the parts of a search cost, in the steps that a request is counted in.

/** What things cost, in steps of about ten nanoseconds each on a core at 17 million addresses. */
export const STEPS = {
  /** All that the next word of a query can be. */
  readingStep: 200,
  /** A letter that a word may have been meant to go on with, tried for the other words that it may be. */
  letterTried: 6,
  /** A term that a word may have been meant for, marked. */
  meant: 5,
  /** One relaxation of a reading: what it requires, and a walk opened for it. */
  attempt: 600,
  /** What it requires, where no street may have it. */
  required: 150,
  /** A line that something is given up of: its parts told apart, and what is left put together. */
  givenUp: 1_000,
  /** A street that is visited, and a place whose addresses are counted. */
  visited: 2,
  placeCounted: 8,
  /** A place, or a postcode as one, that is looked at for the words and the filter of a search for places. */
  placeJudged: 30,
  /** A value of its fields that a filter is compared with. It is folded only once, and always counted as if it were. */
  placeCompared: 60,
  /** Thirty-two streets whose addresses are counted, one after the other. */
  streetsCounted: 10,
  /** A street that is looked at for its name or its place. */
  streetSeen: 14,
  /** A candidate street of the lists that are walked, with all that it is looked up in, as is guessed before. */
  candidate: 2,
  /** One whose signature is compared, one that is put among those of other lists, one that is looked up in a map. */
  signed: 0.7,
  merged: 1,
  mapped: 0.8,
  /** One that is looked up in a list of another requirement: at most, and where it is among the next few postings. */
  probe: 8,
  jump: 3,
  /** The same in a list that is read posting by posting: each posting, and each candidate. */
  nextPosting: 0.6,
  /** A street of many lists that is put in one: where it is marked, and where few are sorted. */
  gathered: 2.5,
  sorted: 5,
  /** A list of which the streets of a window are looked for. */
  listInWindow: 0.6,
  /** The first posting of a range of lists, which is at a place of its own in memory. */
  listRead: 6,
  /** A street on which the addresses that can have the number are found, and one whose words are judged. */
  street: 80,
  judged: 60,
  /** The same once more, with all that the words may have been meant for. */
  judgedMeant: 60,
  /** Thirty-two addresses that are looked at together. */
  word: 1,
  /** An address whose number is judged, and one whose names are. */
  row: 30,
  rowNames: 40,
  /** An answer that is kept. */
  answer: 50,
  /** A street that is found to lie within a radius. */
  streetAround: 6,
  /** An address whose distance is measured, to be given nearest first. */
  near: 60,
  /** A name of a street that is read, and one of a street or a place that is compared with what was typed. */
  nameRead: 250,
  nameCompared: 150,
  /** The text of an address, compared with that of a whole line. */
  ownText: 400,
  /** The words of an address, compared with those of a whole line. */
  line: 5_000,
} as const

/** How many words of bit maps are read in one step, and how many postings. */
export const WORDS_PER_STEP = 3
export const POSTINGS_PER_STEP = 5
/** How many are marked in a bit map: each is at another place in memory. */
export const MARKED_PER_STEP = 2.5
