// Error messages for people on the service's own pages.

/**
 * @param {string} code
 * @param {number} retryAfterSeconds
 * @returns {{ title: string, todo: string }}
 */
export function refusalInWords(code, retryAfterSeconds) {
  const wait = waitingTime(retryAfterSeconds)
  switch (code) {
    case 'daily-limit':
    case 'monthly-buffer':
      return {
        title: 'Today’s look-ups of the demo account are used up.',
        todo: `Suggestions are free and still work. Full addresses are available again in ${wait}, or at once on a larger plan: sign in to the console with the demo’s admin key to choose one.`,
      }
    case 'rate-limit':
    case 'domain-token-rate-limit':
      return { title: 'Too many requests.', todo: `Wait ${wait}, then continue.` }
    case 'forbidden':
      return {
        title: 'The free trial of the demo account has ended.',
        todo: 'Sign in to the console with the demo’s admin key and choose a plan. The page then works again at once.',
      }
    case 'unauthorized':
      return {
        title: 'The domain token of this page is not valid.',
        todo: 'Reload the page. If that does not help, the token was deleted; restart the service to create a new one.',
      }
    case 'service-unavailable':
      return {
        title: 'The service is temporarily unavailable.',
        todo: `Try again in ${wait}. If no data is loaded for this country, import some.`,
      }
    case 'no-answer':
      return {
        title: 'The service does not answer.',
        todo: 'Check that it is running and that you are online.',
      }
    default:
      return { title: 'The request was refused.', todo: 'See the error reference:' }
  }
}

/** @param {number} seconds */
function waitingTime(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}
