import { expect, test } from 'vitest'
import { publicLookup } from './public-address.ts'

test.each([
  'localhost',
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.251',
  '255.255.255.255',
  '0.0.0.0',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:93.184.215.14',
  '64:ff9b::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
])('%s is not on the public internet', async (hostname) => {
  for (const all of [true, false]) {
    const found = await new Promise((resolve) => {
      publicLookup(hostname, { all }, (error, address) => resolve(error ? 'refused' : address))
    })
    expect(found).toBe('refused')
  }
})

test.each(['93.184.215.14', '140.82.121.3', '172.32.0.1', '2a0a:a440::1', '2606:4700::1111'])(
  '%s is',
  async (hostname) => {
    const found = await new Promise((resolve) => {
      publicLookup(hostname, {}, (error, address) => resolve(error ? 'refused' : address))
    })
    expect(found).toBe(hostname)
  },
)
