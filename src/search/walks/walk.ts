// What every way to walk streets has in common.

/** Gives the streets that may answer a reading, best known first: the lower a street's number, the better known. */
export interface Walk {
  /** The next street, always a higher number than the one before; or END, also when the work is spent. */
  next(): number
}

export const END = -1
