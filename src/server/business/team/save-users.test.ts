import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { UsersChange } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { canonicalEmail } from '#domain/accounts/contact.ts'
import { findLinkedLogin } from '#server/identity/passwords/linked-code-host.store.ts'
import { storePasswordHash } from '#server/identity/passwords/password.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, freshEmail, registerIn, signIn } from '#support/people.ts'
import { inLongForm } from '#support/rounds.ts'
import { contactCodesOf, primaryContactOf } from '#support/stored/contacts.ts'
import { giveRole, linkCodeHost, rename, userRowOf } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { changeSubscription, forgetSubscription } from '#support/stored/subscriptions.ts'
import { historyRevision, storeHistoryRevision } from '#support/stored/watching.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

async function teamOf({ owner }: Pick<Team, 'owner'>) {
  const { body } = await owner.call(calls.userSession)
  if (!body.authenticated) throw new Error('nobody is signed in')
  return { users: body.account.users ?? [], version: body.account.version }
}

/** Saves a change of the newest version in this browser. */
async function save(browser: TestClient, change: Partial<UsersChange> = {}, headers = {}) {
  const { version } = await teamOf({ owner: browser })
  return browser.call(teamCalls.saveUsers, { body: { users: [], notify: [], version, ...change }, headers })
}

/** A manager of a team, signed in. */
async function managerOf(team: Team) {
  const email = freshEmail()
  const id = await addUser(site, team.accountId, email, { role: 'manager', name: 'Mia' })
  return { id, email, browser: await signedIn(id, email) }
}

/** A browser in which a stored user has signed in. */
async function signedIn(userId: string, email: string): Promise<TestClient> {
  const { services } = site
  const passwordHash = await services.passwords.hash('notes on the engine')
  await storePasswordHash(services.database.db, userId, String(passwordHash))
  const browser = site.client()
  expect((await signIn(browser, email)).status).toBe(200)
  return browser
}

function userRow(id: string) {
  return userRowOf(site.db, id)
}

