import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allInvoices } from '#support/stored/money.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import { setOnSale } from './plan-on-sale.ts'
import { PricesYaml } from './prices-yaml.ts'
import { readYaml } from './read-yaml.ts'
import { openSiteFiles } from './site-files.ts'

const mine = `spring:
  basePrice: 12.50
  users: {1: 100, 10: 80}
  intervals:
    1 month: 100
    2 weeks: 100
`
const good = mine.replace('    2 weeks: 100\n', '    1 year: 75\n')

function folderWith(prices: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-prices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'prices.yaml'), prices)
  return folder
}

const mistakesIn = (yaml: string) => {
  const mistakes: string[] = []
  readYaml(yaml, PricesYaml, (line, sentence) => void mistakes.push(`${line}: ${sentence}`))
  return mistakes
}

test('a set of prices is read as the plan that it sells', () => {
  expect(mistakesIn(good)).toEqual([])
  expect(readYaml(good, PricesYaml, () => undefined)?.sets.spring).toEqual({
    plan: {
      id: 'spring',
      basePriceCents: 1250,
      currency: 'EUR',
      userTiers: [
        { fromUsers: 1, percent: 100 },
        { fromUsers: 10, percent: 80 },
      ],
      intervals: [
        { interval: { value: 1, unit: 'm' }, percent: 100 },
        { interval: { value: 1, unit: 'y' }, percent: 75 },
      ],
    },
    from: undefined,
    before: 'launch',
  })
})

describe('a mistake is reported with its line', () => {
  test.each([
    [mine, '6: spring.intervals.2 weeks: has to stand below what is shorter'],
    [good.replace('75', '101'), /^6: spring\.intervals\.1 year: /],
    [
      good.replace('1 month: 100', '1 month: 50'),
      '6: spring.intervals.1 year: must not cost more a month than what is shorter',
    ],
    [
      good.replace('1 year', 'one year'),
      '6: spring.intervals.one year: has to be an interval such as 1 month, 3 months or 1 year',
    ],
    [good.replace('{1: 100, 10', '{2: 100, 10'), '3: spring.users: has to begin with 1 user'],
    [good.replace('10: 80', '61: 80'), '3: spring.users.61: has to be a number of users from 1 to 60'],
    [good.replace('10: 80', '1: 80'), /^3: Map keys must be unique/],
    [good.replace('12.50', '12.505'), '2: spring.basePrice: has to be euros with at most two decimals'],
    [good.replace('12.50', '0'), /^2: spring\.basePrice: /],
    [good.replace('12.50', '"12,50"'), /^2: spring\.basePrice: /],
    [good.replace('spring:', 'launch:'), '1: launch: launch is a set of the product: choose another name'],
    [good.replace('spring:', 'plan-1:'), '1: plan-1: plan-1 is a set of the product: choose another name'],
    [good.replace('spring:', 'Spring 1:'), /^1: Spring 1: A name has small letters/],
    [
      `${good}  from: 2027-02-30\n`,
      '7: spring.from: has to be a day such as 2027-03-01, or a time of it such as 2027-03-01 09:00',
    ],
    [
      `${good}  from: 2027-02-28 24:00\n`,
      '7: spring.from: has to be a day such as 2027-03-01, or a time of it such as 2027-03-01 09:00',
    ],
    [`onSale: constructor\n${good}`, '1: onSale: there is no set constructor'],
    [`${good}  before: toString\n`, '7: spring.before: there is no set toString'],
    [`onSale: autumn\n${good}`, '1: onSale: there is no set autumn'],
    [`onSale: 7\n${good}`, /^1: onSale: /],
    [`${good}  before: autumn\n`, '7: spring.before: there is no set autumn'],
    [`${good}  form: 2027-01-01\n`, '7: spring: Unrecognized key: "form"'],
    [
      `${good}  from: 2027-01-01\n  before: spring\n`,
      '8: spring.before: spring has to be on sale from an earlier day',
    ],
  ])('%#', (yaml, mistake) => {
    const [first] = mistakesIn(yaml)
    if (mistake instanceof RegExp) expect(first).toMatch(mistake)
    else expect(first).toBe(mistake)
  })
})

test('the start is refused where PRICE_SET names no set', async () => {
  const log = { warn() {}, error() {} } as never
  await expect(openSiteFiles({ folder: folderWith(good), priceSet: 'summer', log })).rejects.toThrow(
    /prices\.yaml:1: PRICE_SET names summer, but the sets are launch, pandemic2020, spring$/,
  )
  const opened = await openSiteFiles({ folder: folderWith(good), priceSet: 'spring', log })
  opened.close()
})

