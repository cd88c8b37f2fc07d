// An id of the national file as prefix and number: `GAVIC425325004` is `GAVIC` and 425325004.

/** The number of an id that does not end with digits. */
export const NO_PID_NUMBER = 0xffffffff
/** More might not fit 32 bits. */
const DIGITS_MAX = 9
const ZERO = 48

/** Where the number begins. It begins with no 0, so that prefix and number give the id back. */
export function pidNumberStart(pid: string): number {
  const end = pid.length
  let start = end
  while (start > 0 && end - start < DIGITS_MAX && isDigit(pid.charCodeAt(start - 1))) start--
  while (start < end && pid.charCodeAt(start) === ZERO) start++
  return start
}

export function pidNumber(pid: string, start: number): number {
  const end = pid.length
  let number = 0
  for (let at = start; at < end; at++) number = (number * 10 + pid.charCodeAt(at) - ZERO) | 0
  return start === end ? NO_PID_NUMBER : number
}

export function pidText(prefix: string, number: number): string {
  return number === NO_PID_NUMBER ? prefix : prefix + number
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
