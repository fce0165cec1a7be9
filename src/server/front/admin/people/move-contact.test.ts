import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { passDays } from '#support/paying-team.ts'
import { registerIn, signIn } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { primaryContactOf, storeContact } from '#support/stored/contacts.ts'
import { personAt, storeUser, userRowOf } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { giveTotp, hasTotp } from '#support/stored/second-factors.ts'
import { accountHolder } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let count = 0
/** The present address, the next one, and one after it. */
let [old, next, third] = ['', '', '']
let person: { accountId: string; userId: string }
let browser: TestClient
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
const admin = testAdmin(site, { secondFactor: false })
beforeEach(async () => {
  count += 1
  old = `old.${count}@example.org`
  next = `next.${count}@example.org`
  third = `third.${count}@example.org`
  browser = await accountHolder(site, old)
  person = await personAt(site.db, old)
})

const { password } = theAdmin
const move = (email: string, change: object = {}) =>
  admin.call(calls.moveContact, {
    body: { accountId: person.accountId, email, reason: ' lost the mailbox ', password, ...change },
  })
const linkIn = async (address: string, page: 'move' | 'keep') => {
  const texts = (await mailsTo(site, address)).map(({ text }) => text).join('\n')
  return new RegExp(`/${page}-contact#([\\w-]+)`).exec(texts)?.[1] ?? 'none'
}
const prove = (token: string) => site.client().call(calls.proveContactMove, { body: { token } })
const object = (token: string) => site.client().call(calls.objectToContactMove, { body: { token } })
/** Moves the person in one go; returns the former address's link to object. */
async function moved(to = next, from = old): Promise<string> {
  expect((await move(to)).status).toBe(200)
  expect((await prove(await linkIn(to, 'move'))).status).toBe(200)
  return linkIn(from, 'keep')
}
const present = async () => (await primaryContactOf(site.db, person.userId)).email
const canLogIn = async (email: string) => (await signIn(site.client(), email)).status === 200
const audits = async () => (await auditOf(site)).length

test('nothing changes until the link to the new address is followed; then it logs in, gets mails, and the former one is told', async () => {
  expect((await move(` ${next.toUpperCase().replace('EXAMPLE.ORG', 'example.org')} `)).status).toBe(200)
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'contact-move-asked',
    target: person.accountId,
    after: JSON.stringify({ userId: person.userId, reason: 'lost the mailbox' }),
  })
  expect([await present(), await canLogIn(old)]).toEqual([old, true])
  const typed = next.toUpperCase().replace('EXAMPLE.ORG', 'example.org')
  const proof = await linkIn(typed, 'move')
  expect((await prove(proof)).body).toEqual({ email: typed })
  expect([await present(), await canLogIn(next), await canLogIn(old)]).toEqual([typed, true, false])
  expect(await isSignedIn(browser)).toBe(true)
  const [told] = await mailsTo(site, old)
  expect(told?.subject).toBe('The operator of Lectern has moved your account to another email')
  expect(told?.text).toContain(typed)
  expect((await prove(proof)).problem?.code).toBe('move-link-wrong')
})

test('an objection gives the address back, ends all sessions, and removes what was added since', async () => {
  await storeContact(
    site.db,
    person,
    { email: `kept.${count}@example.org`, confirmedAt: site.clock.now() },
    site.clock.now(),
  )
  site.clock.advanceBusiness({ minutes: 1 })
  const link = await moved()
  site.clock.advanceBusiness({ days: 13 })
  const now = site.clock.now()
  await storeContact(site.db, person, { email: third, confirmedAt: now }, now)
  await giveTotp(site.db, person.userId, now)
  expect((await object(link)).body).toEqual({ outcome: 'restored' })
  expect(await present()).toBe(old)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await hasTotp(site.db, person.userId)).toBe(false)
  expect((await userRowOf(site.db, person.userId)).password_hash).toBeNull()
  const contacts = (await allRows(site.db, 'contact')).filter(({ user_id }) => user_id === person.userId)
  expect(contacts.map(({ email }) => email).toSorted()).toEqual([`kept.${count}@example.org`, old])
  for (const email of [old, next, third]) expect(await canLogIn(email)).toBe(false)
  expect((await mailsTo(site, next))[0]?.subject).toBe('Your account at Lectern was moved back')
  const { body } = await admin.call(calls.today)
  const waiting = body.inbox.find(({ kind }) => kind === 'objection')
  expect(waiting?.items.map(({ id }) => id)).toContain(person.accountId)
  expect((await object(link)).problem?.code).toBe('move-link-wrong')
})