describe('adding', () => {
  test('stores a user without a password who waits to be confirmed, in the order given', async () => {
    const team = await teamWith(site, 3)
    const [ann, bob] = [freshEmail(), freshEmail()]
    const { version } = await teamOf(team)
    const { status, body } = await save(team.owner, {
      users: [
        { name: ' Ann ', email: ` ${ann} ` },
        { name: 'Bob', email: bob, role: 'manager' },
      ],
    })
    expect(status).toBe(200)
    const added = { confirmed: false, id: expect.any(String), seat: true }
    expect(body.users.slice(1)).toEqual([
      { ...added, name: 'Ann', email: ann, role: 'user' },
      { ...added, name: 'Bob', email: bob, role: 'manager' },
    ])
    expect(body.version).toBe(version + 1)
    expect(body.subscription).toMatchObject({ status: 'prepaid', licenseCount: 3 })
    expect(await teamOf(team)).toEqual({ users: body.users, version: body.version })
    expect(await userRow(body.users[1]?.id ?? '')).toMatchObject({ password_hash: null, role: 'user' })
    expect(await mailsTo(site, ann)).toEqual([])
    expect((await signIn(site.client(), ann, '')).status).toBe(401)
  })

  test('mails the users to be notified, and no others', async () => {
    const team = await teamWith(site, 5)
    const [ann, bob] = [freshEmail(), freshEmail()]
    const users = [
      { name: 'Ann', email: ann },
      { name: 'Bob', email: bob },
    ]
    expect((await save(team.owner, { users, notify: [ann.toUpperCase()] })).status).toBe(200)
    const [mail, ...others] = await mailsTo(site, ann)
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/^Hello Ann,/)
    expect(mail?.text).toContain(
      `http://localhost:3000/user/create-password/new-password?contact=${ann.replace('@', '%40')}&code=`,
    )
    expect(await mailsTo(site, bob)).toEqual([])
  })

  test.each([
    [
      'no name',
      { name: ' ', email: 'ann@x.org' },
      { 'users.1.name': 'Both fields are needed: a name and an email.' },
    ],
    [
      'no email',
      { name: 'Ann', email: '' },
      { 'users.1.email': 'Both fields are needed: a name and an email.' },
    ],
    [
      'no valid email',
      { name: 'Ann', email: 'ann' },
      { 'users.1.email': 'Please enter a valid email address' },
    ],
    [
      'two emails',
      { name: 'Ann', email: 'a@x.org,b@x.org' },
      { 'users.1.email': 'Please enter a valid email address' },
    ],
    [
      'a line break in the name',
      { name: 'Ann\r\nBcc: x', email: 'a@x.org' },
      { 'users.1.name': expect.any(String) },
    ],
    [
      'a role that is none',
      { name: 'Ann', email: 'a@x.org', role: 'owner' },
      { 'users.1.role': expect.any(String) },
    ],
    [
      'more than there is',
      { name: 'Ann', email: 'a@x.org', confirmed: true },
      { 'users.1': expect.any(String) },
    ],
    [
      'a flag in words',
      { name: 'Ann', email: 'a@x.org', removed: 'yes' },
      { 'users.1.removed': expect.any(String) },
    ],
  ])('with %s is refused as a whole', async (_, user, errors) => {
    const team = await teamWith(site, 5)
    const before = await teamOf(team)
    const answer = await save(team.owner, { users: [{ name: 'Good', email: 'good@x.org' }, user as never] })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual(errors)
    expect(await teamOf(team)).toEqual(before)
  })

  test('an address of the account is refused by name', async () => {
    const team = await teamWith(site, 5)
    const answer = await save(team.owner, { users: [{ name: 'X', email: team.ownerEmail.toUpperCase() }] })
    expect([answer.status, answer.problem?.code]).toEqual([409, 'contact-taken'])
    expect(answer.problem?.detail).toBe(
      `The contact ${team.ownerEmail.toUpperCase()} is already associated with this account.`,
    )
  })

  test('only new users are notified by it', async () => {
    const team = await teamWith(site, 5)
    const answer = await save(team.owner, { notify: [team.ownerEmail] })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual({ 'notify.0': 'Only new users can be notified.' })
  })

  test('a change to the current values does nothing', async () => {
    const team = await teamWith(site, 5)
    const before = await teamOf(team)
    const { status, body } = await save(team.owner)
    expect([status, body.version]).toEqual([200, before.version])
  })
})

describe('seats', () => {
  test('more users than licences are refused as a whole', async () => {
    const team = await teamWith(site, 2)
    const users = [
      { name: 'Ann', email: freshEmail() },
      { name: 'Bob', email: freshEmail() },
    ]
    const answer = await save(team.owner, { users })
    expect([answer.status, answer.problem?.code]).toEqual([409, 'card-needed'])
    expect((await teamOf(team)).users).toHaveLength(1)
    expect((await save(team.owner, { users: users.slice(0, 1) })).status).toBe(200)
  })

  test.each([
    ['trial', 1],
    ['cancelled', 5],
    [undefined, 5],
  ] as const)('with a subscription that is %s a card is needed', async (status, licenses) => {
    const team = await teamWith(site, licenses)
    await (status
      ? changeSubscription(site.db, team.accountId, { status })
      : forgetSubscription(site.db, team.accountId))
    const answer = await save(team.owner, { users: [{ name: 'Ann', email: freshEmail() }] })
    expect([answer.status, answer.problem?.code]).toEqual([409, 'card-needed'])
    expect(answer.problem?.detail).toBe(
      'Add a credit card to your subscription to be able to add more users.',
    )
  })

  test('an expired subscription counts as cancelled even before the nightly job', async () => {
    const team = await teamWith(site, 5)
    await changeSubscription(site.db, team.accountId, { until: site.clock.now() })
    const answer = await save(team.owner, { users: [{ name: 'Ann', email: freshEmail() }] })
    expect(answer.problem?.code).toBe('card-needed')
  })

  test('move up when a user is removed', async () => {
    const team = await teamWith(site, 2)
    const first = await addUser(site, team.accountId, freshEmail())
    await addUser(site, team.accountId, freshEmail())
    expect((await teamOf(team)).users.map(({ seat }) => seat)).toEqual([true, true, false])
    const { body } = await save(team.owner, { users: [{ id: first, name: '', email: '', removed: true }] })
    expect(body.users.map(({ seat }) => seat)).toEqual([true, true])
  })
})

