import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { mostCodes } from '#domain/coupons/coupon-batch.ts'
import { redeemCoupon } from '#server/business/subscriptions/redeem-coupon.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, expiredOwner, testAdmin, theAdmin } from '#support/admin.ts'
import { confirmedIn, registerIn } from '#support/people.ts'
import { forgetUses, storeUses } from '#support/stored/coupons.ts'
import { personAt, storeOwners } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { insertCoupons } from './admin-coupons.store.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
const admin = testAdmin(site)

const month = { value: 1, unit: 'm' as const }
const add = (codes: string[], change: object = {}) =>
  admin.call(calls.addCoupons, {
    body: { licenseCount: 3, interval: month, codes, password: theAdmin.password, ...change },
  })
const lookUp = async (query: string) => {
  const { status, body } = await admin.call(calls.lookUpCoupons, { body: { query } })
  expect(status).toBe(200)
  return body
}
const storedCodes = async () => (await allRows(site.db, 'coupon')).map(({ code }) => code)

describe('coupons that take money off', () => {
  const off = { percent: 20, offCents: null, periods: 3, intervals: [month], firstTime: true }
  const addOff = (codes: string[], terms: object, more: object = {}) =>
    admin.call(calls.addCoupons, {
      body: { off: { ...off, ...terms }, codes, password: theAdmin.password, ...more },
    })

  test('are found by code and by associate, beside those for licences', async () => {
    expect((await addOff(['Money 1', 'Money 2'], {}, { associate: 'Both Kinds' })).body).toEqual({
      created: 2,
    })
    await add(['Both 1'], { associate: 'both kinds' })
    expect((await lookUp('money1')).coupon).toMatchObject({ code: 'Money 1', off, licenseCount: 0, uses: 0 })
    expect((await lookUp('Both kinds')).coupons.map(({ code, off }) => [code, off?.percent])).toEqual(
      expect.arrayContaining([
        ['Money 1', 20],
        ['Money 2', 20],
        ['Both 1', undefined],
      ]),
    )
    const { associates } = (await admin.call(calls.couponAssociates)).body
    expect(associates.find(({ associate }) => /^both kinds$/i.test(associate))?.coupons).toBe(3)
    expect((await auditOf(site)).find(({ after }) => after?.includes('money1'))?.after).toContain(
      '"percent":20',
    )
    expect((await addOff(['MONEY 1'], {})).problem?.errors).toEqual({ codes: expect.any(String) })
  })

  test('need either a percentage or an amount', async () => {
    const refused = await addOff(['Money 3'], { offCents: 100, periods: 0 })
    expect(refused.problem?.errors).toEqual({
      off: expect.stringMatching(/^Please enter either a percentage/),
      periods: 'Please enter a number from 1 to 120.',
    })
    expect(await storedCodes()).not.toContain('Money 3')
  })
})

