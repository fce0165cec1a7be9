import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { testApp, testConfig } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

const site = testApp()

/** The network that a request counts by, as the log of a site with that setting has it. */
async function networkOf(trustProxy: string, remoteAddress: string, forwardedFor: string): Promise<unknown> {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  const app = await createApp({ ...site.services, log, config: testConfig({ TRUST_PROXY: trustProxy }) })
  const client = new TestClient(app, site.services.config, { remoteAddress })
  await client.call(calls.healthLive, { headers: { 'x-forwarded-for': forwardedFor } })
  await app.close()
  return JSON.parse(written.find((line) => line.includes('"request"')) ?? '{}').network
}

test.each([
  ['0', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['1', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['2', '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.0/8', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.0/8', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['1', '10.0.0.1', '2001:DB8:0:0:0:0:0:9', '2001:db8:0:0::/64'],
  ['1', '10.0.0.1', 'nonsense', 'unknown'],
])(
  'with TRUST_PROXY=%s a request from %s for "%s" counts by %s',
  async (setting, from, forwarded, network) => {
    expect(await networkOf(setting, from, forwarded)).toBe(network)
  },
)
