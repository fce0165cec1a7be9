import { describe, expect, test, vi } from 'vitest'
import { teamCalls } from '#contract/team/team-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { storePasswordHash } from '#server/identity/passwords/password.store.ts'
import { insertSession } from '#server/identity/sessions/session.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { mailsTo } from '#support/mails.ts'
import { saveUsers, sessionOf } from '#support/paying-team.ts'
import { registerIn, signIn } from '#support/people.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { addUser, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import { lockTeam } from './team.store.ts'
import { deleteWaitingUsers, findWaitingUsers, insertWaitingUsers } from './waiting-users.store.ts'

// What happens between the question and the answer of a change of users.

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

test('a user removed while their change waited must sign in, and changes nothing', async () => {
  const team = await teamWith(site, 5)
  const id = await addUser(site, team.accountId, 'mia@removed.example', { role: 'manager' })
  await storePasswordHash(site.db, id, String(await site.services.passwords.hash('notes on the engine')))
  const manager = site.client()
  await signIn(manager, 'mia@removed.example')
  const { version } = await sessionOf(manager)
  const { newUserMails } = site.services.limits
  const { consume } = newUserMails
  // asked for after the session was read, and before the team is locked
  vi.spyOn(newUserMails, 'consume').mockImplementationOnce(async (key) => {
    await markRemoved(site.db, id, site.clock.now())
    return consume(key)
  })
  const email = 'ann@removed.example'
  const body = { users: [{ name: 'Ann', email }], notify: [email], version }
  const { status, problem } = await manager.call(teamCalls.saveUsers, { body })
  expect([status, problem?.code]).toEqual([401, 'login-required'])
  expect((await sessionOf(team.owner)).users).toHaveLength(1)
  expect(await mailsTo(site, email)).toEqual([])
})

test('a change whose answer cannot be stored for retries is not made', async () => {
  const { owner } = await teamWith(site, 5)
  vi.spyOn(site.app.idempotency, 'once').mockImplementationOnce((_, __, ___, run) =>
    run(() => Promise.reject(new Error('the disk is full'))),
  )
  const user = { name: 'Ann', email: 'ann@full.example' }
  expect((await saveUsers(owner, { users: [user] })).status).toBe(500)
  expect((await sessionOf(owner)).users).toHaveLength(1)
  expect((await saveUsers(owner, { users: [user] })).status).toBe(200)
})

test('a change that waits for its payment is forgotten without those of other teams', async () => {
  const [one, other] = [await teamWith(site, 5), await teamWith(site, 5)]
  const now = site.clock.now()
  const change = {
    by: { userId: one.ownerId, role: 'owner' },
    byName: 'Owner',
    users: [],
    notify: [],
  } as const
  await inTransaction(site.db, async (trx) => {
    for (const { accountId } of [one, other])
      await insertWaitingUsers(trx, { accountId, chargeKey: `charge of ${accountId}`, change, now })
    await deleteWaitingUsers(trx, one.accountId)
  })
  expect(await findWaitingUsers(site.db, one.accountId)).toBeUndefined()
  expect(await findWaitingUsers(site.db, other.accountId)).toMatchObject({
    chargeKey: `charge of ${other.accountId}`,
  })
})

// on the embedded database one thing is done after the other
if (testEngine === 'postgresql')
  describe('at the same moment', () => {
    test("the address's owner may just have confirmed: then the mail says that they have an account", async () => {
      const { database, clock } = site.services
      const { owner } = await teamWith(site, 5)
      const email = 'eve@meanwhile.example'
      await registerIn(site, site.client(), email)
      const { userId } = await personAt(database.db, email)
      const { status } = await whileHeld(
        database,
        (trx) => lockAddress(trx, emailKey(email)),
        () => saveUsers(owner, { users: [{ name: 'Eve', email }], notify: [email] }),
        (trx) => markConfirmed(trx, userId, clock.now()),
      )
      expect(status).toBe(200)
      const mails = await mailsTo(site, email)
      const added = mails.filter(({ subject }) => subject.startsWith('You were added'))
      expect(added.map(({ text }) => /You already have an account/.test(text))).toEqual([true])
    })

    test('two teams may add the same people: neither waits for the other in a circle', async () => {
      const [team, other] = [await teamWith(site, 5), await teamWith(site, 5)]
      const [first, last] = ['a@circle.example', 'z@circle.example']
      const people = [last, first].map((email) => ({ name: 'Ann', email }))
      const { status } = await whileHeld(
        site.services.database,
        (trx) => lockAddress(trx, emailKey(first)),
        () => saveUsers(team.owner, { users: people, notify: [last, first] }),
        // who waits for the first address has not taken the last one yet
        async () => {
          const alone = { users: people.slice(0, 1), notify: [last] }
          expect((await saveUsers(other.owner, alone)).status).toBe(200)
        },
      )
      expect(status).toBe(200)
    })

    test('the team may change: then nothing is saved over it', async () => {
      const { owner, accountId } = await teamWith(site, 5)
      const { problem } = await whileHeld(
        site.services.database,
        async (trx) => {
          await lockTeam(trx, accountId, site.clock.now())
        },
        () => saveUsers(owner, { users: [{ name: 'Ann', email: 'ann@changed.example' }] }),
        (trx) => countAccountChange(trx, accountId),
      )
      expect(problem?.code).toBe('version-conflict')
    })

    test('a removed user may be signing in: that session ends as well', async () => {
      const { database, clock } = site.services
      const team = await teamWith(site, 5)
      const email = 'vic@removed.example'
      const userId = await addUser(site, team.accountId, email)
      const now = clock.real()
      const session = { tokenHash: Buffer.alloc(32, 7), userId, now } as const
      const plain = { kind: 'full', staySignedIn: false, mustChangePassword: false } as const
      const expiresAt = new Date(now.getTime() + 86_400_000)
      const { status } = await whileHeld(
        database,
        (trx) => lockUser(trx, userId),
        () => saveUsers(team.owner, { users: [{ id: userId, name: '', email: '', removed: true }] }),
        (trx) => insertSession(trx, { ...session, ...plain, expiresAt, userAgent: null, network: '' }),
      )
      expect(status).toBe(200)
      expect(await sessionsOf(database.db, userId)).toEqual([])
    })
  })
