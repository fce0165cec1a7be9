import { beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { confirmContactRow } from '#server/identity/accounts/confirmation.store.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { linksTo, resetLink } from '#support/password-links.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import {
  contactOutside,
  leaveAddressTo,
  lockFreeCodes,
  markConfirmed,
  primaryContactOf,
} from '#support/stored/contacts.ts'
import { markRemoved } from '#support/stored/people.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import { storePasswordHash } from './password.store.ts'

let team: Team
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  team = await teamWith(site, 40)
})

const password = 'a first of my own'

async function invited(email: string) {
  const userId = await addUser(site, team.accountId, email, { confirmed: false })
  // time passes in these tests, and sessions end with it
  team.owner.forgetCsrfToken()
  await signIn(team.owner, team.ownerEmail)
  const { status } = await team.owner.call(calls.notifyNewUser, { body: { userId } })
  expect(status).toBe(200)
  const [link] = await linksTo(site, email, 'create-password')
  return { userId, link: link ?? { contact: '', code: '' } }
}

const create = (body: Record<string, unknown>, from = site.client()) =>
  from.call(calls.createPassword, { body: { password, ...body } })

const contactOf = (userId: string) => primaryContactOf(site.db, userId)

describe('an added user', () => {
  test('chooses the first password by the mailed link, which confirms the contact and does not sign in', async () => {
    const { userId, link } = await invited('adam@example.org')
    const browser = site.client()
    const answer = await create(link, browser)
    expect(answer.body).toEqual({ status: 'ok' })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await contactOf(userId)).confirmedAt).toEqual(site.clock.now())
    expect((await signIn(browser, 'adam@example.org', password)).status).toBe(200)
    const { body: session } = await browser.call(calls.userSession)
    expect(session).toMatchObject({ user: { id: userId, confirmed: true }, mayWatch: true, permissions: [] })
  })

  test('does so once', async () => {
    const { link } = await invited('once@example.org')
    await create(link)
    expect((await create({ ...link, password: 'by somebody else 1' })).problem?.code).toBe('code-wrong')
    expect((await signIn(site.client(), 'once@example.org', password)).status).toBe(200)
  })

  test('does so once also where ten come at once with one link', async () => {
    const { link } = await invited('rush@example.org')
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const chosen = `chosen by number ${n}`
        return { chosen, answer: await create({ ...link, password: chosen }) }
      }),
    )
    const won = answers.filter(({ answer }) => answer.status === 200)
    expect(won).toHaveLength(1)
    const codes = answers.flatMap(({ answer }) => answer.problem?.code ?? [])
    expect(codes).toEqual(Array(9).fill('code-wrong'))
    expect((await signIn(site.client(), 'rush@example.org', won[0]?.chosen)).status).toBe(200)
  })

  test('may have confirmed the address in another way meanwhile; a link to reset the password ends with it', async () => {
    const { userId, link } = await invited('known@example.org')
    await markConfirmed(site.db, userId, site.clock.now())
    const reset = await resetLink(site, site.client(), 'known@example.org')
    expect((await create(link)).status).toBe(200)
    const body = { ...reset, password: 'a second of my own' }
    expect((await site.client().call(calls.resetPassword, { body })).problem?.code).toBe('code-wrong')
    expect((await signIn(site.client(), 'known@example.org', password)).status).toBe(200)
  })

  test('is asked to come back where too many passwords are hashed, and the link stays good', async () => {
    const { link } = await invited('busy@example.org')
    const { passwords } = site.services
    const hash = vi.spyOn(passwords, 'hash').mockResolvedValueOnce(new Problem('unavailable'))
    expect((await create(link)).problem?.code).toBe('unavailable')
    hash.mockRestore()
    expect((await create(link)).status).toBe(200)
  })

  test('has seven days for it, in real time', async () => {
    const { link } = await invited('slow@example.org')
    site.clock.advanceReal({ days: 6, hours: 23, minutes: 59 })
    expect((await create({ ...link, password: 'password1' })).problem?.errors).toEqual({
      password: 'This password is on the list of the most common ones. Please choose another.',
    })
    site.clock.advanceReal({ minutes: 1 })
    expect((await create(link)).problem?.code).toBe('code-expired')
  })

  test('takes the newest link alone', async () => {
    const { userId, link } = await invited('twice@example.org')
    await team.owner.call(calls.notifyNewUser, { body: { userId } })
    const links = await linksTo(site, 'twice@example.org', 'create-password')
    const newest = links.find(({ code }) => code !== link.code)
    expect((await create(link)).problem?.code).toBe('code-wrong')
    expect((await create(newest ?? {})).status).toBe(200)
  })

  test('is refused if the user was removed meanwhile', async () => {
    const { userId, link } = await invited('gone@example.org')
    await markRemoved(site.db, userId, site.clock.now())
    expect((await create(link)).problem?.code).toBe('code-wrong')
  })

  test('does not replace a password chosen meanwhile', async () => {
    const { userId, link } = await invited('already@example.org')
    await storePasswordHash(site.db, userId, 'some hash')
    expect((await create(link)).problem?.code).toBe('code-wrong')
  })
})

