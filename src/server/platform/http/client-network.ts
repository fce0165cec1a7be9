import { isIPv4, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether a proxy is trusted: its address, and the number of hops between it and us. */
type TrustsProxy = (address: string, hop: number) => boolean

/** Parses the setting TRUST_PROXY (config/settings.ts): all proxies, a number of hops, or their addresses. */
export function trustedProxies(setting: boolean | number | string): TrustsProxy | false {
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  if (typeof setting === 'boolean') return setting && (() => true)
  return proxyAddr.compile(setting.split(',').map((address) => address.trim()))
}

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 address, which is what one household
 * or rented machine gets. All spellings of an address give the same text.
 */
export function clientNetwork(address: string): string {
  const plain = address.includes('%') ? address.replace(/%.*$/, '') : address
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const groups = groupsOf(plain)
  // ::ffff:192.0.2.1 is an IPv4 client on an IPv6 socket
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // the URL parser accepts every spelling and returns the canonical one, without dotted parts
  const shortest = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [first = [], last = []] = shortest
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * Masks a network for display: recognisable for its user, without the last part ('192.0.2.x', '2001:db8:1:x'). Takes
 * the result of `clientNetwork`.
 */
export function shownNetwork(network: string): string {
  return network.replace(/(?<=\.)\d+$|(?<=:)[\da-f]+::\/64$/, 'x')
}
