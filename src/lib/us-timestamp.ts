// Timestamps on the wire, in UTC: `8/23/2026 12:00:00 AM`.

const HALF_DAY = 12

export function usTimestamp(ms: number): string {
  const date = new Date(ms)
  const hours = date.getUTCHours()
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
  const time = [hours % HALF_DAY || HALF_DAY, two(date.getUTCMinutes()), two(date.getUTCSeconds())]
  return `${day} ${time.join(':')} ${hours < HALF_DAY ? 'AM' : 'PM'}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
