// Text of a file for a terminal: nothing in it can move the cursor or break the line.

const LENGTH_MAX = 200

export function printable(text: string): string {
  const shown = text.replace(/\p{C}/gu, '·')
  return shown.length > LENGTH_MAX ? `${shown.slice(0, LENGTH_MAX)}…` : shown
}
