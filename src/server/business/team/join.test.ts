import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { confirmedIn, freshEmail, registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { userExists } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSubscription, storedSubscription } from '#support/stored/subscriptions.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { addUser, addVideo, inviteOf, joinIn, joiningOf, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

/** The account's users and version as its owner sees them, and how often its only link was used. */
async function seen({ owner }: Team) {
  const { body } = await owner.call(calls.userSession)
  const { invites } = (await owner.call(calls.invites)).body
  if (!body.authenticated) throw new Error('the owner is signed out')
  return {
    users: (body.account.users ?? []).map(({ email, confirmed, role, seat }) => ({
      email,
      confirmed,
      role,
      seat,
    })),
    version: body.account.version,
    uses: invites[0]?.uses,
  }
}

async function confirmFrom(browser: TestClient, email: string, change: Record<string, unknown> = {}) {
  const body = codeFrom(await newestMailTo(site, email))
  return browser.call(calls.confirmContact, { body: { ...body, ...change } })
}

describe('joining', () => {
  test('makes a plain user with a seat, who waits to be confirmed and signs in then', async () => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team, { domain: 'example.org' })
    const before = await seen(team)
    const email = freshEmail()
    const browser = site.client()
    const answer = await joinIn(browser, code, ` ${email} `, { name: ' Jo Joiner ' })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ status: 'confirmation-needed', email })
    expect(await seen(team)).toEqual({
      users: [...before.users, { email, confirmed: false, role: 'user', seat: true }],
      version: before.version + 1,
      uses: 1,
    })
    expect(await newestMailTo(site, email)).toMatchObject({
      subject: 'Please confirm your email for Lectern',
      text: expect.stringContaining('Hello Jo Joiner,'),
    })
    expect((await signIn(site.client(), email, 'jo likes films')).status).toBe(401)

    const confirmed = await confirmFrom(browser, email)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body).toEqual({ contact: email, trialStarted: false })
    expect((await signIn(browser, email, 'jo likes films')).status).toBe(200)
    const { body } = await browser.call(calls.userSession)
    expect(body).toMatchObject({
      authenticated: true,
      user: { name: 'Jo Joiner', email, confirmed: true },
      account: { id: team.accountId },
      permissions: [],
      mayWatch: true,
    })
  })

  test('starts no trial and leaves the subscription alone', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const browser = site.client()
    await joinIn(browser, await inviteOf(team), email)
    await confirmFrom(browser, email)
    expect(await storedSubscription(site.db, team.accountId)).toMatchObject({
      status: 'prepaid',
      licenseCount: 5,
    })
    expect((await allRows(site.db, 'trial_use')).filter((use) => use.email_key === email)).toEqual([])
  })

  test('speaks the language of the browser, then and later', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const browser = site.client()
    const body = joiningOf(await inviteOf(team), email)
    await browser.call(calls.join, { body, headers: { 'accept-language': 'de-AT' } })
    expect((await newestMailTo(site, email)).text).toContain('Hallo Jo Joiner,')
    await confirmFrom(browser, email)
    await signIn(browser, email, 'jo likes films')
    expect((await browser.call(calls.userSession)).body).toMatchObject({ account: { language: 'de' } })
  })

  test.each([
    ['name', { name: ' ' }, 'Please enter your name.'],
    ['email', { email: '' }, 'Please enter your email.'],
    ['email', { email: 'ada' }, 'Please enter a valid email.'],
    ['email', { email: 'ada@other.example' }, 'Please enter an email of the domain that this link invites.'],
    [
      'email',
      { email: 'ada@sub.example.org' },
      'Please enter an email of the domain that this link invites.',
    ],
    ['email', { email: 'a@example.org,b@example.org' }, 'Please enter a valid email.'],
    ['email', { email: 'a@example.org\r\nBcc: b@y.de' }, 'This value is not valid.'],
    ['name', { name: 'Ada\r\nBcc: b@y.de' }, 'This value is not valid.'],
    ['password', { password: '' }, 'Please choose a password.'],
    ['password', { password: 'short77' }, 'Please choose a password with at least 8 characters.'],
    ['password', { password: 'x'.repeat(129) }, 'Please choose a password with at most 128 characters.'],
    [
      'termsAccepted',
      { termsAccepted: false },
      'You have to agree to the terms & conditions in order to use the product',
    ],
  ])('gets the faults of the %s: %j', async (field, change, sentence) => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team, { domain: 'example.org' })
    const before = await seen(team)
    const answer = await joinIn(site.client(), code, freshEmail(), change)
    expect(answer.status).toBe(422)
    expect(answer.problem).toMatchObject({ code: 'invalid', errors: { [field]: sentence } })
    expect(await seen(team)).toEqual(before)
  })

  test.each([
    ['a role', { role: 'owner' }],
    ['an account', { accountId: randomUUID() }],
    ['a word for yes', { termsAccepted: 'true' }],
  ])('is refused with %s', async (_, change) => {
    const team = await teamWith(site, 5)
    expect((await joinIn(site.client(), await inviteOf(team), freshEmail(), change)).status).toBe(422)
  })

  test('needs a token of this site', async () => {
    const body = joiningOf('x', freshEmail())
    expect((await site.client().call(calls.join, { body, csrf: 'none' })).problem?.code).toBe('csrf')
  })

  test('by a link that does not work is not found', async () => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team, { days: 1 })
    expect((await joinIn(site.client(), 'A'.repeat(22), freshEmail())).status).toBe(404)
    site.clock.advanceBusiness({ days: 1 })
    expect((await joinIn(site.client(), code, freshEmail())).status).toBe(404)
    expect((await seen(team)).users).toHaveLength(1)
  })

  test('sent again with its key is done once', async () => {
    const team = await teamWith(site, 5)
    const body = joiningOf(await inviteOf(team), freshEmail())
    const browser = site.client()
    const headers = { 'idempotency-key': randomUUID() }
    await browser.csrfToken()
    const answers = [
      await browser.call(calls.join, { body, headers }),
      await browser.call(calls.join, { body, headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await seen(team)).toMatchObject({ uses: 1, users: { length: 2 } })
    expect(await mailsTo(site, body.email)).toHaveLength(1)
  })
})

