import { expect, test } from 'vitest'
import { clientNetwork, shownNetwork } from '#server/platform/http/client-network.ts'

test.each([
  ['192.0.2.117', '192.0.2.x'],
  ['::ffff:192.0.2.117', '192.0.2.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['::1', '0:0:0:x'],
  ['no address', 'unknown'],
])('%s is shown as %s', (address, shown) => {
  expect(shownNetwork(clientNetwork(address))).toBe(shown)
})
