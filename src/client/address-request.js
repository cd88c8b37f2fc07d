// The requests of <address-lookup>, which never wait for long.

/** After this the service is taken to be gone, so that nobody watches a spinner for long. */
const GIVE_UP_MS = 8_000

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<{ status: number, body: any, headers: Headers, ms: number }>} status 0 if no answer came
 */
export async function request(url, signal) {
  const begun = performance.now()
  const call = new AbortController()
  const giveUp = () => call.abort()
  signal.addEventListener('abort', giveUp)
  const timer = setTimeout(giveUp, GIVE_UP_MS)
  try {
    const response = await fetch(url, { signal: call.signal })
    const { status, headers } = response
    // A proxy answers for a service that is down with a page.
    const body = await response.json().catch(() => undefined)
    const isUnread = status === 200 && body === undefined
    return { status: isUnread ? 0 : status, body, headers, ms: performance.now() - begun }
  } catch {
    return { status: 0, body: undefined, headers: new Headers(), ms: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** @param {number} ms @param {AbortSignal} signal */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', resolve, { once: true })
  })
}
