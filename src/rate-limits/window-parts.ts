// In how many parts a sliding window is kept.

/** This many and the one under way, so a request is forgotten at most 1/30 of the window late. */
export const PARTS = 30
export const SLOTS = PARTS + 1
