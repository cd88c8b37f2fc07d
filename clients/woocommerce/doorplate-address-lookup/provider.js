// Answers WooCommerce's address autocomplete from a Doorplate service, with the domain token of the chosen country.

;(() => {
  const GIVE_UP_MS = 8_000
  const { url = '', tokens = {} } = window.doorplateAddressProvider ?? {}
  /** The search that is under way, by the part of the form: a newer one cancels it. */
  const searches = new Map()

  async function ask(path, country, call = new AbortController()) {
    const late = new Error('the service did not answer in time')
    const timer = setTimeout(() => call.abort(late), GIVE_UP_MS)
    try {
      const key = encodeURIComponent(tokens[country] ?? '')
      const response = await fetch(`${url}${path}?api-key=${key}`, { signal: call.signal })
      const body = await response.json()
      if (response.ok) return body
      throw new Error(body.detail ?? `the service answered ${response.status}`)
    } finally {
      clearTimeout(timer)
    }
  }

  /** A checkout must work without suggestions, so nothing is ever thrown. */
  async function orElse(fallback, answer) {
    try {
      return await answer()
    } catch (error) {
      if (error.name !== 'AbortError') console.warn(`Doorplate: ${error.message}`)
      return fallback
    }
  }

  /** Where the words that were typed stand in a suggestion. */
  function matches(label, query) {
    const text = label.toLowerCase()
    const spans = new Map()
    for (const word of query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const offset = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'))
      if (offset >= 0) spans.set(offset, Math.max(word.length, spans.get(offset) ?? 0))
    }
    return [...spans]
      .sort(([a], [b]) => a - b)
      .map(([offset, length]) => ({ offset, length }))
  }

  const text = (...parts) => parts.filter(Boolean).join(', ')

  /** The fields of WooCommerce. In Australia and New Zealand the first line is the label without its place. */
  function fields(address, country) {
    const { postcode = '', locality = '', locality_name: suburb = '', town_city: town = '' } = address
    if (country === 'GB') {
      const lines = [address.line_1, address.line_2, address.line_3, address.line_4, locality]
      const [first = '', ...others] = lines.filter(Boolean)
      const { town_or_city: city = '', county: state = '' } = address
      return { address_1: first, address_2: text(...others), city, state, postcode, country }
    }
    const label = address.address_label ?? ''
    const place =
      country === 'AU' ? `${suburb} ${address.state} ${postcode}` : [...new Set([suburb, town])].join(', ')
    const end = label.lastIndexOf(place)
    const line = (end > 0 ? label.slice(0, end) : label).replace(/[ ,]+$/, '')
    return {
      address_1: line,
      address_2: country === 'NZ' && suburb !== town ? suburb : '',
      city: town || suburb,
      state: address.state ?? '',
      postcode,
      country,
    }
  }

  const provider = {
    id: 'doorplate',
    canSearch: (country) => country in tokens,
    search: (query, country, type) =>
      orElse([], async () => {
        searches.get(type)?.abort()
        const call = new AbortController()
        searches.set(type, call)
        const path = `/autocomplete/${encodeURIComponent(query)}`
        const { suggestions } = await ask(path, country, call)
        return suggestions.map(({ id, address }) => ({
          // Only the country says which token to ask with, and the choice comes back without it.
          id: `${country}:${id}`,
          label: address,
          matchedSubstrings: matches(address, query),
        }))
      }),
    select: (chosen) =>
      orElse(null, async () => {
        const country = chosen.slice(0, 2)
        const address = await ask(`/get/${encodeURIComponent(chosen.slice(3))}`, country)
        return fields(address, country)
      }),
  }

  window.wc?.addressAutocomplete?.registerAddressAutocompleteProvider?.(provider)
})()
