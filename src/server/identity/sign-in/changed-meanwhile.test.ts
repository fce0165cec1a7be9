import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { insertIdentity, isStillLinked } from '#server/business/code-host/code-host.store.ts'
import { exchangePasswordHash, readPasswordHash } from '#server/identity/passwords/password.store.ts'
import { waitsForOwnPassword } from '#server/identity/passwords/password-proof.ts'
import { setPassword } from '#server/identity/passwords/set-password.ts'
import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { codeAt, setUpPasskey, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { forgetPasskeys } from '#support/stored/passkeys.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp()

let people = 0
const someEmail = () => {
  people += 1
  return `somebody-${people}@example.org`
}
type Change = (trx: Trx, userId: string) => Promise<unknown>

const chooseAnother: Change = async (trx, userId) => {
  const passwordHash = await site.services.passwords.hash('another long password')
  await setPassword(trx, site.services, { userId, passwordHash: String(passwordHash) })
}
const remove: Change = (trx, userId) => markRemoved(trx, userId, site.clock.now())
const losePasskeys: Change = (trx, userId) => forgetPasskeys(trx, userId)

type Ready = { readonly email: string; readonly ask: () => ReturnType<TestClient['call']> }

const byPassword = async (): Promise<Ready> => {
  const email = someEmail()
  await confirmedIn(site, site.client(), email)
  return { email, ask: () => signIn(site.client(), email) }
}
const byTemporaryPassword = async (): Promise<Ready> => {
  const { email } = await byPassword()
  const { userId } = await personAt(site.db, email)
  await site.db
    .transaction()
    .execute((trx) => assignTemporaryPassword(trx, site.services, { userId, password: 'for once' }))
  return { email, ask: () => signIn(site.client(), email, 'for once') }
}
const byCode = async (): Promise<Ready> => {
  const email = someEmail()
  const { secret } = await setUpTotp(site, await signedInBrowser(site, email))
  const browser = site.client()
  await signIn(browser, email)
  site.clock.advanceReal({ minutes: 1 })
  const code = codeAt(secret, site.clock.real())
  return { email, ask: () => browser.call(calls.secondFactor, { body: { code } }) }
}
const byPasskey = (half: boolean) => async (): Promise<Ready> => {
  const email = someEmail()
  const { authenticator } = await setUpPasskey(site, await signedInBrowser(site, email))
  const browser = site.client()
  if (half) await signIn(browser, email)
  const { options } = (await browser.call(calls.startPasskeySignIn)).body
  const response = authenticator.get(options)
  return { email, ask: () => browser.call(calls.signInWithPasskey, { body: { response } }) }
}

// on the embedded database one thing is done after the other
if (testEngine === 'postgresql')
  describe('a sign-in that is under way when what it rests on changes', () => {
    test.each<[string, string, () => Promise<Ready>, Change, string]>([
      ['a password', 'another is chosen', byPassword, chooseAnother, 'login-failed'],
      ['a password', 'its user is removed', byPassword, remove, 'login-failed'],
      [
        'a temporary password',
        'one of their own is chosen',
        byTemporaryPassword,
        chooseAnother,
        'login-failed',
      ],
      ['a second code', 'another password is chosen', byCode, chooseAnother, 'login-required'],
      [
        'a passkey after a password',
        'another is chosen',
        byPasskey(true),
        chooseAnother,
        'second-factor-failed',
      ],
      ['a passkey alone', 'it is removed', byPasskey(false), losePasskeys, 'login-failed'],
    ])('by %s opens nothing when %s', async (_, __, way, change, code) => {
      const { database } = site.services
      const { email, ask } = await way()
      const { userId } = await personAt(database.db, email)
      const before = new Set(
        (await sessionsOf(database.db, userId)).map(({ token_hash }) => String(token_hash)),
      )
      const { problem } = await whileHeld(
        database,
        (trx) => lockUser(trx, userId),
        ask,
        (trx) => change(trx, userId),
      )
      expect(problem?.code).toBe(code)
      const after = (await sessionsOf(database.db, userId)).map(({ token_hash }) => String(token_hash))
      expect(after.filter((hash) => !before.has(hash))).toEqual([])
    })
  })

test('a hash that is renewed takes the place of no other password', async () => {
  const { email } = await byPassword()
  const { userId } = await personAt(site.db, email)
  const former = (await readPasswordHash(site.db, userId)) ?? ''
  expect(await exchangePasswordHash(site.db, userId, { former: 'of another password', renewed: 'no' })).toBe(
    false,
  )
  expect(await readPasswordHash(site.db, userId)).toBe(former)
  expect(await exchangePasswordHash(site.db, userId, { former, renewed: 'yes' })).toBe(true)
  expect(await readPasswordHash(site.db, userId)).toBe('yes')
})

test('a temporary password is valid until a new one is chosen', async () => {
  const { email, ask } = await byTemporaryPassword()
  const { userId } = await personAt(site.db, email)
  const holds = () => site.db.transaction().execute(waitsForOwnPassword(userId))
  expect(await holds()).toBe(false)
  expect((await ask()).status).toBe(202)
  expect(await holds()).toBe(true)
  await site.db.transaction().execute((trx) => chooseAnother(trx, userId))
  expect(await holds()).toBe(false)
})

test('the code host signs in a user as long as they are linked, and not removed', async () => {
  const { database, clock } = site.services
  const { email } = await byPassword()
  const { userId } = await personAt(database.db, email)
  const isLinked = (subject: string) => database.db.transaction().execute(isStillLinked(subject, userId))
  expect(await isLinked('4711')).toBe(false)
  await database.db
    .transaction()
    .execute((trx) => insertIdentity(trx, { subject: '4711', userId, login: 'ada', now: clock.now() }))
  expect([await isLinked('4711'), await isLinked('4712')]).toEqual([true, false])
  await markRemoved(database.db, userId, clock.now())
  expect(await isLinked('4711')).toBe(false)
})
