// Reads a decimal number straight from bytes, correctly rounded.
// Unchecked: it runs for every coordinate of a national file, and reads only between the two places given.

const MINUS = 45
const PLUS = 43
const POINT = 46
const ZERO = 48
/** So many digits fit a small integer, before the point and after it. */
const DIGITS_MAX = 9
/** Below 2^53 a division of whole numbers by a power of ten rounds once, that is rightly. */
const WHOLE_MAX = Number.MAX_SAFE_INTEGER
const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power)

/** NaN for an empty field and for everything that is not plain digits with at most one point. */
export function decimalIn(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start]
  let at = sign === MINUS || sign === PLUS ? start + 1 : start
  const wholeStart = at
  let whole = 0
  for (; at < end; at += 1) {
    const digit = bytes[at] - ZERO
    if (digit < 0 || digit > 9) break
    whole = (whole * 10 + digit) | 0
  }
  const wholeDigits = at - wholeStart
  const hasPoint = at < end && bytes[at] === POINT
  if (hasPoint) at += 1
  const fractionStart = at
  let fraction = 0
  for (; at < end; at += 1) {
    const digit = bytes[at] - ZERO
    if (digit < 0 || digit > 9 || !hasPoint) return Number.NaN
    fraction = (fraction * 10 + digit) | 0
  }
  const fractionDigits = at - fractionStart
  if (wholeDigits + fractionDigits === 0) return Number.NaN
  if (wholeDigits > DIGITS_MAX || fractionDigits > DIGITS_MAX) return longDecimal(bytes, start, end)
  const power = POWERS[fractionDigits]
  const digits = whole * power + fraction
  if (digits > WHOLE_MAX) return longDecimal(bytes, start, end)
  return sign === MINUS ? -digits / power : digits / power
}

function longDecimal(bytes: Uint8Array, start: number, end: number): number {
  return Number(Buffer.from(bytes.subarray(start, end)).toString('latin1'))
}
