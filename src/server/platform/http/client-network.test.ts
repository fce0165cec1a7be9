import { expect, test } from 'vitest'
import { clientNetwork, shownNetwork } from './client-network.ts'

test.each([
  ['an IPv4 address counts by itself', '192.0.2.7', '192.0.2.7'],
  ['an IPv6 address counts by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['a neighbour in the /64 counts with it', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['another /64 does not', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['an IPv4 client on an IPv6 socket counts as IPv4', '::ffff:192.0.2.7', '192.0.2.7'],
  ['an address that only ends like an IPv4 client', '2001:db8::ffff:192.0.2.7', '2001:db8:0:0::/64'],
  ['one that differs from it in its first group alone', '1::ffff:192.0.2.7', '1:0:0:0::/64'],
  ['one that differs from it in its sixth group alone', '::1:192.0.2.7', '0:0:0:0::/64'],
  ['zeros that are left out in the middle', '1::2:3:4:5:6', '1:0:0:2::/64'],
  ['the zone of a link does not matter', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['what is no address counts together', 'nonsense', 'unknown'],
])('%s', (_, address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('every spelling of an address counts as the same', () => {
  const spellings = [
    '2001:db8:0:0:0:0:0:1',
    '2001:0db8::0001',
    '2001:DB8::1',
    '2001:db8:0:0::1',
    '2001:db8::0.0.0.1',
  ]
  expect(new Set(spellings.map(clientNetwork))).toEqual(new Set(['2001:db8:0:0::/64']))
})

test.each([
  ['192.0.2.7', '192.0.2.x'],
  ['2001:db8:1:2::/64', '2001:db8:1:x'],
  ['unknown', 'unknown'],
])('a viewer sees of %s: %s', (network, shown) => {
  expect(shownNetwork(network)).toBe(shown)
})