describe('an address that others have, too', () => {
  test('stays with the account that has confirmed it', async () => {
    const { link, userId } = await invited('taken@example.org')
    site.clock.advance({ seconds: 1 })
    await confirmedIn(site, site.client(), 'taken@example.org')
    expect((await create(link)).problem).toMatchObject({ code: 'contact-in-use', status: 409 })
    expect((await contactOf(userId)).confirmedAt).toBeNull()
    // the code is still good, should the other one give the address back
    await leaveAddressTo(site.db, userId, 'taken@example.org')
    expect((await create(link)).status).toBe(200)
  })

  test("keeps nothing of a stranger's registration with it", async () => {
    const stranger = site.client()
    await registerIn(site, stranger, 'victim@example.org')
    await signIn(stranger, 'victim@example.org')
    expect(await isSignedIn(stranger)).toBe(true)
    const { link } = await invited('victim@example.org')
    await create(link)
    expect(await isSignedIn(stranger)).toBe(false)
    expect((await signIn(stranger, 'victim@example.org')).status).toBe(401)
    expect((await signIn(site.client(), 'victim@example.org', password)).status).toBe(200)
  })
})

if (testEngine === 'postgresql')
  describe('what is done about the same person at the same time', () => {
    test('in the order of locking: an address that another user is confirming is theirs', async () => {
      const { link } = await invited('raced@example.org')
      await registerIn(site, site.client(), 'raced@example.org')
      const { database, clock } = site.services
      const registered = await contactOutside(database.db, team.accountId, 'raced@example.org')
      const { problem } = await whileHeld(
        database,
        (trx) => lockAddress(trx, 'raced@example.org'),
        () => create(link),
        (trx) => confirmContactRow(trx, registered, { now: clock.now(), real: clock.real() }),
      )
      expect(problem?.code).toBe('contact-in-use')
    })

    test('is waited for before anything else is held, or both would wait for each other', async () => {
      const { userId, link } = await invited('patient@example.org')
      let free = 0
      const { status } = await whileHeld(
        site.services.database,
        (trx) => lockUser(trx, userId),
        () => create(link),
        async (trx) => {
          const { id } = await contactOf(userId)
          free = await lockFreeCodes(trx, id)
        },
      )
      expect(free).toBe(1)
      expect(status).toBe(200)
    })
  })

test('a link without a contact or a code is said to be that, and a guess hashes nothing', async () => {
  const before = site.services.passwords.computed
  expect((await create({ contact: '', code: '' })).problem?.code).toBe('code-missing')
  expect((await create({ contact: 'a@example.org', code: 'guess' })).problem?.code).toBe('code-wrong')
  expect(site.services.passwords.computed).toBe(before)
})