describe('a seat', () => {
  test('must be free, and an unconfirmed user holds one', async () => {
    const team = await teamWith(site, 3)
    const code = await inviteOf(team)
    await addUser(site, team.accountId, 'added@seats.example', { confirmed: false })
    expect((await joinIn(site.client(), code, freshEmail())).status).toBe(202)
    const before = await seen(team)
    const refused = await joinIn(site.client(), code, freshEmail())
    expect(refused.problem).toMatchObject({
      code: 'no-seat-left',
      status: 409,
      detail: 'All licenses of this account are in use.',
    })
    expect(await seen(team)).toEqual(before)
  })

  test('is not bought by a stranger where the plan could grow', async () => {
    const team = await teamWith(site, 1)
    await changeSubscription(site.db, team.accountId, { status: 'active' })
    expect((await joinIn(site.client(), await inviteOf(team), freshEmail())).problem?.code).toBe(
      'no-seat-left',
    )
  })

  test('is free again after seven days without confirmation', async () => {
    const team = await teamWith(site, 3)
    const code = await inviteOf(team, { days: 90 })
    const [late, stays] = [freshEmail(), freshEmail()]
    const [browser, another] = [site.client(), site.client()]
    await joinIn(browser, code, late)
    await joinIn(another, code, stays)
    await confirmFrom(another, stays)
    const link = codeFrom(await newestMailTo(site, late))
    const { version } = await seen(team)

    site.clock.advanceBusiness({ days: 6, hours: 23 })
    await runUpkeep(site.services)
    expect((await seen(team)).users).toHaveLength(3)
    site.clock.advanceBusiness({ hours: 1 })
    await runUpkeep(site.services)
    await runUpkeep(site.services)
    const after = await seen(team)
    expect(after.users.map(({ email }) => email)).toEqual([team.ownerEmail, stays])
    expect(after.version).toBe(version + 1)
    const click = await browser.call(calls.confirmContact, { body: link })
    expect(click.problem?.code).toBe('code-wrong')
    expect((await joinIn(site.client(), code, late)).status).toBe(202)
  })

  test('of an added user is kept, however long they take', async () => {
    const team = await teamWith(site, 3)
    await addUser(site, team.accountId, 'slow@seats.example', { confirmed: false })
    site.clock.advanceBusiness({ days: 20 })
    await runUpkeep(site.services)
    expect((await seen(team)).users).toHaveLength(2)
  })
})