test('an objection comes within 14 days, a proof within seven', async () => {
  expect((await move(next)).status).toBe(200)
  const proof = await linkIn(next, 'move')
  site.clock.advanceBusiness({ days: 7 })
  expect((await prove(proof)).problem?.code).toBe('move-link-wrong')
  const link = await moved(third)
  site.clock.advanceBusiness({ days: 14 })
  expect((await object(link)).problem?.code).toBe('move-link-wrong')
  expect(await present()).toBe(third)
  await passDays(site, 1)
  expect((await allRows(site.db, 'contact_move')).filter(({ user_id }) => user_id === person.userId)).toEqual(
    [],
  )
})

test.each(['an address of another account', 'an own second address', 'the present address', "a colleague's"])(
  '%s is refused, before anything is sent',
  async (which) => {
    const at = site.clock.now()
    if (which === 'an address of another account') await accountHolder(site, next)
    if (which === 'an own second address')
      await storeContact(site.db, person, { email: next, confirmedAt: at }, at)
    if (which === "a colleague's") await storeUser(site.db, person.accountId, { email: next }, at)
    const before = await audits()
    expect((await move(which === 'the present address' ? old : next)).problem?.code).toBe('address-taken')
    expect(await audits()).toBe(before)
    expect(await linkIn(next, 'move')).toBe('none')
  },
)

test('an address that somebody gets before the proof stays theirs', async () => {
  expect((await move(next)).status).toBe(200)
  await accountHolder(site, next)
  const proof = (await mailsTo(site, next)).map(({ text }) => /move-contact#([\w-]+)/.exec(text)?.[1])
  expect((await prove(proof.find(Boolean) ?? '')).problem?.code).toBe('address-taken')
  expect([await present(), await canLogIn(old)]).toEqual([old, true])
})

test('somebody who has registered with the address without confirming it loses it', async () => {
  await registerIn(site, site.client(), next)
  await moved()
  const others = (await allRows(site.db, 'account_user')).filter(({ id }) => id !== person.userId)
  const squatter = (await allRows(site.db, 'contact')).find(
    ({ email, user_id }) => email === next && user_id !== person.userId,
  )
  expect(others.find(({ id }) => id === squatter?.user_id)?.password_hash).toBeNull()
})

test('one of two proofs at once moves, and one of two objections objects', async () => {
  expect((await move(next)).status).toBe(200)
  const proof = await linkIn(next, 'move')
  const statuses = (await Promise.all([prove(proof), prove(proof)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 422])
  const link = await linkIn(old, 'keep')
  const objected = (await Promise.all([object(link), object(link)])).map(({ status }) => status)
  expect(objected.toSorted()).toEqual([200, 422])
  expect(await present()).toBe(old)
})

test('of two moves the later one counts', async () => {
  expect((await move(next)).status).toBe(200)
  const first = await linkIn(next, 'move')
  await moved(third)
  expect((await prove(first)).problem?.code).toBe('move-link-wrong')
  expect(await present()).toBe(third)
})

test('an objection also undoes moves that were made or begun after it', async () => {
  const link = await moved()
  site.clock.advanceBusiness({ minutes: 1 })
  const later = await moved(third, next)
  const begun = `fourth.${count}@example.org`
  expect((await move(begun)).status).toBe(200)
  expect((await object(link)).body).toEqual({ outcome: 'restored' })
  expect(await present()).toBe(old)
  expect((await object(later)).problem?.code).toBe('move-link-wrong')
  expect((await prove(await linkIn(begun, 'move'))).problem?.code).toBe('move-link-wrong')
})

test('a former address that belongs to another account by now is not taken from it', async () => {
  const link = await moved()
  await accountHolder(site, old)
  expect((await object(link)).body).toEqual({ outcome: 'told' })
  expect([await present(), await isSignedIn(browser)]).toEqual([next, false])
  expect((await personAt(site.db, old)).accountId).not.toBe(person.accountId)
})

test('the links of a purged account do nothing', async () => {
  const link = await moved()
  expect((await move(third)).status).toBe(200)
  const proof = await linkIn(third, 'move')
  expect((await admin.call(calls.purgeAccount, { body: { id: person.accountId, password } })).status).toBe(
    200,
  )
  expect((await prove(proof)).problem?.code).toBe('move-link-wrong')
  expect((await object(link)).problem?.code).toBe('move-link-wrong')
  expect((await allRows(site.db, 'contact_move')).filter(({ user_id }) => user_id === person.userId)).toEqual(
    [],
  )
})

test('an address that was never confirmed is not moved, nor the admin', async () => {
  const unknown = `unknown.${count}@example.org`
  await registerIn(site, site.client(), unknown)
  const { accountId } = await personAt(site.db, unknown)
  expect((await move(next, { accountId })).problem?.code).toBe('address-unconfirmed')
  expect((await move(next, { accountId: adminAccountId })).problem?.code).toBe('forbidden')
  expect((await move('no address')).status).toBe(422)
  expect((await move(next, { reason: ' \n' })).status).toBe(422)
})
