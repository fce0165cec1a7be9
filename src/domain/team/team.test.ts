import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailKey } from '#domain/accounts/contact.ts'
import { runs } from '#support/rounds.ts'
import {
  type ChangedTeam,
  changeTeam,
  checkNewUser,
  formerUserDays,
  type Member,
  mayChangeMember,
  stillPossible,
  type Team,
  type WantedUser,
} from './team.ts'

const owner: Member = { id: 'o', name: 'Olga', email: 'olga@x.org', confirmed: true, role: 'owner' }
const manager: Member = { id: 'm', name: 'Mia', email: 'mia@x.org', confirmed: true, role: 'manager' }
const other: Member = { id: 'n', name: 'Nora', email: 'nora@x.org', confirmed: true, role: 'manager' }
const user: Member = { id: 'u', name: 'Uwe', email: 'uwe@x.org', confirmed: true, role: 'user' }
const pending: Member = { id: 'p', name: 'Pia', email: 'pia@x.org', confirmed: false, role: 'user' }
const team: Team = {
  version: 7,
  members: [owner, manager, other, user, pending],
  former: [
    { id: 'f2', email: 'Fay@x.org' },
    { id: 'f1', email: 'fay@x.org' },
  ],
  otherEmails: ['olga@home.org'],
}

const asOwner = { userId: owner.id, role: owner.role }
const asManager = { userId: manager.id, role: manager.role }
const room = () => 'fits' as const
const seats = (licenses: number) => (count: number) => (count > licenses ? 'card-needed' : 'fits')

function change(
  users: readonly WantedUser[],
  by = asOwner,
  roomFor: Parameters<typeof changeTeam>[2] = room,
) {
  return changeTeam(team, { by, version: 7, users }, roomFor)
}

const nothing = { ok: true, added: [], restored: [], changed: [], removed: [], userCount: 5 }
const ann = { name: 'Ann', email: 'ann@x.org' }

describe('adding', () => {
  test('brings a user without rights, spaces around name and address left out', () => {
    expect(change([{ name: ' Ann ', email: ' Ann@x.org ' }])).toEqual({
      ...nothing,
      added: [{ name: 'Ann', email: 'Ann@x.org', role: 'user' }],
      userCount: 6,
    })
  })

  test.each([
    ['no name', { name: ' ', email: 'ann@x.org' }, 'name', 'user-fields-missing'],
    ['no address', { name: 'Ann', email: ' ' }, 'email', 'user-fields-missing'],
    ['neither', { name: '', email: '' }, 'name', 'user-fields-missing'],
    ['no valid address', { name: 'Ann', email: 'ann' }, 'email', 'user-email-invalid'],
    ['two addresses', { name: 'Ann', email: 'ann@x.org,bob@x.org' }, 'email', 'user-email-invalid'],
  ])('needs both fields: %s', (_, wanted, field, fault) => {
    expect(change([ann, wanted])).toEqual({ problem: 'invalid', faults: [{ index: 1, field, fault }] })
  })

  test.each([
    ["a user's", 'UWE@x.org'],
    ["an unconfirmed user's", 'pia@x.org'],
    ["the owner's second", 'olga@home.org'],
  ])('refuses an address that is associated with the account: %s', (_, email) => {
    expect(change([{ name: 'Ann', email }])).toEqual({ problem: 'contact-taken', email })
  })

  test('refuses an address that is wanted twice', () => {
    expect(change([ann, { name: 'Anna', email: 'ANN@x.org' }])).toEqual({
      problem: 'contact-taken',
      email: 'ANN@x.org',
    })
  })

  test('refuses the address of a user removed by the same change', () => {
    expect(change([as(user, { removed: true }), ann, { ...ann, email: user.email }])).toEqual({
      problem: 'contact-taken',
      email: user.email,
    })
  })

  test('does nothing for a new user who is removed again', () => {
    expect(change([{ ...ann, removed: true }])).toEqual(nothing)
  })
})

test.each([
  [' Ann ', ' ann@x.org ', undefined],
  [' ', 'ann@x.org', 'user-fields-missing'],
  ['Ann', ' ', 'user-fields-missing'],
  ['Ann', 'ann', 'user-email-invalid'],
])('a new user %j with the address %j: %s', (name, email, fault) => {
  expect(checkNewUser({ name, email })).toBe(fault)
})

describe('restoring', () => {
  test('is possible for 90 days', () => {
    expect(formerUserDays).toBe(90)
  })

  test('the address of a former user restores its last holder, without rights', () => {
    expect(change([{ name: 'Fay', email: 'FAY@x.org' }])).toEqual({
      ...nothing,
      restored: [{ id: 'f2', name: 'Fay', email: 'FAY@x.org', role: 'user' }],
      userCount: 6,
    })
  })

  test('needs a seat like any other', () => {
    expect(change([{ name: 'Fay', email: 'fay@x.org' }], asOwner, () => 'no-seat')).toEqual({
      problem: 'no-seat',
    })
  })

  test('a former user is not found by their id', () => {
    expect(change([{ id: 'f2', name: 'Fay', email: 'fay@x.org' }])).toEqual({ problem: 'not-found' })
  })
})

