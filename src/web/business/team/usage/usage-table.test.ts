import { expect, test } from 'vitest'
import type { Usage } from '#contract/team/team.ts'
import { firstOrder, sortUsage } from './usage-table.tsx'

const user = (name: string, lastSeenAt: string | null = null, email = `${name}@x.de`): Usage => ({
  id: name + email,
  name,
  email,
  confirmed: true,
  seat: true,
  lastSeenAt,
  videosOpened: 0,
  watchedSeconds: 0,
  estimated: false,
})
const names = (users: readonly Usage[]) => users.map(({ name }) => name)

test("by name, in the language's collation, ignoring case", () => {
  const users = ['zoe', 'Ärmel', 'Bo', 'ada', 'Team 10', 'Team 9'].map((name) => user(name))
  const sorted = ['ada', 'Ärmel', 'Bo', 'Team 9', 'Team 10', 'zoe']
  expect(names(sortUsage(users, firstOrder('name'), 'en'))).toEqual(sorted)
  expect(names(sortUsage(users, { sort: 'name', descending: true }, 'en'))).toEqual(sorted.toReversed())
  expect(names(users)[0]).toBe('zoe')
})

test('by when they were here, the last first; those who never were are last, by name', () => {
  const users = [
    user('never b'),
    user('early', '2026-11-01T10:00:00Z'),
    user('late', '2026-11-02T10:00:00Z'),
    user('never a'),
  ]
  expect(names(sortUsage(users, firstOrder('lastSeen'), 'en'))).toEqual([
    'late',
    'early',
    'never a',
    'never b',
  ])
  expect(names(sortUsage(users, { sort: 'lastSeen', descending: false }, 'en'))).toEqual([
    'never a',
    'never b',
    'early',
    'late',
  ])
})
