// Which IP addresses are public: everything else is ours, a neighbour's or nobody's, and no delivery goes there.

import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

// RFC 6890 and its successors: "this network", private, shared, loopback, link-local, assignments, documentation,
// benchmarks, 6to4 relays, multicast, reserved.
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// Of IPv6 only the global unicast block is public at all, so forms that hold an IPv4 address (mapped, translated)
// are out; within it these are not: Teredo and other assignments, documentation, 6to4.
const PUBLIC_V6: readonly [string, number] = ['2000::', 3]
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NOT_PUBLIC_V6) notPublic.addSubnet(network, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet(...PUBLIC_V6, 'ipv6')

/** False for whatever is no IP address, too. */
export function isPublicAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, names a link of this machine.
  if (address.includes('%')) return false
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  if (version === 6) return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return false
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('0.0.0.0', 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')

/** Whether it leads to this very machine. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')) return true
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((one) => one.address === address),
  )
}