describe('coupons that the admin adds', () => {
  test('are found by code, however it is typed, with all that was said of them', async () => {
    const { status, body } = await add([' Spring Sale '], {
      associate: ' Acme Ltd. ',
      maxUsages: 5,
      validUntil: '2028-02-29',
    })
    expect([status, body]).toEqual([200, { created: 1 }])
    const spring = {
      code: 'Spring Sale',
      associate: 'Acme Ltd.',
      licenseCount: 3,
      maxUses: 5,
      interval: month,
      validUntil: '2028-02-29',
      uses: 0,
    }
    const found = { coupon: spring, coupons: [spring], errorMessage: null, count: 0, uses: [] }
    expect(await lookUp('SPRINGsale')).toEqual(found)
    expect(await lookUp(' spring sale ')).toEqual(found)
    expect((await auditOf(site)).at(-1)).toMatchObject({
      action: 'coupons-added',
      target: 'springsale',
      after: JSON.stringify({
        count: 1,
        licenseCount: 3,
        interval: month,
        maxUsages: 5,
        associate: 'Acme Ltd.',
        validUntil: '2028-02-29',
        couponKeys: ['springsale'],
      }),
    })
  })

  test('need neither associate nor limits, and can be redeemed', async () => {
    await add(['For ever'], { associate: ' ', validUntil: '' })
    const { coupon } = await lookUp('forever')
    expect(coupon).toEqual({ code: 'For ever', licenseCount: 3, interval: month, uses: 0 })
    expect(await redeemCoupon(site.services, expiredOwner.accountId, 'FOREVER')).toMatchObject({
      decision: { next: { licenseCount: 3, coupon: 'For ever' } },
    })
  })

  test('are as many as one request holds, and the log names the first', async () => {
    const length = mostCodes.characters / mostCodes.count
    const codes = Array.from({ length: mostCodes.count }, (_, n) => `Bulk${n}`.padEnd(length, '-'))
    const { status, body } = await add(codes, { associate: 'x'.repeat(100), validUntil: '2029-12-31' })
    expect([status, body]).toEqual([200, { created: mostCodes.count }])
    const { after } = (await auditOf(site)).at(-1) ?? {}
    expect(JSON.parse(after ?? '')).toMatchObject({
      count: mostCodes.count,
      firstCouponKey: couponKey(codes[0] ?? ''),
    })
    expect(after?.length).toBeLessThan(400)
    expect((await lookUp('x'.repeat(100))).coupons).toHaveLength(mostCodes.count)
  })

  test.each<[string, string[], object, object]>([
    ['a code that exists', ['new one', 'SPRING-SALE', 'springsale'], {}, { codes: 'exist' }],
    ['a code twice', ['twin', 'other', 'T win'], {}, { codes: 'These codes stand there twice: twin' }],
    ['no code', ['fine', 'a!'], {}, { codes: 'These can not be coupon codes: a!' }],
    ['no codes', [], {}, { codes: 'Please specify the coupon codes separated by newlines' }],
    ['no licences', ['fine'], { licenseCount: 0 }, { licenseCount: 'License count has to be a pos int' }],
    [
      'no interval',
      ['fine'],
      { interval: { value: 0, unit: 'm' } },
      { 'interval.value': 'Interval value has to be a pos int' },
    ],
    [
      '101 years',
      ['fine'],
      { interval: { value: 101, unit: 'y' } },
      { 'interval.value': 'At most 100 years can be given at once.' },
    ],
    [
      'a short name',
      ['fine'],
      { associate: 'abc' },
      { associate: 'Associate is too short or invalid keyword' },
    ],
    ['no uses', ['fine'], { maxUsages: 0 }, { maxUsages: 'Max usages has to be a pos int' }],
    [
      'a day that is none',
      ['fine'],
      { validUntil: '2027-02-29' },
      { validUntil: 'Valid until has to be specified as YYYY-MM-DD' },
    ],
  ])('are none at all with %s', async (_, codes, change, errors) => {
    const before = [await storedCodes(), (await auditOf(site)).length]
    const { status, problem } = await add(codes, change)
    const expected = 'codes' in errors && errors.codes === 'exist' ? taken('springsale') : errors
    expect([status, problem?.code, problem?.errors]).toEqual([422, 'invalid', expected])
    expect([await storedCodes(), (await auditOf(site)).length]).toEqual(before)
  })

  test('added twice concurrently are added once, in any order', async () => {
    const codes = ['Race A', 'Race B', 'Race C']
    const answers = await Promise.all([add(codes), add(codes.toReversed())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    for (const code of codes) expect(refused?.problem?.errors?.codes).toContain(code)
    expect((await storedCodes()).filter((code) => code.startsWith('Race')).toSorted()).toEqual(codes)
  })
})

describe('looking coupons up', () => {
  test('finds all of an associate, with who redeemed them', async () => {
    const { services, clock } = site
    await add(['Partner 1', 'Partner 2', 'Partner 3'], { associate: 'Partner' })
    clock.advanceBusiness({ days: 1 })
    await add(['Partner 4'], { associate: 'PARTNER', interval: { value: 2, unit: 'y' } })
    const holders = []
    for (const [index, couponCode] of ['partner1', 'partner1', 'partner2'].entries()) {
      const email = `holder${index}@desk.example`
      clock.advanceBusiness({ days: 1 })
      await (index === 0 ? registerIn : confirmedIn)(site, site.client(), email, { couponCode })
      if (index > 0) holders.push(await accountOf(email))
    }
    const { coupon, coupons, uses, errorMessage } = await lookUp(' partner ')
    expect([coupon, errorMessage]).toEqual([null, null])
    expect(coupons.map(({ code, uses: count }) => [code, count])).toEqual([
      ['Partner 4', 0],
      ['Partner 1', 2],
      ['Partner 2', 1],
      ['Partner 3', 0],
    ])
    // the first one is only held: it counts, and is not listed
    expect(uses).toEqual([
      expect.objectContaining({
        couponCode: 'Partner 2',
        contact: 'holder2@desk.example',
        accountId: holders[1],
      }),
      expect.objectContaining({
        couponCode: 'Partner 1',
        contact: 'holder1@desk.example',
        accountId: holders[0],
      }),
    ])
    expect(uses[0]?.name).not.toBe('')
    await forgetUses(services.database.db, holders[1] ?? '')
    const later = await lookUp('partner')
    expect([later.uses.length, later.coupons[2]?.uses]).toEqual([1, 1])
    expect((await lookUp('partner 1')).uses).toHaveLength(1)
  })

  test('prefers a code to an associate of the same name', async () => {
    await add(['Twofold', 'Another'], { associate: 'Twofold' })
    expect((await lookUp('TWOFOLD')).coupons.map(({ code }) => code)).toEqual(['Twofold'])
  })

  test.each([
    ['', 'Enter a coupon code or associate'],
    ['   ', 'Enter a coupon code or associate'],
    ['nobody', 'No matching coupon or associate'],
    ['%', 'No matching coupon or associate'],
    ["' or 1=1 --", 'No matching coupon or associate'],
  ])('%j finds nothing, and says so', async (query, errorMessage) => {
    expect(await lookUp(query)).toEqual({ coupon: null, coupons: [], count: 0, uses: [], errorMessage })
  })

  test('changes nothing and leaves no entry', async () => {
    const before = (await auditOf(site)).length
    await lookUp('partner')
    expect((await auditOf(site)).length).toBe(before)
  })

  test('lists all uses, ten a page, newest first', async () => {
    const now = site.clock.now()
    await inTransaction(site.db, (trx) =>
      insertCoupons(trx, [
        {
          code_key: 'crowd',
          code: 'Crowd',
          license_count: 1,
          interval_value: 1,
          interval_unit: 'm',
          uses: 1_001,
          created_at: now,
        },
      ]),
    )
    const people = Array.from({ length: 1_001 }, (_, index) => ({
      name: 'One of many',
      email: `many${index}@example.org`,
    }))
    const accounts = await storeOwners(site.db, people, now)
    await storeUses(
      site.db,
      'crowd',
      accounts.map((accountId, index) => ({ accountId, at: new Date(now.getTime() + index * 1000) })),
    )
    const { uses, count, coupon } = await lookUp('crowd')
    expect({ uses: coupon?.uses, count }).toEqual({ uses: 1_001, count: 1_001 })
    expect(uses.map(({ accountId }) => accountId)).toEqual(accounts.toReversed().slice(0, 10))
    const page = async (of: number) =>
      (await admin.call(calls.lookUpCoupons, { body: { query: 'crowd', page: of } })).body.uses.map(
        ({ accountId }) => accountId,
      )
    expect(await page(1)).toEqual(accounts.toReversed().slice(10, 20))
    expect(await page(100)).toEqual([accounts[0]])
    expect(await page(101)).toEqual([])
  })
})

test('associates are listed by name with their number of coupons, ignoring case', async () => {
  const { body } = await admin.call(calls.couponAssociates)
  const names = body.associates.map(({ associate }) => associate.toLowerCase())
  expect(names).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
  expect(body.associates).toContainEqual({ associate: 'PARTNER', coupons: 4 })
  expect(body.associates).toContainEqual({ associate: 'Acme Ltd.', coupons: 1 })
  expect(body.associates).toContainEqual({ associate: 'demo', coupons: 1 })
})

const taken = (code: string) => ({ codes: `There are coupons with these codes already: ${code}` })

async function accountOf(email: string): Promise<string> {
  return (await personAt(site.db, email)).accountId
}
