import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { auditOf, browserOf, expiredOwner, testAdmin, theAdmin } from '#support/admin.ts'
import { payingOwner, sessionOf } from '#support/paying-team.ts'
import { storeCoupon } from '#support/stored/coupons.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)

const { accountId } = expiredOwner
const month = { value: 1, unit: 'm' as const }
const assignPrepaid = (change: object = {}) =>
  admin.call(calls.assignPrepaid, {
    body: { accountId, password: theAdmin.password, licenseCount: 4, interval: month, ...change },
  })
const assignCoupon = (couponCode: string, change: object = {}) =>
  admin.call(calls.assignCoupon, {
    body: { accountId, password: theAdmin.password, couponCode, ...change },
  })

test('an account gets prepaid licences, and its owner may watch again', async () => {
  const { status, body } = await assignPrepaid()
  expect([status, body.subscription]).toMatchObject([
    200,
    { status: 'prepaid', licenseCount: 4, includedLicenses: 4, interval: month, prepaid: true },
  ])
  const { subscription, mayWatch } = await sessionOf(await browserOf(site, expiredOwner.userId))
  expect(mayWatch).toBe(true)
  expect(subscription).toEqual(body.subscription)
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'prepaid-assigned',
    target: accountId,
    before: expect.stringContaining('"licenseCount":1'),
    after: expect.stringMatching(/"licenseCount":4.*"interval":\{"value":1,"unit":"m"\}/),
  })
})

test('a coupon goes to an account once, however its code is typed', async () => {
  await storeCoupon(site.db, { code: 'For Friends', licenseCount: 9, createdAt: site.clock.now() })
  const { status, body } = await assignCoupon(' FORFriends ')
  expect([status, body.subscription]).toMatchObject([200, { coupon: 'For Friends', licenseCount: 9 }])
  expect((await assignCoupon('for friends')).problem?.code).toBe('coupon-running')
  expect((await auditOf(site)).filter(({ action }) => action === 'coupon-assigned')).toMatchObject([
    { target: accountId, after: expect.stringContaining('"couponKey":"forfriends"') },
  ])
})

test.each([
  ['an account that there is not', () => assignPrepaid({ accountId: crypto.randomUUID() }), 404, 'not-found'],
  [
    'another one that there is not',
    () => assignCoupon('For Friends', { accountId: crypto.randomUUID() }),
    404,
    'not-found',
  ],
  ['a code that there is not', () => assignCoupon('no such code'), 422, 'invalid'],
  ['101 years', () => assignPrepaid({ interval: { value: 101, unit: 'y' } }), 422, 'invalid'],
  ['what can not be the id of an account', () => assignPrepaid({ accountId: 'nothing' }), 422, 'invalid'],
  ['no licences', () => assignPrepaid({ licenseCount: 0 }), 422, 'invalid'],
])('%s is refused, and leaves no entry', async (_, attempt, status, code) => {
  const before = (await auditOf(site)).length
  const answer = await attempt()
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect((await auditOf(site)).length).toBe(before)
})

test('a paying account gets no prepaid licences in addition', async () => {
  const { account } = await sessionOf(await payingOwner(site, 'pays@admin.example'))
  const { status, problem } = await assignPrepaid({ accountId: account.id })
  expect([status, problem?.code]).toEqual([409, 'already-subscribed'])
})