const as = (member: Member, more: Partial<WantedUser>): WantedUser => ({
  id: member.id,
  name: member.name,
  email: member.email,
  ...more,
})

describe('changing', () => {
  test('a change to the current values changes nothing', () => {
    const all = team.members.map((member) => as(member, {}))
    expect(change(all)).toEqual(nothing)
    expect(change(all, asManager)).toEqual(nothing)
    expect(change([])).toEqual(nothing)
  })

  test('renames a user', () => {
    expect(change([as(user, { name: 'Uwe U.' })])).toMatchObject({
      changed: [{ ...user, name: 'Uwe U.', newEmail: false }],
    })
  })

  test('puts the address of an unconfirmed user right', () => {
    expect(change([as(pending, { email: 'pia@y.org' })])).toMatchObject({
      changed: [{ ...pending, email: 'pia@y.org', newEmail: true }],
    })
  })

  test('leaves the address of a confirmed user to them', () => {
    expect(change([as(user, { email: 'uwe@y.org' })])).toEqual({
      problem: 'invalid',
      faults: [{ index: 0, field: 'email', fault: 'user-email-confirmed' }],
    })
    expect(change([as(user, { email: 'UWE@x.org' })])).toEqual(nothing)
  })

  test("takes no other user's address", () => {
    expect(change([as(pending, { email: 'uwe@x.org' })])).toEqual({
      problem: 'contact-taken',
      email: 'uwe@x.org',
    })
    expect(change([as(pending, { email: 'ann@x.org' }), ann])).toEqual({
      problem: 'contact-taken',
      email: 'ann@x.org',
    })
  })

  test('lists no user twice', () => {
    expect(change([as(user, {}), as(user, { removed: true })])).toEqual({
      problem: 'invalid',
      faults: [{ index: 1, field: 'id', fault: 'user-twice' }],
    })
  })

  test.each(['x', 'f1'])('does not find %j', (id) => {
    expect(change([{ id, ...ann }])).toEqual({ problem: 'not-found' })
  })

  test('finds all listed users, or changes nothing', () => {
    expect(change([ann, { id: 'x', name: 'Xenia', email: 'xenia@x.org' }])).toEqual({ problem: 'not-found' })
  })

  test('keeps an address that was accepted under earlier rules', () => {
    const old = { ...pending, email: 'pia' }
    const before = { ...team, members: [owner, old] }
    const users = [as(old, { name: 'Pauline' })]
    expect(changeTeam(before, { by: asOwner, version: 7, users }, room)).toMatchObject({
      changed: [{ ...old, name: 'Pauline', newEmail: false }],
    })
  })

  test('takes no further address of a member', () => {
    expect(change([as(pending, { email: 'olga@home.org' })])).toEqual({
      problem: 'contact-taken',
      email: 'olga@home.org',
    })
  })

  test('is refused if another change was saved first', () => {
    expect(changeTeam(team, { by: asOwner, version: 6, users: [ann] }, room)).toEqual({
      problem: 'version-conflict',
    })
  })
})

describe('who may do what', () => {
  const allowed = 'ok'
  test.each([
    ['owner', 'removes', user, { removed: true }, allowed],
    ['owner', 'removes', pending, { removed: true }, allowed],
    ['owner', 'removes', manager, { removed: true }, allowed],
    ['owner', 'removes', owner, { removed: true }, 'forbidden'],
    ['owner', 'renames', owner, { name: 'X' }, 'forbidden'],
    ['owner', 'demotes', owner, { role: 'user' }, 'forbidden'],
    ['owner', 'promotes', user, { role: 'manager' }, allowed],
    ['owner', 'demotes', manager, { role: 'user' }, allowed],
    ['manager', 'removes', user, { removed: true }, allowed],
    ['manager', 'renames', user, { name: 'X' }, allowed],
    ['manager', 'promotes', user, { role: 'manager' }, 'forbidden'],
    ['manager', 'removes', other, { removed: true }, 'forbidden'],
    ['manager', 'renames', other, { name: 'X' }, 'forbidden'],
    ['manager', 'demotes', other, { role: 'user' }, 'forbidden'],
    ['manager', 'removes', manager, { removed: true }, 'forbidden'],
    ['manager', 'demotes', manager, { role: 'user' }, 'forbidden'],
    ['manager', 'removes', owner, { removed: true }, 'forbidden'],
    ['manager', 'renames', owner, { name: 'X' }, 'forbidden'],
  ] as const)('the %s %s %o %o: %s', (who, _, member, more, answer) => {
    const result = change([as(member, more)], who === 'owner' ? asOwner : asManager)
    expect('ok' in result ? allowed : result.problem).toBe(answer)
  })

  test.each([
    ['an owner', 'the owner', { userId: 'another', role: 'owner' }, owner, false],
    ['a user', 'themselves', { userId: user.id, role: 'user' }, user, false],
    ['a manager', 'a user', asManager, user, true],
  ] as const)('%s changes %s: %o %o %s', (_, __, by, member, may) => {
    expect(mayChangeMember(by, member)).toBe(may)
  })

  test('a new manager is made by the owner alone', () => {
    expect(change([{ ...ann, role: 'manager' }])).toMatchObject({ added: [{ role: 'manager' }] })
    expect(change([{ ...ann, role: 'manager' }], asManager)).toEqual({ problem: 'forbidden' })
  })
})

