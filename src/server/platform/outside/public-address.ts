import dns from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** DNS lookup that refuses a name with any address outside the public internet: the connection uses what was checked. */
export const publicLookup: LookupFunction = checkedLookup(isPublicAddress)

/** DNS lookup that refuses a name unless every address of it is allowed. */
export function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new PrivateAddress(), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** An address, or one of a name's addresses, is not on the public internet. */
export class PrivateAddress extends Error {
  constructor() {
    super('A private address')
  }
}

/** Returns whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return isIPv6(address) ? !private6.check(address, 'ipv6') : !private4.check(address, 'ipv4')
}

/** Returns whether an IP address is this machine's own: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Networks outside the public internet (registries of RFC 6890). IPv4 has a list of its own: in a common one, each IPv4 address
 * would be in ::/3 by its IPv4-mapped form.
 */
const private4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  private4.addSubnet(network, prefix, 'ipv4')

const private6 = new BlockList()
for (const [network, prefix] of [
  // all but 2000::/3: loopback, IPv4-mapped, NAT64, private, link-local and multicast addresses
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // Teredo and other protocols, documentation, 6to4
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  private6.addSubnet(network, prefix, 'ipv6')
