// What REDIS_URL names: one server, the servers that Sentinel watches over, or a cluster.

interface HostPort {
  readonly host: string
  readonly port: number
}

interface SeveralHosts {
  readonly hosts: readonly HostPort[]
  readonly username: string
  readonly password: string
  readonly isTls: boolean
}

export type RedisPlace =
  | { readonly kind: 'server'; readonly url: string }
  | (SeveralHosts & { readonly kind: 'sentinel'; readonly masterName: string })
  | (SeveralHosts & { readonly kind: 'cluster' })

export const REDIS_URL_FORMS =
  'a URL that begins with redis://… or rediss://…, ' +
  'or have the form redis+sentinel://:password@host:port,host:port/name-of-master ' +
  'or redis+cluster://:password@host:port,host:port, with special characters as %XX'

const HOSTS_MAX = 20
const SERVER = /^rediss?:\/\//i
const SEVERAL =
  /^(redis|rediss)\+(sentinel|cluster):\/\/(?:([^@/?#:]*)(?::([^@/?#]*))?@)?([^@/?#]+)\/?([^@/?#]*)$/i

/** Undefined when it has none of the forms. */
export function parseRedisUrl(text: string): RedisPlace | undefined {
  if (SERVER.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : undefined
  const [whole, scheme = '', kind = '', ...rest] = SEVERAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const [user = '', secret = '', hostsText = '', name = ''] = rest
  const isSentinel = kind.toLowerCase() === 'sentinel'
  const hosts = parseHosts(hostsText, isSentinel ? 26_379 : 6379)
  const [username, password, masterName] = [user, secret, name].map(decoded)
  if (hosts === undefined || username === undefined) return undefined
  if (password === undefined || masterName === undefined) return undefined
  const several = { hosts, username, password, isTls: scheme.toLowerCase() === 'rediss' }
  if (isSentinel)
    return masterName === '' ? undefined : { kind: 'sentinel', masterName, ...several }
  return masterName === '' ? { kind: 'cluster', ...several } : undefined
}

function parseHosts(text: string, defaultPort: number): HostPort[] | undefined {
  const urls = text.split(',').map((host) => `redis://${host.trim()}`)
  if (urls.length > HOSTS_MAX || !urls.every((url) => URL.canParse(url))) return undefined
  const hosts = urls.map((url) => {
    const { hostname, port } = new URL(url)
    // An IPv6 address stands in brackets.
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
  })
  return hosts.every(({ host, port }) => host !== '' && port > 0) ? hosts : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
