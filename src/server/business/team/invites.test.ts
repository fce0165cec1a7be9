import { describe, expect, test } from 'vitest'
import { teamCalls } from '#contract/team/team-calls.ts'
import { storePasswordHash } from '#server/identity/passwords/password.store.ts'
import { signIn } from '#support/people.ts'
import { giveRole } from '#support/stored/people.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { addUser, codeIn, inviteOf, joinIn, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const look = (code: string) => site.client().call(teamCalls.invitation, { params: { id: code } })

describe('an invite link', () => {
  test('is created as requested, and listed with its URL', async () => {
    const { owner } = await teamWith(site, 5)
    const { status, body } = await owner.call(teamCalls.addInvite, {
      body: { domain: ' @Example.ORG', days: 7, maxUses: 3 },
    })
    expect(status).toBe(200)
    expect(body.invites).toEqual([
      {
        id: expect.any(String),
        // 128 bit, 6 to a letter
        url: expect.stringMatching(/^http:\/\/localhost:3000\/join\/[\w-]{22}$/),
        domain: 'example.org',
        expiresAt: new Date(site.clock.now().getTime() + 7 * 86_400_000).toISOString(),
        uses: 0,
        maxUses: 3,
        createdAt: site.clock.now().toISOString(),
      },
    ])
    expect((await owner.call(teamCalls.invites)).body).toEqual(body)
  })

  test('needs neither a domain nor a limit', async () => {
    const { owner } = await teamWith(site, 5)
    const { body } = await owner.call(teamCalls.addInvite, { body: { days: 90 } })
    expect(body.invites[0]).toMatchObject({ domain: null, maxUses: null })
    const { body: second } = await owner.call(teamCalls.addInvite, { body: { days: 1, domain: '' } })
    expect(second.invites).toHaveLength(2)
  })

  test.each([
    ['no domain', { days: 7, domain: 'example' }, { domain: 'Please enter a domain such as example.org.' }],
    ['an address', { days: 7, domain: 'ada@example.org' }, { domain: expect.any(String) }],
    ['two domains', { days: 7, domain: 'a.example,b.example' }, { domain: expect.any(String) }],
    ['no days', { days: 0 }, { days: 'This value is not valid.' }],
    ['too many days', { days: 91 }, { days: expect.any(String) }],
    ['part of a day', { days: 1.5 }, { days: expect.any(String) }],
    ['days in words', { days: '7' }, { days: expect.any(String) }],
    ['no uses', { days: 7, maxUses: 0 }, { maxUses: expect.any(String) }],
    ['something unknown', { days: 7, accountId: 'x' }, expect.anything()],
  ])('with %s is refused: %j', async (_, body, errors) => {
    const { owner } = await teamWith(site, 5)
    const answer = await owner.call(teamCalls.addInvite, { body })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual(errors)
    expect((await owner.call(teamCalls.invites)).body.invites).toEqual([])
  })

  test('is the twentieth at most, even for concurrent requests', async () => {
    const team = await teamWith(site, 5)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => team.owner.call(teamCalls.addInvite, { body: { days: 1 } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status !== 200).map(({ problem }) => problem?.code)
    expect(refused).toEqual(Array(5).fill('too-many-invites'))
    site.clock.advanceBusiness({ days: 1 })
    expect((await team.owner.call(teamCalls.invites)).body.invites).toEqual([])
    await inviteOf(team)
  })

  test('can be created, seen and revoked by managers too, and by no others', async () => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team)
    const id = await addUser(site, team.accountId, 'manager@invites.example', { role: 'manager' })
    await storePasswordHash(site.db, id, String(await site.services.passwords.hash('manages users')))
    const manager = site.client()
    await signIn(manager, 'manager@invites.example', 'manages users')
    const { body } = await manager.call(teamCalls.invites)
    expect(body.invites.map(({ url }) => codeIn(url))).toEqual([code])
    await giveRole(site.db, id, 'user')
    const statuses = [
      (await manager.call(teamCalls.invites)).status,
      (await manager.call(teamCalls.addInvite, { body: { days: 1 } })).status,
      (await manager.call(teamCalls.revokeInvite, { params: { id: body.invites[0]?.id ?? '' } })).status,
    ]
    expect(statuses).toEqual([403, 403, 403])
    expect((await look(code)).status).toBe(200)
  })
})