test('the set that PRICE_SET names is sold from its day on, everywhere at once', async () => {
  const folder = folderWith(`${good}  from: 2026-11-23\n  before: pandemic2020\n`)
  const site = await createTestApp({ settings: { SITE_DIR: folder, PRICE_SET: 'spring' } })
  onTestFinished(() => site.close())
  const sold = async () => {
    const { body } = await site.client().call(calls.config)
    const quote = await site.client().call(calls.priceQuote, {
      query: { users: '1', interval: '1m' },
    } as never)
    const { text } = await site.client().fetch('GET', '/pricing', { headers: { accept: 'text/html' } })
    return [body.pricing.plan, (quote.body as { netCents?: number }).netCents, /€[\d.]+/.exec(text)?.[0]]
  }
  expect(await sold()).toEqual(['plan-1', 500, '€5.95'])
  // midnight of the seller's zone is 23:00 in UTC
  site.clock.advanceBusiness({ days: 1, hours: 12, minutes: 59 })
  expect((await sold())[0]).toBe('plan-1')
  site.clock.advanceBusiness({ minutes: 1 })
  expect(await sold()).toEqual(['spring', 1250, '€14.88'])

  writeFileSync(join(folder, 'prices.yaml'), good.replace('12.50', '8'))
  await site.services.siteFiles.refresh()
  expect(await sold()).toEqual(['spring', 800, '€9.52'])
  rmSync(join(folder, 'prices.yaml'))
  await site.services.siteFiles.refresh()
  expect(await sold()).toEqual(['spring', 800, '€9.52'])
  expect(site.services.siteFiles.mistakes[0]?.sentence).toContain('PRICE_SET names spring')
})

test('the file names the set on sale itself, from an hour on; PRICE_SET wins', async () => {
  const folder = folderWith(`onSale: spring\n${good}  from: 2026-11-21 11:30\n  before: pandemic2020\n`)
  const site = await createTestApp({ settings: { SITE_DIR: folder } })
  onTestFinished(() => site.close())
  const sold = async () => (await site.client().call(calls.config)).body.pricing.plan
  // 11:00 in Berlin
  expect(await sold()).toBe('plan-1')
  site.clock.advanceBusiness({ minutes: 29 })
  expect(await sold()).toBe('plan-1')
  site.clock.advanceBusiness({ minutes: 1 })
  expect(await sold()).toBe('spring')
  const other = await createTestApp({ settings: { SITE_DIR: folder, PRICE_SET: 'launch' } })
  onTestFinished(() => other.close())
  expect((await other.client().call(calls.config)).body.pricing.plan).toBe('plan-2')
})

test('a time that clocks show twice begins the sale once, the first time', () => {
  const prices = readYaml(`onSale: spring\n${good}  from: 2026-10-25 02:30\n`, PricesYaml, () => undefined)
  if (!prices) throw new Error('the prices have mistakes')
  const at = (time: string) => setOnSale(prices, undefined, new Date(time), 'Europe/Berlin').name
  expect(at('2026-10-25T00:29:59Z')).toBe('launch')
  expect(at('2026-10-25T00:30:00Z')).toBe('spring')
  // 02:10 again
  expect(at('2026-10-25T01:10:00Z')).toBe('spring')
})

test('a subscription keeps the prices that it was sold with, through its renewals', async () => {
  const folder = folderWith(good)
  const site = await createTestApp({ settings: { SITE_DIR: folder, PRICE_SET: 'spring', TRIAL_DAYS: '0' } })
  onTestFinished(() => site.close())
  const ada = await accountHolder(site, 'ada@example.org')
  expect((await subscribe(ada)).status).toBe(200)
  writeFileSync(join(folder, 'prices.yaml'), good.replace('12.50', '99'))
  await site.services.siteFiles.refresh()
  const bob = await accountHolder(site, 'bob@example.org')
  await subscribe(bob)
  site.clock.advanceBusiness({ days: 32 })
  await runUpkeep(site.services)
  const charged = (await allInvoices(site.db)).map(({ net_cents: cents }) => cents)
  expect(charged.toSorted((one, other) => one - other)).toEqual([1250, 1250, 9900, 9900])
})
