// The hosts of a database URL, and which of them is the primary as far as this process knows.

import { StoreError } from '../store-error.ts'

const HOSTS_MAX = 10
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/i

/** `postgres://user:password@one:5432,two:5432/database` as one URL for each host. */
export function urlsOf(databaseUrl: string): readonly string[] {
  // The URL holds the password, so the sentence does not repeat it.
  if (!isDatabaseUrl(databaseUrl)) throw malformedUrl()
  return split(databaseUrl)
}

export function isDatabaseUrl(text: string): boolean {
  const urls = split(text)
  return urls.length > 0 && urls.length <= HOSTS_MAX && urls.every((url) => URL.canParse(url))
}

function split(text: string): readonly string[] {
  const [whole, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(text) ?? []
  if (whole === undefined) return []
  return hosts.split(',').map((host) => `${scheme}${user}${host.trim()}${rest}`)
}

export function malformedUrl(): StoreError {
  return new StoreError(
    'The database URL must have the form postgres://user:password@host:5432/database, ' +
      `with up to ${HOSTS_MAX} hosts separated by commas.`,
  )
}

/** All pools of a process share it: what one of them finds out about the primary, the others need not. */
export class PostgresHosts {
  readonly urls: readonly string[]
  #current = 0

  constructor(databaseUrl: string) {
    this.urls = urlsOf(databaseUrl)
  }

  /** The host that was last found to be the primary, or is asked next. */
  get url(): string {
    return this.urls[this.#current] ?? ''
  }

  /** This one did not answer or is a standby. Somebody else may have moved on already. */
  leave(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.urls.length
  }
}