describe('changing', () => {
  test('names, roles, and unconfirmed addresses', async () => {
    const team = await teamWith(site, 5)
    const [was, is] = [freshEmail(), freshEmail()]
    const known = freshEmail()
    const confirmed = await addUser(site, team.accountId, known)
    const added = await save(team.owner, { users: [{ name: 'Ann', email: was }], notify: [was] })
    const pending = added.body.users.at(-1)?.id ?? ''
    const { status, body } = await save(team.owner, {
      users: [
        { id: confirmed, name: 'Carl', email: known, role: 'manager' },
        { id: pending, name: 'Ann', email: is },
      ],
      notify: [is],
    })
    expect(status).toBe(200)
    expect(body.users.slice(1)).toMatchObject([
      { id: confirmed, name: 'Carl', email: known, role: 'manager', confirmed: true },
      { id: pending, name: 'Ann', email: is, role: 'user', confirmed: false },
    ])
    expect(await mailsTo(site, is)).toHaveLength(1)
    const codes = await contactCodesOf(site.db, pending)
    // the link that went to the wrong mailbox opens nothing
    expect(codes.map(({ email }) => email)).toEqual([is])
  })

  test('leaves a confirmed address to its user', async () => {
    const team = await teamWith(site, 5)
    const id = await addUser(site, team.accountId, freshEmail())
    const answer = await save(team.owner, { users: [{ id, name: 'Somebody', email: freshEmail() }] })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual({
      'users.0.email': 'A confirmed email can only be changed by its user.',
    })
  })

  test('is refused if another change was saved first', async () => {
    const team = await teamWith(site, 5)
    const { version } = await teamOf(team)
    expect((await save(team.owner, { users: [{ name: 'Ann', email: freshEmail() }] })).status).toBe(200)
    const late = await save(team.owner, { users: [{ name: 'Bob', email: freshEmail() }], version })
    expect([late.status, late.problem?.code]).toEqual([409, 'version-conflict'])
  })

  test("does not find another account's user, and reveals nothing of them", async () => {
    const [team, other] = [await teamWith(site, 5), await teamWith(site, 5)]
    const secret = freshEmail()
    const theirs = await addUser(site, other.accountId, secret, { name: 'zzA7' })
    const before = await userRow(theirs)
    for (const id of [theirs, other.ownerId, randomUUID(), 'nobody']) {
      for (const more of [{}, { removed: true }, { role: 'manager' as const }]) {
        const answer = await save(team.owner, { users: [{ id, name: 'X', email: freshEmail(), ...more }] })
        expect([answer.status, answer.problem?.code]).toEqual([404, 'not-found'])
        expect(answer.text).not.toContain('zzA7')
      }
    }
    expect(await userRow(theirs)).toEqual(before)
  })
})

