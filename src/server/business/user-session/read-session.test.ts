import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { markPresent, markRemoved, personAt } from '#support/stored/people.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { storeFavourite } from '#support/stored/watching.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => seedDemo(site.services))

async function sessionOf(word: string): Promise<SignedInSession> {
  const browser = site.client()
  await signIn(browser, `${word}@lectern.example`, `demo-${word}-1`)
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error(`${word} could not sign in`)
  return body
}

const team = '00000000-0000-4000-8000-000000000002'
const setSubscription = (change: Parameters<typeof changeSubscription>[2]) =>
  changeSubscription(site.db, team, change)

describe('a session', () => {
  test('without a user says so, and nothing else', async () => {
    expect((await site.client().call(calls.userSession)).body).toEqual({ authenticated: false })
  })

  test('of an owner holds the account, all permissions, and the team in the order in which it was added', async () => {
    const { account, permissions, user, admin } = await sessionOf('owner')
    expect(user).toMatchObject({ name: 'Olivia Owens', email: 'owner@lectern.example', confirmed: true })
    expect(permissions).toEqual(['account.manage', 'subscription.manage', 'users.manage'])
    expect(admin).toBe(false)
    expect(account).toMatchObject({
      name: 'Brightwater Software',
      newsletter: false,
      language: 'en',
      version: 1,
    })
    expect(account.contacts).toHaveLength(1)
    expect(account.users?.map(({ name, role, seat, confirmed }) => [name, role, seat, confirmed])).toEqual([
      ['Olivia Owens', 'owner', true, true],
      ['Victor Vale', 'user', true, true],
      ['Mira Manning', 'manager', true, true],
    ])
  })

  test('of a manager has the users and nothing else', async () => {
    const { permissions, account } = await sessionOf('manager')
    expect(permissions).toEqual(['users.manage'])
    expect(account.users).toHaveLength(3)
  })

  test('of a plain user has no permissions and no other users', async () => {
    const session = await sessionOf('viewer')
    expect(session.permissions).toEqual([])
    expect(session.account).not.toHaveProperty('users')
    expect(JSON.stringify(session)).not.toMatch(/owner@|Olivia|Mira/)
    expect(session.mayWatch).toBe(true)
  })

  test('of the admin is marked as such', async () => {
    expect(await sessionOf('admin')).toMatchObject({ admin: true, subscription: null, mayWatch: true })
  })

  test('never holds a hash, a code or a token', async () => {
    expect(JSON.stringify(await sessionOf('owner'))).not.toMatch(/argon2|hash|token/i)
  })

  test('holds the favourites of its user alone, in the order in which they were added', async () => {
    await storeCategory(site.db, 'c')
    for (const id of ['one', 'two']) await storeVideo(site.db, id, { category_id: 'c' })
    const owner = await sessionOf('owner')
    for (const [minute, id] of ['two', 'one'].entries())
      await storeFavourite(site.db, owner.user.id, id, new Date(Date.UTC(2026, 0, 1, 0, minute)))
    expect((await sessionOf('owner')).favourites).toEqual(['two', 'one'])
    expect((await sessionOf('viewer')).favourites).toEqual([])
  })
})

describe('the subscription in a session', () => {
  test('shows what the account has', async () => {
    expect((await sessionOf('owner')).subscription).toEqual({
      status: 'prepaid',
      health: 'ok',
      until: '2027-05-20T10:00:00.000Z',
      pricingId: null,
      priceCents: null,
      creditCents: 0,
      licenseCount: 10,
      includedLicenses: 10,
      includedLicenseCount: 3,
      interval: null,
      version: 1,
      prepaid: true,
      pendingExpiry: false,
    })
  })

  test('has ended the moment its time is over, without any job', async () => {
    expect(await sessionOf('expired')).toMatchObject({
      subscription: { status: 'cancelled' },
      mayWatch: false,
    })
  })

  test('that is active is past due, and still watched with, until its grace is over', async () => {
    const days = (count: number) => new Date(site.clock.now().getTime() + count * 86_400_000)
    await setSubscription({ status: 'active', until: days(-9) })
    expect(await sessionOf('viewer')).toMatchObject({
      subscription: { status: 'active', health: 'past-due' },
      mayWatch: true,
    })
    await setSubscription({ status: 'active', until: days(-10) })
    expect(await sessionOf('viewer')).toMatchObject({
      subscription: { status: 'cancelled' },
      mayWatch: false,
    })
    await setSubscription({ status: 'pending-expiry', until: days(3) })
    expect(await sessionOf('viewer')).toMatchObject({ subscription: { pendingExpiry: true }, mayWatch: true })
    await setSubscription({ status: 'prepaid', until: days(180) })
  })

  test('names the users to ask to a user who may neither watch nor subscribe, and to no others', async () => {
    const askable = async (word: string) => (await sessionOf(word)).askable
    await setSubscription({ status: 'prepaid', until: new Date(site.clock.now().getTime() - 86_400_000) })
    expect(await askable('viewer')).toEqual(['Olivia Owens', 'Mira Manning'])
    expect(await askable('manager')).toEqual(['Olivia Owens'])
    expect(await askable('owner')).toBeUndefined()
    await setSubscription({
      status: 'prepaid',
      until: new Date(site.clock.now().getTime() + 180 * 86_400_000),
    })
    for (const word of ['viewer', 'manager', 'owner']) expect(await askable(word)).toBeUndefined()
  })

  test('lets watch as many users as it has licences, those who were added first', async () => {
    await setSubscription({ licenseCount: 1 })
    expect((await sessionOf('owner')).mayWatch).toBe(true)
    expect((await sessionOf('viewer')).mayWatch).toBe(false)
    expect((await sessionOf('owner')).account.users?.map(({ seat }) => seat)).toEqual([true, false, false])
    await setSubscription({ licenseCount: 5 })
  })

  test('refuses playback to a user removed a moment ago', async () => {
    const browser = site.client()
    await signIn(browser, 'viewer@lectern.example', 'demo-viewer-1')
    const { userId } = await personAt(site.db, 'viewer@lectern.example')
    await markRemoved(site.db, userId, site.clock.now())
    expect((await browser.call(calls.userSession)).body).toEqual({ authenticated: false })
    await markPresent(site.db, userId)
  })
})

test('one account never shows in the session of another', async () => {
  const browser = site.client()
  await confirmedIn(site, browser, 'other@example.org', { name: `marker ${randomUUID()}` })
  await signIn(browser, 'other@example.org')
  const { text } = await browser.call(calls.userSession)
  expect(text).not.toMatch(/lectern\.example|Brightwater/)
})
