// Which IP addresses are public. Deliveries go nowhere else.

import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

// The special-purpose registries of IANA (RFC 6890 and its successors), and one address of a cloud.
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by the customers of a carrier
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // the host agent of Azure, which looks public
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

// Only the global unicast block of IPv6 is public at all. Outside it are loopback, private and link-local addresses,
// multicast, and what holds an IPv4 address: mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
const PUBLIC_V6: readonly [string, number] = ['2000::', 3]
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks, multicast tunnels, AS112
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

const notPublic = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NOT_PUBLIC_V6) notPublic.addSubnet(network, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet(...PUBLIC_V6, 'ipv6')

/** False if it is not an IP address. */
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

/** Whether it is this machine. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')) return true
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((one) => one.address === address),
  )
}
