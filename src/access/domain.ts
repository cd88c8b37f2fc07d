// Whether a page's host is a token's domain or below it, label by label.

import { isIP } from 'node:net'

/** Lower-case and in ASCII, without port and final dot; undefined for anything but a named host. */
export function hostOfUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const isAddress = isIP(host) !== 0 || host.startsWith('[')
  return host === '' || isAddress ? undefined : host
}

/** `evil-example.com` and `example.com.evil.net` are not within `example.com`. */
export function isWithinDomain(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
}