describe('an address that has an account', () => {
  test('gets the same answer, changes nothing, and its owner is notified', async () => {
    const known = freshEmail()
    await confirmedIn(site, site.client(), known)
    site.clock.advance({ seconds: 1 })
    const team = await teamWith(site, 5)
    const code = await inviteOf(team)
    const before = await seen(team)
    const answers = []
    for (const email of [known.toUpperCase(), freshEmail()]) {
      const browser = site.client()
      await browser.csrfToken()
      const hashesBefore = site.services.passwords.computed
      const { status, headers, body } = await joinIn(browser, code, email)
      const { date: _, 'content-length': length, ...others } = headers
      if (answers.length === 0) expect(await seen(team)).toEqual(before)
      answers.push({
        status,
        headers: others,
        body: { ...body, email: body.email === email },
        length: Number(length) - email.length,
        hashes: site.services.passwords.computed - hashesBefore,
        mails: (await mailsTo(site, email.toLowerCase())).length > 0,
      })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 202, hashes: 1, mails: true })
    expect(await newestMailTo(site, known)).toMatchObject({
      subject: 'You already have an account at Lectern',
      text: expect.not.stringContaining('Jo Joiner'),
    })
  })

  test('is treated as taken for all who joined with it and did not confirm it first', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const joiner = site.client()
    await joinIn(joiner, await inviteOf(team), email)
    const link = codeFrom(await newestMailTo(site, email))
    site.clock.advance({ seconds: 1 })
    await confirmedIn(site, site.client(), email)
    expect((await joiner.call(calls.confirmContact, { body: link })).problem?.code).toBe('contact-in-use')
  })
})

describe('no one can plant a password', () => {
  const ownChoice = { password: 'chosen by its owner', name: 'Its Owner' }

  test('on an address that is not theirs: its owner chooses one', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    await joinIn(site.client(), await inviteOf(team), email, { password: 'planted by a stranger' })
    const victim = site.client()
    expect((await confirmFrom(victim, email)).problem?.code).toBe('password-required')
    expect((await confirmFrom(victim, email, ownChoice)).status).toBe(200)
    expect((await signIn(site.client(), email, 'planted by a stranger')).status).toBe(401)
    expect((await signIn(victim, email, 'chosen by its owner')).status).toBe(200)
    expect((await victim.call(calls.userSession)).body).toMatchObject({ user: { name: 'Its Owner' } })
    expect(await seen(team)).toMatchObject({ uses: 1, users: { length: 2 } })
  })

  test('by joining later: the first link is void, the second asks for the password', async () => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team)
    const email = freshEmail()
    const victim = site.client()
    await joinIn(victim, code, email, { password: 'chosen by its owner' })
    const first = codeFrom(await newestMailTo(site, email))
    site.clock.advance({ seconds: 1 })
    const stranger = await joinIn(site.client(), code, email, { password: 'planted by a stranger' })
    expect(stranger.status).toBe(202)
    expect(await seen(team)).toMatchObject({ uses: 1, users: { length: 2 } })
    expect((await victim.call(calls.confirmContact, { body: first })).problem?.code).toBe('code-wrong')
    expect((await confirmFrom(victim, email)).problem?.code).toBe('password-required')
    expect((await confirmFrom(victim, email, ownChoice)).status).toBe(200)
    expect((await signIn(site.client(), email, 'planted by a stranger')).status).toBe(401)
  })

  test('on an added user: they choose one when they confirm, and keep their one seat', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const id = await addUser(site, team.accountId, email, { confirmed: false, name: 'As the owner typed' })
    const browser = site.client()
    const before = await seen(team)
    expect((await joinIn(browser, await inviteOf(team), email, { name: 'Other' })).status).toBe(202)
    expect(await seen(team)).toEqual({ ...before, uses: 0 })
    expect((await confirmFrom(browser, email)).problem?.code).toBe('password-required')
    expect((await confirmFrom(browser, email, { password: 'chosen by them' })).status).toBe(200)
    await signIn(browser, email, 'chosen by them')
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      user: { id, name: 'As the owner typed' },
    })
  })

  test('and a registration with the same address is unchanged', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const registrant = site.client()
    await registerIn(site, registrant, email)
    site.clock.advance({ seconds: 1 })
    await joinIn(site.client(), await inviteOf(team), email)
    expect((await signIn(registrant, email)).status).toBe(200)
  })
})

