// Resolves the host of a target. All of its addresses must be public.

import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isOwnAddress, isPublicAddress, type Target, type TargetRules } from './target.ts'

const ANSWERS_MAX = 16
const DNS_TIMEOUT_MS = 2500
const DNS_TRIES = 2

/** All addresses of a name; rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** The system's look-up would block threads while a name server is slow, and would add names of the local network. */
export function nameServers(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  return async (host) => {
    const both = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

/** As the system resolves a name, including its hosts file: for hosts that the operator has allowed. */
async function systemNames(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}

/** Undefined when no connection is allowed. Attempts rotate through the addresses of a name. */
export async function addressOf(
  { host, port, isAllowed }: Target,
  { ownPort }: TargetRules,
  attempt: number,
  resolve: Resolve,
): Promise<string | undefined> {
  const addresses = await addressesOf(host, isAllowed, resolve)
  if (addresses.length === 0 || addresses.length > ANSWERS_MAX) return undefined
  if (!isAllowed && !addresses.every((each) => isPublicAddress(each) && !isOwnAddress(each)))
    return undefined
  if (port === ownPort && addresses.some(isOwnAddress)) return undefined
  return addresses[attempt % addresses.length]
}

async function addressesOf(host: string, isAllowed: boolean, resolve: Resolve) {
  if (isIP(host) !== 0) return [host]
  try {
    return isAllowed ? await systemNames(host) : await resolve(host)
  } catch {
    return []
  }
}