describe('revoking', () => {
  test('ends a link at once, and leaves the others', async () => {
    const team = await teamWith(site, 5)
    const [kept, ended] = [await inviteOf(team), await inviteOf(team, { maxUses: 2 })]
    const { invites } = (await team.owner.call(teamCalls.invites)).body
    const id = invites.find(({ url }) => codeIn(url) === ended)?.id ?? ''
    const { status, body } = await team.owner.call(teamCalls.revokeInvite, { params: { id } })
    expect(status).toBe(200)
    expect(body.invites.map(({ url }) => codeIn(url))).toEqual([kept])
    expect((await look(ended)).status).toBe(404)
    expect((await joinIn(site.client(), ended, 'late@example.org')).status).toBe(404)
    expect((await team.owner.call(teamCalls.revokeInvite, { params: { id } })).status).toBe(404)
  })

  test.each(['no-such-link', '00000000-0000-4000-8000-000000000000', "'; drop table invite; --"])(
    'an unknown one is not found: %s',
    async (id) => {
      const { owner } = await teamWith(site, 5)
      expect((await owner.call(teamCalls.revokeInvite, { params: { id } })).status).toBe(404)
    },
  )

  test("does not reach another account's link, nor does listing show it", async () => {
    const [mine, theirs] = [await teamWith(site, 5), await teamWith(site, 5)]
    const code = await inviteOf(theirs)
    const { invites } = (await theirs.owner.call(teamCalls.invites)).body
    const answer = await mine.owner.call(teamCalls.revokeInvite, { params: { id: invites[0]?.id ?? '' } })
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(code)
    expect((await mine.owner.call(teamCalls.invites)).text).not.toContain(code)
    expect((await look(code)).status).toBe(200)
  })
})

describe('opening a link', () => {
  test('returns the inviting account, the allowed addresses, and that a seat is free', async () => {
    const team = await teamWith(site, 2)
    const code = await inviteOf(team, { domain: 'example.org' })
    const { body } = await look(code)
    expect(body).toEqual({
      accountName: expect.stringMatching(/^Owner /),
      domain: 'example.org',
      seatLeft: true,
    })
    await addUser(site, team.accountId, 'second@look.example', { confirmed: false })
    expect((await look(code)).body).toMatchObject({ seatLeft: false })
  })

  test('returns that no seat is free once the subscription is over', async () => {
    const team = await teamWith(site, 5)
    const code = await inviteOf(team, { days: 90 })
    await changeSubscription(site.db, team.accountId, { until: site.clock.now() })
    expect((await look(code)).body).toMatchObject({ seatLeft: false })
  })

  test('has the same answer for unknown, revoked, expired and used links', async () => {
    const team = await teamWith(site, 9)
    const [revoked, expired, used] = [
      await inviteOf(team),
      await inviteOf(team, { days: 1 }),
      await inviteOf(team, { maxUses: 1 }),
    ]
    const { invites } = (await team.owner.call(teamCalls.invites)).body
    const id = invites.find(({ url }) => codeIn(url) === revoked)?.id ?? ''
    await team.owner.call(teamCalls.revokeInvite, { params: { id } })
    expect((await joinIn(site.client(), used, 'once@example.org')).status).toBe(202)
    expect((await look(expired)).status).toBe(200)
    site.clock.advanceBusiness({ days: 1 })
    const answers = await Promise.all(['A'.repeat(22), revoked, expired, used].map(look))
    const said = answers.map(({ status, problem }) => {
      const { requestId: _requestId, ...rest } = problem ?? { requestId: '' }
      return { status, ...rest }
    })
    expect(said[0]).toMatchObject({ status: 404, code: 'not-found' })
    for (const one of said) expect(one).toEqual(said[0])
  })
})