describe('a former user', () => {
  const watched = { videoId: 'paid', at: new Date('2026-10-01T10:00:00Z'), seen: true }

  test('who joins by a link has their former viewing, once they have confirmed', async () => {
    const team = await teamWith(site, 5)
    await addVideo(site, 'paid')
    const email = freshEmail()
    const formerId = await addUser(site, team.accountId, email, { confirmed: false, removed: true })
    await storeViewing(site.db, { userId: formerId, ...watched })
    const browser = site.client()
    await joinIn(browser, await inviteOf(team), email, { name: 'Back Again' })
    const later = freshEmail()
    await addUser(site, team.accountId, later)
    await confirmFrom(browser, email)
    await signIn(browser, email, 'jo likes films')
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      user: { id: formerId, name: 'Back Again', email, confirmed: true },
    })
    expect((await browser.call(calls.videoHistory)).body.history).toMatchObject([{ videoId: 'paid' }])
    expect((await seen(team)).users.map((user) => user.email)).toEqual([team.ownerEmail, later, email])
    expect(await userExists(site.db, formerId)).toBe(true)
  })

  test('of another account, or a deleted one, is not restored for the holder of the address', async () => {
    const [team, other] = [await teamWith(site, 5), await teamWith(site, 5)]
    const email = freshEmail()
    await addUser(site, other.accountId, email, { confirmed: false, removed: true })
    await addUser(site, team.accountId, email, { confirmed: false, removed: true })
    site.clock.advanceBusiness({ days: 90 })
    const browser = site.client()
    await joinIn(browser, await inviteOf(team), email)
    const before = (await seen(team)).users
    await confirmFrom(browser, email)
    const { users } = await seen(team)
    expect(users).toEqual(before.map((user) => ({ ...user, confirmed: true })))
    expect((await seen(other)).users).toHaveLength(1)
  })
})

describe('the owner', () => {
  test('is notified of the new user, once confirmed', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const browser = site.client()
    await joinIn(browser, await inviteOf(team), email, { name: 'Visit https://evil.example' })
    const about = async () =>
      (await mailsTo(site, team.ownerEmail)).filter(({ subject }) => /joined your account/.test(subject))
    expect(await about()).toEqual([])
    await confirmFrom(browser, email)
    await confirmFrom(browser, email)
    const [mail, ...more] = await about()
    expect(more).toEqual([])
    expect(mail?.text).toContain(email)
    expect(mail?.text).toContain('http://localhost:3000/account/users')
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil.example')
  })

  test('is not notified of other confirmations', async () => {
    const email = freshEmail()
    await confirmedIn(site, site.client(), email)
    expect((await mailsTo(site, email)).map(({ subject }) => subject)).toEqual([
      'Your free trial has started',
      'Please confirm your email for Lectern',
    ])
  })
})

describe('fifty at once', () => {
  test('take exactly as many uses as a link has', async () => {
    const team = await teamWith(site, 100)
    const code = await inviteOf(team, { maxUses: 7 })
    const answers = await rush(50, code)
    expect(answers.filter((status) => status === 202)).toHaveLength(7)
    expect(answers.filter((status) => status === 404)).toHaveLength(43)
    const invites = (await allRows(site.db, 'invite')).filter((invite) => invite.code === code)
    expect(invites).toMatchObject([{ uses: 7 }])
    expect((await seen(team)).users).toHaveLength(8)
  })

  test('take exactly as many seats as there are', async () => {
    const team = await teamWith(site, 9)
    const answers = await rush(50, await inviteOf(team))
    expect(answers.filter((status) => status === 202)).toHaveLength(8)
    expect(answers.filter((status) => status === 409)).toHaveLength(42)
    const after = await seen(team)
    expect(after.users).toHaveLength(9)
    expect(after).toMatchObject({ uses: 8, version: 9 })
  })

  test('with one address are one', async () => {
    const team = await teamWith(site, 9)
    const code = await inviteOf(team)
    const email = freshEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => joinIn(site.client(), code, email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await seen(team)).toMatchObject({ uses: 1, users: { length: 2 } })
  })

  async function rush(people: number, code: string): Promise<number[]> {
    const browsers = Array.from({ length: people }, () => site.client())
    await Promise.all(browsers.map((browser) => browser.csrfToken()))
    const answers = await Promise.all(browsers.map((browser) => joinIn(browser, code, freshEmail())))
    return answers.map(({ status }) => status)
  }
})