describe('a manager', () => {
  test('adds, renames and removes plain users', async () => {
    const team = await teamWith(site, 5)
    const { browser } = await managerOf(team)
    const email = freshEmail()
    const { body } = await save(browser, { users: [{ name: 'Ann', email }] })
    const id = body.users.at(-1)?.id ?? ''
    expect((await save(browser, { users: [{ id, name: 'Anna', email }] })).body.users.at(-1)?.name).toBe(
      'Anna',
    )
    expect(
      (await save(browser, { users: [{ id, name: '', email: '', removed: true }] })).body.users,
    ).toHaveLength(2)
  })

  test('touches neither the owner nor managers, nor makes any', async () => {
    const team = await teamWith(site, 9)
    const manager = await managerOf(team)
    const otherEmail = freshEmail()
    const other = await addUser(site, team.accountId, otherEmail, { role: 'manager' })
    const plainEmail = freshEmail()
    const plain = await addUser(site, team.accountId, plainEmail)
    const before = await teamOf(team)
    for (const user of [
      { id: team.ownerId, name: 'X', email: team.ownerEmail, removed: true },
      { id: team.ownerId, name: 'X', email: team.ownerEmail },
      { id: team.ownerId, name: 'Owner', email: team.ownerEmail, role: 'user' as const },
      { id: other, name: 'Somebody', email: otherEmail, removed: true },
      { id: other, name: 'X', email: otherEmail },
      { id: other, name: 'Somebody', email: otherEmail, role: 'user' as const },
      { id: manager.id, name: 'Mia', email: manager.email, removed: true },
      { id: plain, name: 'Somebody', email: plainEmail, role: 'manager' as const },
      { name: 'New', email: freshEmail(), role: 'manager' as const },
    ]) {
      const answer = await save(manager.browser, { users: [user] })
      expect([user, answer.status, answer.problem?.code]).toEqual([user, 403, 'forbidden'])
    }
    expect(await teamOf(team)).toEqual(before)
  })

  test('who was demoted loses the right with the next request', async () => {
    const team = await teamWith(site, 5)
    const { browser, id, email } = await managerOf(team)
    const { version } = await teamOf(team)
    expect((await save(team.owner, { users: [{ id, name: 'Mia', email, role: 'user' }] })).status).toBe(200)
    const answer = await browser.call(teamCalls.saveUsers, {
      body: { users: [], notify: [], version: version + 1 },
    })
    expect(answer.status).toBe(403)
  })
})

test('the owner cannot be removed, not even by themselves', async () => {
  const team = await teamWith(site, 5)
  const user = { id: team.ownerId, name: 'Owner', email: team.ownerEmail, removed: true }
  expect((await save(team.owner, { users: [user] })).status).toBe(403)
})

