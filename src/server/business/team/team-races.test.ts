import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { testEngine } from '#support/database.ts'
import { inLongForm } from '#support/rounds.ts'
import { userIdsOf } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

// SEC-23: seats are limited, however many ask at once. Real races need a database that runs them.

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

async function teamNow(owner: Awaited<ReturnType<typeof teamWith>>['owner']) {
  let answer = await owner.call(calls.userSession)
  // a busy site asks to retry
  for (let again = 0; answer.status === 503 && again < 50; again += 1)
    answer = await owner.call(calls.userSession)
  const { body } = answer
  if (!body.authenticated) throw new Error('nobody is signed in')
  return { users: body.account.users ?? [], version: body.account.version }
}

test('of two changes of the same version one is made', async () => {
  const { owner } = await teamWith(site, 10)
  const { version } = await teamNow(owner)
  const add = (email: string) =>
    owner.call(teamCalls.saveUsers, { body: { users: [{ name: 'X', email }], notify: [], version } })
  const answers = await Promise.all([add('one@example.org'), add('two@example.org')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await teamNow(owner)).users).toHaveLength(2)
})

if (testEngine === 'postgresql')
  if (inLongForm)
    test('a hundred people who add users at once to ten seats, each until none is left, fill ten', async () => {
      const { owner, accountId } = await teamWith(site, 10)
      await owner.csrfToken()
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          for (let attempt = 0; attempt < 200; attempt += 1) {
            const { version } = await teamNow(owner)
            const { status, problem } = await owner.call(teamCalls.saveUsers, {
              body: { users: [{ name: 'X', email: `race${index}@example.org` }], notify: [], version },
            })
            // another change was faster, or all queries wait: retry, as a user would
            if (problem?.code !== 'version-conflict' && problem?.code !== 'unavailable')
              return problem?.code ?? status
          }
          return 'gave up'
        }),
      )
      const counted = Object.entries(Object.groupBy(outcomes, String))
      expect(Object.fromEntries(counted.map(([outcome, all]) => [outcome, all?.length]))).toEqual({
        200: 9,
        'card-needed': 91,
      })
      const contacts = await allRows(site.db, 'contact')
      const rows = contacts.filter(({ account_id }) => account_id === accountId)
      expect(new Set(rows.map(({ email }) => email)).size).toBe(10)
      expect(rows).toHaveLength(10)
    }, 120_000)

if (testEngine === 'postgresql')
  test('a link and a manager who want the last seat at once do not both get it', async () => {
    const { owner, accountId } = await teamWith(site, 5)
    const { body } = await owner.call(teamCalls.addInvite, { body: { days: 1 } })
    const code = body.invites[0]?.url.split('/').at(-1) ?? ''
    const { version } = await teamNow(owner)
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        site.client().call(teamCalls.join, {
          body: {
            code,
            name: 'Jo',
            email: `join${index}@example.org`,
            password: 'jo likes films',
            termsAccepted: true,
          },
        }),
      ),
      ...[0, 1, 2].map((more) =>
        owner.call(teamCalls.saveUsers, {
          body: {
            users: [{ name: 'X', email: `added${more}@example.org` }],
            notify: [`added${more}@example.org`],
            version: version + more,
          },
        }),
      ),
    ])
    const { length: users } = await userIdsOf(site.db, accountId)
    expect(users).toBeLessThanOrEqual(5)
    expect(users).toBeGreaterThan(1)
  }, 120_000)
