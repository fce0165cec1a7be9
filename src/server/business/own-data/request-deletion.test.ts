import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { mailsTo, newestMailTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import { type SeededAccount, seedAccount, seededPassword } from '#support/seeded-account.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { accountRowOf, userRowOf } from '#support/stored/people.ts'
import { changeSubscription, storedSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let seeded = 0
const site = testApp()

/** A new account for each test. */
async function freshAccount(): Promise<SeededAccount> {
  seeded += 1
  return seedAccount(site, `team${'abcdefghijklmnopqrstuvwxyz'[seeded]}`)
}

const ask = (client: TestClient, currentPassword = seededPassword) =>
  client.call(calls.requestDeletion, { body: { currentPassword } })

async function accountOf(client: TestClient) {
  const { body } = await client.call(calls.userSession)
  if (!body.authenticated) throw new Error('nobody is signed in')
  return body.account
}

const subjectsTo = async (address: string) => (await mailsTo(site, address)).map(({ subject }) => subject)

describe('an owner who requests deletion', () => {
  test('has the account deleted in fourteen days, and all its users see the day', async () => {
    const { owner, member } = await freshAccount()
    const inFourteenDays = new Date(site.clock.now().getTime() + 14 * 86_400_000).toISOString()
    const answer = await ask(owner.client)
    expect([answer.status, answer.body]).toEqual([200, { deletionAt: inFourteenDays }])
    const of = { deletionAt: inFourteenDays, deletionOf: 'account' }
    expect(await accountOf(owner.client)).toMatchObject(of)
    expect(await accountOf(member.client)).toMatchObject(of)
  })

  test('keeps the first day for any number of requests, with one mail', async () => {
    const { owner } = await freshAccount()
    const first = await ask(owner.client)
    site.clock.advanceBusiness({ days: 3 })
    const second = await ask(owner.client)
    expect(second.body).toEqual(first.body)
    expect(await mailsTo(site, owner.email)).toHaveLength(2)
  })

  test('is notified at every confirmed contact, and at no other', async () => {
    const { owner, id } = await freshAccount()
    const second = owner.email.replace('Mail', 'second')
    const [{ db }, now] = [site.services.database, site.clock.now()]
    await storeContact(db, { accountId: id, userId: owner.id }, { email: second, confirmedAt: now }, now)
    await ask(owner.client)
    const mail = await newestMailTo(site, owner.email)
    expect(mail.subject).toMatch(/^Your account at Lectern will be deleted on \d+\. \w+, 2026$/)
    expect(mail.text).toContain('You have asked us to delete your account')
    expect(mail.text).toContain('Keep my account: http://localhost:3000/account/profile#own-data')
    expect(await mailsTo(site, second)).toHaveLength(1)
    const pending = owner.email.replace('Mail', 'pending')
    expect(await mailsTo(site, pending)).toEqual([])
  })

  test('has the other users notified as well', async () => {
    const { owner, member } = await freshAccount()
    await ask(owner.client)
    const { text } = await newestMailTo(site, member.email)
    expect(text).toContain('The owner of the account that you are a user of')
    expect(text).not.toContain('Keep my account')
  })

  test('watches and stays signed in until then', async () => {
    const { owner, member } = await freshAccount()
    await ask(owner.client)
    const { body } = await owner.client.call(calls.userSession)
    expect(body).toMatchObject({ authenticated: true, mayWatch: true })
    expect((await member.client.call(calls.userSession)).body).toMatchObject({ mayWatch: true })
  })

  test('is not charged any more: an active subscription ends with its paid period', async () => {
    const { owner, id } = await freshAccount()
    await changeSubscription(site.db, id, { status: 'active' })
    const before = await storedSubscription(site.db, id)
    await ask(owner.client)
    const after = () => storedSubscription(site.db, id)
    const { until, licenseCount, version } = before
    expect(await after()).toMatchObject({
      status: 'pending-expiry',
      until,
      licenseCount,
      version: version + 1,
      state: { status: 'pending-expiry' },
    })
    await owner.client.call(calls.keepAccount)
    expect(await after()).toMatchObject({ status: 'pending-expiry' })
  })

  test('and a prepaid one stays unchanged', async () => {
    const { owner } = await freshAccount()
    await ask(owner.client)
    const { body } = await owner.client.call(calls.userSession)
    expect(body).toMatchObject({ subscription: { status: 'prepaid', version: 1 } })
  })
})

describe('a plain user who requests deletion', () => {
  test("removes only themselves: the account's owner is not notified", async () => {
    const { owner, member } = await freshAccount()
    expect((await ask(member.client)).status).toBe(200)
    expect(await accountOf(member.client)).toMatchObject({ deletionOf: 'user' })
    expect((await accountOf(owner.client)).deletionAt).toBeUndefined()
    expect((await newestMailTo(site, member.email)).text).toContain('remove you from your account')
    expect(await mailsTo(site, owner.email)).toHaveLength(1)
  })

  test('cannot keep an account whose owner deletes it', async () => {
    const { owner, member } = await freshAccount()
    await ask(owner.client)
    expect((await member.client.call(calls.keepAccount)).status).toBe(200)
    expect(await accountOf(owner.client)).toMatchObject({ deletionOf: 'account' })
    expect(await accountOf(member.client)).toMatchObject({ deletionOf: 'account' })
    expect(await subjectsTo(member.email)).not.toContain('Your account at Lectern stays')
  })
})

test('a deletion and its revocation concern one account and one user', async () => {
  const [one, other] = [await freshAccount(), await freshAccount()]
  await ask(one.owner.client)
  await ask(one.member.client)
  expect((await accountRowOf(site.db, one.id)).deletion_asked_by).toBe(one.owner.id)
  expect((await accountRowOf(site.db, other.id)).deletion_at).toBeNull()
  expect((await userRowOf(site.db, other.member.id)).deletion_at).toBeNull()
  expect(await subjectsTo(other.owner.email)).toHaveLength(1)
  await ask(other.owner.client)
  await ask(other.member.client)
  await one.owner.client.call(calls.keepAccount)
  await one.member.client.call(calls.keepAccount)
  expect(await accountRowOf(site.db, one.id)).toMatchObject({ deletion_at: null, deletion_asked_by: null })
  expect((await accountRowOf(site.db, other.id)).deletion_at).not.toBeNull()
  expect((await userRowOf(site.db, one.member.id)).deletion_at).toBeNull()
  expect((await userRowOf(site.db, other.member.id)).deletion_at).not.toBeNull()
})

describe('revoking a deletion', () => {
  test('notifies everyone who had been notified of it', async () => {
    const { owner, member } = await freshAccount()
    await ask(owner.client)
    expect((await owner.client.call(calls.keepAccount)).body).toEqual({ status: 'ok' })
    expect((await accountOf(owner.client)).deletionAt).toBeUndefined()
    expect((await accountOf(owner.client)).deletionOf).toBeUndefined()
    for (const { email } of [owner, member])
      expect(await subjectsTo(email)).toContain('Your account at Lectern stays')
  })

  test('does nothing without one', async () => {
    const { owner, member } = await freshAccount()
    expect((await owner.client.call(calls.keepAccount)).status).toBe(200)
    expect((await member.client.call(calls.keepAccount)).status).toBe(200)
    expect(await mailsTo(site, owner.email)).toHaveLength(1)
  })

  test('restarts the fourteen days on a new request', async () => {
    const { member } = await freshAccount()
    const first = await ask(member.client)
    await member.client.call(calls.keepAccount)
    site.clock.advanceBusiness({ days: 2 })
    const second = await ask(member.client)
    expect(new Date(second.body.deletionAt).getTime() - new Date(first.body.deletionAt).getTime()).toBe(
      2 * 86_400_000,
    )
  })

  test('again and again fills no mailbox', async () => {
    const { owner, member } = await freshAccount()
    for (let time = 0; time < 5; time += 1) {
      await ask(owner.client)
      await owner.client.call(calls.keepAccount)
    }
    for (const { email } of [owner, member]) {
      const subjects = (await subjectsTo(email)).filter((subject) => !subject.startsWith('Subject for'))
      expect(subjects).toHaveLength(6)
    }
  })
})

describe('is refused', () => {
  test('without the password', async () => {
    const { owner } = await freshAccount()
    expect((await ask(owner.client, 'a guess')).problem?.code).toBe('wrong-password')
    expect((await owner.client.call(calls.requestDeletion, { body: {} })).status).toBe(422)
    expect((await accountOf(owner.client)).deletionAt).toBeUndefined()
  })

  test('to signed-out visitors', async () => {
    expect((await ask(site.client())).status).toBe(401)
    expect((await site.client().call(calls.keepAccount)).status).toBe(401)
  })

  test('to the admin, whose account the site is run with', async () => {
    await seedDemo(site.services)
    const admin = site.client()
    await signIn(admin, 'admin@lectern.example', 'demo-admin-1')
    expect((await ask(admin, 'demo-admin-1')).problem?.code).toBe('forbidden')
    expect((await accountOf(admin)).deletionAt).toBeUndefined()
    expect((await admin.call(calls.keepAccount)).status).toBe(200)
  })
})