describe('removing and restoring', () => {
  /** A team of two: its second user is signed in and has watched something. */
  async function withViewer() {
    const team = await teamWith(site, 2)
    const email = freshEmail()
    const id = await addUser(site, team.accountId, email, { name: 'Vic', role: 'manager' })
    const browser = await signedIn(id, email)
    const now = site.clock.now()
    await storeHistoryRevision(site.db, id, 7)
    return { team, email, id, browser, now }
  }
  const remove = (team: Team, id: string) =>
    save(team.owner, { users: [{ id, name: '', email: '', removed: true }] })

  test('signs the user out at once, deletes their password, and notifies them', async () => {
    const { team, email, id, browser } = await withViewer()
    expect((await remove(team, id)).status).toBe(200)
    expect((await browser.call(calls.userSession)).body).toEqual({ authenticated: false })
    expect((await signIn(site.client(), email)).status).toBe(401)
    const now = site.clock.now()
    expect(await userRow(id)).toMatchObject({
      removed_at: now,
      forget_at: new Date(now.getTime() + 90 * 86_400_000),
      password_hash: null,
      role: 'user',
    })
    expect(await sessionsOf(site.db, id)).toEqual([])
    const mails = await mailsTo(site, email)
    // the first one is about the sign-in in a new browser
    expect(mails[0]?.subject).toBe('You were removed from an account at Lectern')
    expect(mails[0]?.text).toContain('90 days')
  })

  test('ends the confirmation of the address and signing in by the code host', async () => {
    const { team, id, now } = await withViewer()
    await linkCodeHost(site.db, id, now)
    await remove(team, id)
    expect(await inTransaction(site.db, (trx) => findLinkedLogin(trx, id))).toBeUndefined()
    expect((await primaryContactOf(site.db, id)).confirmedAt).toBeNull()
  })

  test('sends no mail to a user who never chose a password', async () => {
    const team = await teamWith(site, 3)
    const email = freshEmail()
    const id = await addUser(site, team.accountId, email, { confirmed: false })
    expect((await remove(team, id)).status).toBe(200)
    expect(await mailsTo(site, email)).toEqual([])
  })

  test('frees the address: it can be registered and confirmed', async () => {
    const { team, email, id } = await withViewer()
    await remove(team, id)
    // the newest mail is the one that confirms
    site.clock.advance({ seconds: 1 })
    const browser = site.client()
    await confirmedIn(site, browser, email)
    expect((await signIn(browser, email)).status).toBe(200)
    // and adding it again gives no access to the other account's data
    const { status, body } = await save(team.owner, { users: [{ name: 'Vic', email }] })
    expect([status, body.users.at(-1)?.confirmed]).toEqual([200, false])
    const session = (await browser.call(calls.userSession)).body
    expect(session.authenticated && session.account.id).not.toBe(team.accountId)
  })

  test('within 90 days the same address brings the same user back, without rights and yet to be confirmed', async () => {
    const { team, email, id } = await withViewer()
    await remove(team, id)
    site.clock.advanceBusiness({ days: 89 })
    const { status, body } = await save(team.owner, {
      users: [{ name: 'Victor', email: email.toUpperCase() }],
      notify: [email],
    })
    expect(status).toBe(200)
    expect(body.users.at(-1)).toEqual({
      id,
      name: 'Victor',
      email: canonicalEmail(email.toUpperCase()),
      confirmed: false,
      role: 'user',
      seat: true,
    })
    expect(await userRow(id)).toMatchObject({ removed_at: null, forget_at: null })
    expect(await mailsTo(site, canonicalEmail(email.toUpperCase()))).toHaveLength(1)
    expect(await historyRevision(site.db, id)).toBe(7)
  })

  test('after 90 days creates a new user', async () => {
    const { team, email, id } = await withViewer()
    await remove(team, id)
    site.clock.advanceBusiness({ days: 90 })
    const { body } = await save(team.owner, { users: [{ name: 'Vic', email }] })
    expect(body.users.at(-1)?.id).not.toBe(id)
  })

  test('a restored user takes the last seat, not the one they had', async () => {
    const { team, email, id } = await withViewer()
    await remove(team, id)
    await save(team.owner, { users: [{ name: 'Ann', email: freshEmail() }] })
    await changeSubscription(site.db, team.accountId, { licenseCount: 3 })
    const { body } = await save(team.owner, { users: [{ name: 'Vic', email }] })
    expect(body.users.map((user) => user.id).indexOf(id)).toBe(2)
  })

  test('without a seat restores no user', async () => {
    const { team, email, id } = await withViewer()
    await remove(team, id)
    await save(team.owner, { users: [{ name: 'Ann', email: freshEmail() }] })
    const answer = await save(team.owner, { users: [{ name: 'Vic', email }] })
    expect(answer.problem?.code).toBe('card-needed')
    expect((await userRow(id)).removed_at).not.toBeNull()
  })
})

