import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { browserOf } from '#support/admin.ts'
import { resolveTxt, signInAtCompany, teamOfCompany } from '#support/company-people.ts'
import { startCompanyServer } from '#support/company-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { registerIn, signIn } from '#support/people.ts'
import { giveRole, markPresent, markRemoved, personAt } from '#support/stored/people.ts'
import { addUser } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { findCompany } from './company.store.ts'
import { isStillPerson } from './user-of-person.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })
const server = openForTests(startCompanyServer)

const companyAt = async (domain: string) => ({
  domain,
  ...(await teamOfCompany(site, server, { domain })),
})
const whoIs = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? { email: body.user.email, accountId: body.account.id } : undefined
}

test('a subject of a provider that serves two companies is another user in each', async () => {
  const [one, two] = [await companyAt('first-of-two.example'), await companyAt('second-of-two.example')]
  const signedInAt = async (email: string) => {
    const browser = site.client()
    await signInAtCompany(browser, server, { sub: 'the same', email })
    return whoIs(browser)
  }
  for (const { domain, accountId } of [one, two, one]) {
    const email = `same@${domain}`
    expect(await signedInAt(email)).toEqual({ email, accountId })
  }
})

test('a removed user leaves a free seat', async () => {
  const domain = 'seats.example'
  const { accountId } = await teamOfCompany(site, server, { domain, licenses: 2 })
  await addUser(site, accountId, `gone@${domain}`, { removed: true })
  const person = { sub: 'next', email: `next@${domain}` }
  expect(await signInAtCompany(site.client(), server, person)).toBe('/content')
})

test('a user who has become the owner is refused by their subject as well', async () => {
  const { domain, ownerId } = await companyAt('promoted.example')
  const person = { sub: 'promoted', email: `promoted@${domain}` }
  expect(await signInAtCompany(site.client(), server, person)).toBe('/content')
  await giveRole(site.db, ownerId, 'manager')
  await giveRole(site.db, (await personAt(site.db, person.email)).userId, 'owner')
  const browser = site.client()
  expect(await signInAtCompany(browser, server, person)).toBe('/login/company?problem=company-owner')
  expect(await whoIs(browser)).toBeUndefined()
})

test('a password and a session of an invited user, whose address was not confirmed, end', async () => {
  const { domain, accountId } = await companyAt('invited.example')
  const email = `invited@${domain}`
  const userId = await addUser(site, accountId, email, { confirmed: false })
  const stranger = await browserOf(site, userId)
  // as if a stranger had joined with this address
  const { password_hash } = await site.db
    .selectFrom('account_user')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await site.db.updateTable('account_user').set({ password_hash }).where('id', '=', userId).execute()
  const browser = site.client()
  await signInAtCompany(browser, server, { sub: 'invited', email })
  expect(await whoIs(browser)).toEqual({ email, accountId })
  expect(await whoIs(stranger)).toBeUndefined()
  expect((await signIn(site.client(), email)).problem?.code).toBe('login-failed')
})

test('a stranger who registered the address elsewhere, unconfirmed, loses their password', async () => {
  const { domain, accountId } = await companyAt('registered.example')
  const email = `registered@${domain}`
  await registerIn(site, site.client(), email)
  const { userId } = await personAt(site.db, email)
  const browser = site.client()
  await signInAtCompany(browser, server, { sub: 'registered', email })
  expect(await whoIs(browser)).toEqual({ email, accountId })
  const { password_hash } = await site.db
    .selectFrom('account_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(password_hash).toBeNull()
})

describe('what changes between the check of a person and their session', () => {
  const setUp = async (domain: string) => {
    const { companyId, ...team } = await companyAt(domain)
    const email = `late@${domain}`
    await signInAtCompany(site.client(), server, { sub: 'late', email })
    const { userId } = await personAt(site.db, email)
    const company = (await findCompany(site.db, companyId)) ?? expect.fail('no company')
    const person = {
      issuer: server.issuer,
      subject: 'late',
      claims: {},
      sid: undefined,
      refreshToken: undefined,
    }
    const isStill = (id = userId) => inTransaction(site.db, isStillPerson(company, person, id))
    return { ...team, companyId, userId, isStill }
  }

  test('opens none for a removed user, the owner, another user, or a company that is off', async () => {
    const { userId, companyId, ownerId, isStill } = await setUp('meanwhile.example')
    expect(await isStill()).toBe(true)
    expect(await isStill(ownerId)).toBe(false)
    await markRemoved(site.db, userId, site.clock.now())
    expect(await isStill()).toBe(false)
    await markPresent(site.db, userId)
    await giveRole(site.db, ownerId, 'manager')
    await giveRole(site.db, userId, 'owner')
    expect(await isStill()).toBe(false)
    await giveRole(site.db, userId, 'user')
    expect(await isStill()).toBe(true)
    for (const off of [{ proven_at: null }, { proven_at: site.clock.real(), tried_at: null }]) {
      await site.db.updateTable('company_sign_in').set(off).where('id', '=', companyId).execute()
      expect(await isStill()).toBe(false)
    }
  })
})
