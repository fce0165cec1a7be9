import { afterEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

let site: TestApp | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

/** What a site with these settings says of the tax of a country: to somebody private, and to somebody with this VAT id. */
async function vatAt(settings: Record<string, string>, country: string, vatId?: string): Promise<unknown> {
  site ??= await createTestApp({ settings: { VAT_MODE: 'full', RATE_LIMITS: '1000', ...settings } })
  const query = { users: '1', interval: '1m', country, ...(vatId && { vatId }) }
  const { body } = await site.client().call(calls.priceQuote, { query })
  return [body.vat.basisPoints, body.vat.reverseCharge]
}

test('a seller at home and abroad, before the One Stop Shop', async () => {
  const settings = {}
  expect(await vatAt(settings, 'DE')).toEqual([1900, false])
  expect(await vatAt(settings, 'HU')).toEqual([1900, false])
  expect(await vatAt(settings, 'CH')).toEqual([0, false])
  expect(await vatAt(settings, 'AT', 'ATU12345675')).toEqual([0, true])
  expect((await site?.client().call(calls.config))?.body.vat).toEqual({ percent: 19, mode: 'full' })
})

test('with the One Stop Shop private customers pay what they pay at home', async () => {
  const settings = { OSS_SINCE: '2026-01-01', THIRD_COUNTRY_VAT: 'standard' }
  expect(await vatAt(settings, 'HU')).toEqual([2700, false])
  expect(await vatAt(settings, 'CH')).toEqual([1900, false])
})

test('a seller elsewhere takes the tax of their country', async () => {
  const settings = { SELLER_COUNTRY: 'FI' }
  expect(await vatAt(settings, 'DE')).toEqual([2550, false])
  expect(await vatAt(settings, 'DE', 'DE136695976')).toEqual([0, true])
  expect((await site?.client().call(calls.config))?.body.vat).toEqual({ percent: 25.5, mode: 'full' })
})

test('a small business takes none', async () => {
  expect(await vatAt({ SMALL_BUSINESS: '1' }, 'DE')).toEqual([0, false])
  expect((await site?.client().call(calls.config))?.body.vat).toEqual({ percent: 0, mode: 'full' })
})