describe('an address that is the confirmed contact of another account', () => {
  test('is added like any other, and only its owner reads that they have an account', async () => {
    const team = await teamWith(site, 5)
    const [known, unknown] = [freshEmail(), freshEmail()]
    const browser = site.client()
    await confirmedIn(site, browser, known)
    site.clock.advance({ seconds: 1 })
    const answers = []
    for (const email of [known, unknown])
      answers.push(await save(team.owner, { users: [{ name: 'Ann', email }], notify: [email] }))
    const said = answers.map(({ status, body, headers }) => ({
      status,
      user: { ...body.users.at(-1), id: '', email: '' },
      headers: Object.keys(headers).toSorted(),
    }))
    expect(said[0]).toEqual(said[1])
    expect(said[0]?.status).toBe(200)
    const [mail] = await mailsTo(site, known)
    expect(mail?.subject).toBe('You were added to an account at Lectern')
    expect(mail?.text).toContain('You already have an account with this address')
    expect(mail?.text).not.toContain('code=')
    // the address's owner can sign in as before
    expect((await signIn(browser, known)).status).toBe(200)
    const session = (await browser.call(calls.userSession)).body
    expect(session.authenticated && session.account.id).not.toBe(team.accountId)
  })

  if (inLongForm)
    test('is sent at most three such mails an hour, in total', async () => {
      const strict = await createTestApp()
      try {
        for (const email of ['known@example.org', 'unknown@example.org']) {
          if (email.startsWith('known')) await confirmedIn(strict, strict.client(), email)
          const before = (await mailsTo(strict, email)).length
          for (let round = 0; round < 5; round += 1) {
            const team = await teamWith(strict, 5)
            const { version } = await teamOf(team)
            const body = { users: [{ name: 'Ann', email }], notify: [email], version }
            expect((await team.owner.call(teamCalls.saveUsers, { body })).status).toBe(200)
          }
          expect((await mailsTo(strict, email)).length - before).toBe(3)
        }
      } finally {
        await strict.close()
      }
    })
})

test('an unconfirmed registration elsewhere blocks no one', async () => {
  const team = await teamWith(site, 5)
  const email = freshEmail()
  await registerIn(site, site.client(), email)
  expect((await save(team.owner, { users: [{ name: 'Ann', email }], notify: [email] })).status).toBe(200)
  expect((await mailsTo(site, email))[0]?.text).toContain('/user/create-password/new-password')
})

test('names that could be links or headers do not reach a mail', async () => {
  const team = await teamWith(site, 5)
  await rename(site.db, team.ownerId, 'www.evil.test')
  const email = freshEmail()
  await save(team.owner, { users: [{ name: 'https://evil.test/<b>', email }], notify: [email] })
  const [mail] = await mailsTo(site, email)
  expect(mail?.text).toContain('Hello,')
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/evil/)
})

test('the same key does the same work once', async () => {
  const team = await teamWith(site, 5)
  const email = freshEmail()
  const { version } = await teamOf(team)
  const send = (name: string) =>
    team.owner.call(teamCalls.saveUsers, {
      body: { users: [{ name, email }], notify: [email], version },
      headers: { 'idempotency-key': 'one-key' },
    })
  const [first, second] = [await send('Ann'), await send('Ann')]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await mailsTo(site, email)).toHaveLength(1)
  expect((await send('Bob')).problem?.code).toBe('idempotency-conflict')
})

test('no users are added or invited before the owner has confirmed an address', async () => {
  const browser = site.client()
  const email = freshEmail()
  await registerIn(site, browser, email)
  expect((await signIn(browser, email)).status).toBe(200)
  const added = await save(browser, { users: [{ name: 'Ann', email: freshEmail() }] })
  expect([added.status, added.problem?.code]).toEqual([403, 'confirmation-required'])
  const invited = await browser.call(teamCalls.addInvite, { body: { days: 1 } })
  expect([invited.status, invited.problem?.code]).toEqual([403, 'confirmation-required'])
})

test('a user who lost the right to manage users while the change waited changes nothing', async () => {
  const team = await teamWith(site, 3)
  const { id, browser } = await managerOf(team)
  const { version } = await teamOf({ owner: browser })
  const { newUserMails } = site.services.limits
  const { consume } = newUserMails
  // asked for after the session was read, and before the team is locked
  const demote = vi.spyOn(newUserMails, 'consume').mockImplementationOnce(async (key) => {
    await giveRole(site.db, id, 'user')
    return consume(key)
  })
  const email = freshEmail()
  const { status, problem } = await browser.call(teamCalls.saveUsers, {
    body: { users: [{ name: 'Ann', email }], notify: [email], version },
  })
  expect(demote).toHaveBeenCalledOnce()
  expect([status, problem?.code]).toEqual([403, 'forbidden'])
  expect((await teamOf(team)).users).toHaveLength(2)
})