describe('seats', () => {
  test('one above the licences is refused, one in exchange for another is not', () => {
    expect(change([ann], asOwner, seats(5))).toEqual({ problem: 'card-needed' })
    expect(change([ann, as(user, { removed: true })], asOwner, seats(5))).toMatchObject({ userCount: 5 })
    expect(change([ann], asOwner, seats(6))).toMatchObject({ userCount: 6 })
  })

  test('a team that lost seats can still be put in order', () => {
    expect(
      change([as(user, { name: 'X' }), as(pending, { removed: true })], asOwner, seats(1)),
    ).toMatchObject({
      userCount: 4,
    })
  })
})

/** The team after a change, restored users with their former IDs. */
function after(before: Team, result: ChangedTeam): { id: string; email: string; role: string }[] {
  const gone = new Set(result.removed.map(({ id }) => id))
  const changed = new Map(result.changed.map((member) => [member.id, member]))
  const stay = before.members
    .filter(({ id }) => !gone.has(id))
    .map((member) => changed.get(member.id) ?? member)
  return [
    ...stay,
    ...result.restored,
    ...result.added.map((added, index) => ({ ...added, id: `new${index}` })),
  ]
}

describe('any change', () => {
  const email = fc.constantFrom(
    'a@x.org',
    'b@x.org',
    'fay@x.org',
    'uwe@x.org',
    'pia@x.org',
    'olga@home.org',
    'no',
  )
  const wanted = fc.record(
    {
      id: fc.constantFrom('o', 'm', 'n', 'u', 'p', 'f1', 'x'),
      name: fc.constantFrom('Ann', 'Bob', ''),
      email,
      removed: fc.boolean(),
      role: fc.constantFrom('manager' as const, 'user' as const),
    },
    { requiredKeys: ['name', 'email'] },
  )
  /** Mostly unchanged users, since otherwise almost nothing would be permitted. */
  const users = fc.array(
    fc.oneof(
      wanted,
      fc.constantFrom(...team.members).chain((member) =>
        fc
          .record({
            removed: fc.boolean(),
            role: fc.constantFrom(undefined, 'manager' as const, 'user' as const),
          })
          .map((more): WantedUser => as(member, more)),
      ),
    ),
    { maxLength: 6 },
  )
  const by = fc.constantFrom(asOwner, asManager)

  test('an allowed change leaves one owner, no duplicate addresses, and never too many users', () => {
    let allowed = 0
    fc.assert(
      fc.property(users, by, fc.integer({ min: 0, max: 9 }), (list, who, licenseCount) => {
        const result = change(list, who, seats(licenseCount))
        if (!('ok' in result)) return
        allowed += 1
        const members = after(team, result)
        expect(members).toHaveLength(result.userCount)
        expect(members.filter(({ role }) => role === 'owner')).toEqual([owner])
        expect(new Set(members.map(({ email: address }) => emailKey(address))).size).toBe(members.length)
        expect(new Set(members.map(({ id }) => id)).size).toBe(members.length)
        if (result.added.length + result.restored.length > 0)
          expect(members.length).toBeLessThanOrEqual(licenseCount)
        if (who === asManager) {
          const managers = (list: readonly { role: string }[]) =>
            list.filter(({ role }) => role === 'manager')
          expect(managers(members)).toEqual(managers(team.members))
        }
      }),
      { numRuns: runs(5000) },
    )
    expect(allowed).toBeGreaterThan(runs(5000) / 10)
  })
})

describe('the rest of a change after others have changed the team', () => {
  const removed = { id: user.id, name: '', email: '', removed: true }
  const rename = { id: pending.id, name: 'Pauline', email: pending.email }

  test('is all of it, if no other change conflicts', () => {
    expect(stillPossible(team, asOwner, [ann, removed, rename])).toEqual([ann, removed, rename])
  })

  test.each<[string, Team, typeof asOwner | typeof asManager, WantedUser]>([
    [
      'a user who came by another way',
      { ...team, members: [...team.members, { ...user, id: 'a', email: ann.email }] },
      asOwner,
      ann,
    ],
    ['a user who is gone', { ...team, members: [owner, pending] }, asOwner, removed],
    [
      'a user who is no longer theirs to change',
      { ...team, members: [owner, manager, pending, { ...user, role: 'manager' }] },
      asManager,
      removed,
    ],
  ])('leaves out %s', (_, now, by, row) => {
    expect(stillPossible(now, by, [row, rename])).toEqual([rename])
  })
})
