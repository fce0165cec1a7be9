import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { codeFrom, mailsTo } from '#support/mails.ts'
import { saveUsers, sessionOf } from '#support/paying-team.ts'
import { confirmedIn, freshEmail, signIn } from '#support/people.ts'
import { contactCodesOf, markConfirmed } from '#support/stored/contacts.ts'
import { giveRole } from '#support/stored/people.ts'
import { addUser, inviteOf, joinIn, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

// real limits, because they are tested
const site = testApp()

async function pendingIn(team: Team, email = freshEmail()) {
  return { email, id: await addUser(site, team.accountId, email, { confirmed: false, name: 'Ann' }) }
}
const notify = ({ owner }: Pick<Team, 'owner'>, userId: string) =>
  owner.call(teamCalls.notifyNewUser, { body: { userId } })

describe('an unconfirmed user', () => {
  test('gets a fresh link, and the earlier one ends', async () => {
    const team = await teamWith(site, 5)
    const { id, email } = await pendingIn(team)
    for (let time = 0; time < 2; time += 1) {
      const answer = await notify(team, id)
      expect([answer.status, answer.body]).toEqual([200, { email }])
    }
    const mails = await mailsTo(site, email)
    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toContain('/user/create-password/new-password?contact=')
    const codes = await contactCodesOf(site.db, id)
    expect(codes.map(({ used }) => used).toSorted()).toEqual([false, true])
  })

  test('gets three mails an hour, however often they are requested', async () => {
    const team = await teamWith(site, 5)
    const { id, email } = await pendingIn(team)
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(team, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(429)])
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('3600')
    expect(await mailsTo(site, email)).toHaveLength(3)
    site.clock.advance({ hours: 1, seconds: 1 })
    team.owner.forgetCsrfToken()
    expect((await notify(team, id)).status).toBe(200)
  })

  test('stays when the link has run out, and can be sent another one', async () => {
    const team = await teamWith(site, 5)
    const { id, email } = await pendingIn(team)
    await notify(team, id)
    site.clock.advance({ days: 30 })
    team.owner.forgetCsrfToken()
    await signIn(team.owner, team.ownerEmail)
    expect((await notify(team, id)).status).toBe(200)
    expect(await mailsTo(site, email)).toHaveLength(2)
  })
})

test('a team at its limit of mails can only make changes without mails, for an hour', async () => {
  const team = await teamWith(site, 5)
  const { newUserMails } = site.services.limits
  for (let times = 0; times < 120; times += 1)
    expect(await newUserMails.consume(team.accountId)).toBe(undefined)
  const [ann, bob] = [freshEmail(), freshEmail()]
  const mailed = { users: [{ name: 'Ann', email: ann }], notify: [ann] }
  const refused = await saveUsers(team.owner, mailed)
  expect([refused.status, refused.problem?.code]).toEqual([429, 'too-many-requests'])
  expect(await mailsTo(site, ann)).toEqual([])
  expect((await saveUsers(team.owner, { users: [{ name: 'Bob', email: bob }] })).status).toBe(200)
  const { users } = await sessionOf(team.owner)
  expect(users.map(({ email }) => email)).toEqual([team.ownerEmail, bob])
})

test('a user who joined by a link and lost the message chooses a new password', async () => {
  const team = await teamWith(site, 5)
  const email = freshEmail()
  const browser = site.client()
  await joinIn(browser, await inviteOf(team), email)
  const lost = codeFrom((await mailsTo(site, email))[0] ?? fail())
  const { body: session } = await team.owner.call(calls.userSession)
  const users = session.authenticated ? (session.account.users ?? []) : []
  expect((await notify(team, users.at(-1)?.id ?? '')).status).toBe(200)
  site.clock.advance({ seconds: 1 })
  // the password that was typed with the address opens nothing
  expect((await browser.call(calls.confirmContact, { body: lost })).status).toBe(422)
  const mail = (await mailsTo(site, email)).find(({ text }) => text.includes('create-password')) ?? fail()
  const link = new URL(/http\S+create-password\S+/.exec(mail.text)?.[0] ?? '')
  const { contact, code } = Object.fromEntries(link.searchParams)
  const chosen = await browser.call(calls.createPassword, {
    body: { contact, code, password: 'jo chooses again' },
  })
  expect(chosen.status).toBe(200)
  expect((await signIn(browser, email, 'jo likes films')).status).toBe(401)
  expect((await signIn(browser, email, 'jo chooses again')).status).toBe(200)
})

function fail(): never {
  throw new Error('there is no such mail')
}

describe('no mail is sent', () => {
  test('to a confirmed user', async () => {
    const team = await teamWith(site, 5)
    const email = freshEmail()
    const answer = await notify(team, await addUser(site, team.accountId, email))
    expect([answer.status, answer.problem?.code]).toEqual([409, 'user-confirmed'])
    expect(await mailsTo(site, email)).toEqual([])
  })

  test('to a user of another account, a removed or an unknown one', async () => {
    const [team, other] = [await teamWith(site, 5), await teamWith(site, 5)]
    const theirs = await pendingIn(other)
    const goneEmail = freshEmail()
    const gone = await addUser(site, team.accountId, goneEmail, { confirmed: false, removed: true })
    for (const id of [theirs.id, gone, randomUUID(), 'nobody']) {
      const answer = await notify(team, id)
      expect([id, answer.status]).toEqual([id, 404])
      expect(answer.text).not.toContain(theirs.email)
    }
    expect([...(await mailsTo(site, theirs.email)), ...(await mailsTo(site, goneEmail))]).toEqual([])
  })

  test('by a user who is no manager', async () => {
    const team = await teamWith(site, 5)
    const { id } = await pendingIn(team)
    await giveRole(site.db, team.ownerId, 'user')
    expect((await notify(team, id)).status).toBe(403)
  })
})

test('the owner confirms on their profile', async () => {
  const team = await teamWith(site, 5)
  await markConfirmed(site.db, team.ownerId, null)
  expect((await notify(team, team.ownerId)).status).toBe(403)
})

test('a user of another account is notified, and the sender is not told', async () => {
  const team = await teamWith(site, 5)
  const email = freshEmail()
  await confirmedIn(site, site.client(), email)
  site.clock.advance({ seconds: 1 })
  const { id } = await pendingIn(team, email)
  const answer = await notify(team, id)
  expect([answer.status, answer.body]).toEqual([200, { email }])
  const [mail] = await mailsTo(site, email)
  expect(mail?.text).toContain('You already have an account with this address')
  expect(mail?.text).not.toContain('code=')
})
