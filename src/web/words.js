// Refusals in words for people on the service's own pages.

/**
 * @param {string} code
 * @param {number} retryAfterSeconds
 * @returns {{ title: string, todo: string }}
 */
export function refusalInWords(code, retryAfterSeconds) {
  const wait = inTime(retryAfterSeconds)
  switch (code) {
    case 'daily-limit':
    case 'monthly-buffer':
      return {
        title: 'The demo’s look-ups of today are used up.',
        todo: `Suggestions go on, they are free. Full addresses come again in ${wait}, or at once on a larger plan: sign in to the console with the demo’s admin key and choose one.`,
      }
    case 'rate-limit':
    case 'domain-token-rate-limit':
      return { title: 'Too many requests.', todo: `Wait ${wait} and type on.` }
    case 'forbidden':
      return {
        title: 'The demo’s free trial has ended.',
        todo: 'Sign in to the console with the demo’s admin key and choose a plan: the page works again at once.',
      }
    case 'unauthorized':
      return {
        title: 'The token of this page is not accepted.',
        todo: 'Reload the page. If it stays so, the token was removed: the next start of the service makes a new one.',
      }
    case 'service-unavailable':
      return {
        title: 'The service cannot answer just now.',
        todo: `Try again in ${wait}. If no data is loaded for this country, load some.`,
      }
    case 'no-answer':
      return {
        title: 'The service does not answer.',
        todo: 'Look whether it still runs, and whether you are online.',
      }
    default:
      return { title: 'The service refused this.', todo: 'What it means:' }
  }
}

/** @param {number} seconds */
function inTime(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}
