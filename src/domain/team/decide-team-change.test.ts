import { describe, expect, test } from 'vitest'
import { decideTeamChange, type TeamRequest } from './decide-team-change.ts'
import type { SeatedSubscription } from './seats.ts'
import type { Member, Team } from './team.ts'

const owner: Member = { id: 'o', name: 'Olga', email: 'olga@example.org', confirmed: true, role: 'owner' }
const manager: Member = { id: 'm', name: 'Max', email: 'max@example.org', confirmed: true, role: 'manager' }
const user: Member = { id: 'u', name: 'Ute', email: 'ute@example.org', confirmed: false, role: 'user' }
const team: Team = { version: 7, members: [owner, manager, user], former: [], otherEmails: [] }
const three: SeatedSubscription = { status: 'active', licenseCount: 3 }
const newcomer = { name: 'Nia', email: 'nia@example.org' }
const renamed = { id: 'u', name: 'Ute B.', email: 'ute@example.org' }

const decide = (request: Partial<TeamRequest>, of: Team = team, subscription = three) =>
  decideTeamChange(of, { userId: 'o', version: 7, users: [newcomer], notify: [], ...request }, subscription)

describe('who may save the users of an account', () => {
  test.each([
    ['o', undefined],
    ['m', undefined],
    ['u', 'forbidden'],
    ['somebody who was removed meanwhile', 'login-required'],
  ])('%s: %s', (userId, problem) => {
    const decision = decide({ userId })
    expect('problem' in decision ? decision.problem : undefined).toBe(problem)
  })

  test('before the owner has confirmed an address, users cannot be added but can be renamed', () => {
    const closed = { ...team, members: [{ ...owner, confirmed: false }, manager, user] }
    expect(decide({}, closed)).toEqual({ problem: 'confirmation-required' })
    expect(decide({ users: [renamed, newcomer] }, closed)).toEqual({ problem: 'confirmation-required' })
    expect(decide({ users: [renamed] }, closed)).toMatchObject({ ok: true })
  })
})

describe('who is mailed', () => {
  test('are new users, and users with a new address', () => {
    const moved = { id: 'u', name: 'Ute', email: 'ute@example.com' }
    const notify = ['NIA@example.org', 'ute@example.com']
    expect(decide({ users: [newcomer, moved], notify })).toMatchObject({ ok: true, by: owner })
  })

  test('are no others: they see their seats on the page', () => {
    const notify = ['nia@example.org', 'max@example.org', 'ute@example.org']
    expect(decide({ users: [newcomer, renamed], notify })).toEqual({ problem: 'not-new', places: [1, 2] })
  })
})

describe('licences', () => {
  test.each<[string, SeatedSubscription, TeamRequest['users'], number | undefined]>([
    ['a plan that renews grows with its users', three, [newcomer], 4],
    ['and shrinks with them', three, [{ ...user, role: 'user', removed: true }], 2],
    ['a name moves none', three, [renamed], undefined],
    ['free seats are used first', { status: 'active', licenseCount: 9 }, [newcomer], undefined],
    ['prepaid ones stay', { status: 'prepaid', licenseCount: 3 }, [{ ...renamed, removed: true }], undefined],
  ])('%s', (_, subscription, users, licenses) => {
    expect(decide({ users }, team, subscription)).toMatchObject({ ok: true, licenses })
  })

  test('without a subscription there are no seats', () => {
    const request = { userId: 'o', version: 7, users: [newcomer], notify: [] }
    expect(decideTeamChange(team, request, undefined)).toEqual({ problem: 'card-needed' })
    expect(decideTeamChange(team, { ...request, users: [renamed] }, undefined)).toMatchObject({
      ok: true,
      licenses: undefined,
    })
  })
})
