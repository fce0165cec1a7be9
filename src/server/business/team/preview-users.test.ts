import { describe, expect, test } from 'vitest'
import { teamCalls } from '#contract/team/team-calls.ts'
import { confirmedIn, registerIn } from '#support/people.ts'
import { accountVersion } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const rowsOf = (...emails: string[]) => emails.map((email) => ({ name: 'Somebody', email }))
const preview = ({ owner }: Team, users: unknown) => owner.call(teamCalls.previewUsers, { body: { users } })
const fates = async (team: Team, ...emails: string[]) =>
  (await preview(team, rowsOf(...emails))).body.rows.map(({ fate }) => fate)

async function everything() {
  const tables = ['account', 'account_user', 'contact', 'mail'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => allRows(site.db, table))))
}

describe('a list of people', () => {
  test('is answered row by row, in its order, and nothing changes', async () => {
    const team = await teamWith(site, 5)
    await addUser(site, team.accountId, 'ada@preview.example')
    await addUser(site, team.accountId, 'left@preview.example', { removed: true, confirmed: false })
    const before = await everything()
    const { status, body } = await preview(team, [
      { name: 'New', email: 'new@preview.example' },
      { name: 'Ada', email: 'ADA@preview.example' },
      { name: 'Left', email: 'left@preview.example' },
      { name: 'New again', email: 'new@preview.example' },
      { name: '', email: 'nameless@preview.example' },
      { name: 'No address', email: 'x' },
      { name: 'Third', email: 'third@preview.example' },
      { name: 'Fourth', email: 'fourth@preview.example' },
    ])
    expect(status).toBe(200)
    expect(body.seatsLeft).toBe(3)
    expect(body.rows.map(({ name, fate }) => [name, fate])).toEqual([
      ['New', 'add'],
      ['Ada', 'duplicate'],
      ['Left', 'restore'],
      ['New again', 'duplicate'],
      ['', 'invalid'],
      ['No address', 'invalid'],
      ['Third', 'add'],
      ['Fourth', 'no-seat'],
    ])
    expect(await everything()).toBe(before)
  })

  test('is then saved exactly as announced', async () => {
    const team = await teamWith(site, 3)
    await addUser(site, team.accountId, 'former@exact.example', { removed: true, confirmed: false })
    const list = rowsOf('a@exact.example', 'former@exact.example', 'b@exact.example')
    const { rows } = (await preview(team, list)).body
    expect(rows.map(({ fate }) => fate)).toEqual(['add', 'restore', 'no-seat'])
    const version = await accountVersion(site.db, team.accountId)
    const save = (users: unknown) =>
      team.owner.call(teamCalls.saveUsers, { body: { users, notify: [], version } })
    expect((await save(list)).problem?.code).toBe('card-needed')
    expect((await save(list.slice(0, 2))).status).toBe(200)
    expect(await fates(team, ...list.map(({ email }) => email))).toEqual([
      'duplicate',
      'duplicate',
      'no-seat',
    ])
  })

  test('does not reveal accounts elsewhere', async () => {
    const team = await teamWith(site, 5)
    await confirmedIn(site, site.client(), 'known@elsewhere.example')
    await registerIn(site, site.client(), 'pending@elsewhere.example')
    const other = await teamWith(site, 5)
    await addUser(site, other.accountId, 'left@elsewhere.example', { removed: true, confirmed: false })
    const emails = ['known', 'pending', 'left'].map((name) => `${name}@elsewhere.example`)
    expect(await fates(team, ...emails)).toEqual(['add', 'add', 'add'])
  })

  test('restores no deleted users', async () => {
    const team = await teamWith(site, 5)
    await addUser(site, team.accountId, 'gone@preview.example', { removed: true, confirmed: false })
    site.clock.advanceBusiness({ days: 90 })
    expect(await fates(team, 'gone@preview.example')).toEqual(['add'])
  })

  test.each([
    ['in a trial', { status: 'trial' as const, licenseCount: 1 }],
    ['when the subscription is over', { status: 'cancelled' as const }],
  ])('has no seats %s', async (_, change) => {
    const team = await teamWith(site, 5)
    await changeSubscription(site.db, team.accountId, change)
    expect((await preview(team, rowsOf('a@none.example'))).body).toMatchObject({
      seatsLeft: 0,
      rows: [{ fate: 'no-seat' }],
    })
  })

  test('may have at most a thousand rows', async () => {
    const team = await teamWith(site, 2000)
    const emails = Array.from({ length: 1001 }, (_, index) => `p${index}@x.de`)
    const { body } = await preview(team, rowsOf(...emails.slice(1)))
    expect(body.rows).toHaveLength(1000)
    expect(new Set(body.rows.map(({ fate }) => fate))).toEqual(new Set(['add']))
    const refused = await preview(team, rowsOf(...emails))
    expect(refused.status).toBe(422)
    expect((await preview(team, [])).body.rows).toEqual([])
  })

  test('may contain anything: invalid names and addresses are reported', async () => {
    const team = await teamWith(site, 5)
    const strange = [
      '\u0000',
      'a\u0000@x.de',
      '\ud800',
      "'; drop table account; --",
      '😀@x.de',
      'x'.repeat(5000),
    ]
    const { status, body } = await preview(
      team,
      strange.flatMap((text) => [
        { name: 'Somebody', email: text },
        { name: text.slice(0, 3000), email: '' },
      ]),
    )
    expect(status).toBe(200)
    expect(new Set(body.rows.map(({ fate }) => fate))).toEqual(new Set(['invalid']))
  })
})
