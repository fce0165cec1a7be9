import { emailKey } from '#domain/accounts/contact.ts'
import type { SeatAnswer } from './seats.ts'
import { checkNewUser, type Team } from './team.ts'

/** A row of a list of people who are to be added. */
export type UserRow = { readonly name: string; readonly email: string }

/**
 * What saving a row would do: `restore` brings a former user back, `duplicate` has an address that stands above in the
 * list or belongs to the account, `no-seat` would be beyond its seats.
 */
export type UserFate = 'add' | 'restore' | 'duplicate' | 'invalid' | 'no-seat'

/** What saving each row would do, in their order, which is the order in which seats are given. */
export function previewImport(
  rows: readonly UserRow[],
  team: Pick<Team, 'members' | 'former' | 'otherEmails'>,
  seatsLeft: number,
): UserFate[] {
  const taken = new Set([...team.members.map(({ email }) => email), ...team.otherEmails].map(emailKey))
  const former = new Set(team.former.map(({ email }) => emailKey(email)))
  let left = seatsLeft
  return rows.map((row) => {
    const key = emailKey(row.email)
    if (checkNewUser(row) || !isOneLine(row.name)) return 'invalid'
    if (taken.has(key)) return 'duplicate'
    if (left === 0) return 'no-seat'
    taken.add(key)
    left -= 1
    return former.has(key) ? 'restore' : 'add'
  })
}

/**
 * How many more users can be added at once, up to `most`: those who have a seat already paid for, and those for whom
 * saving asks whether the plan may grow.
 */
export function seatsLeftFor(
  userCount: number,
  most: number,
  seats: (userCount: number) => SeatAnswer,
): number {
  let left = 0
  while (left < most && ['fits', 'price-change'].includes(seats(userCount + left + 1))) left += 1
  return left
}

/** A name as it can be stored, which the rest of a badly quoted file is not. */
function isOneLine(name: string): boolean {
  return name.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(name)
}

/** Rows that can be added at once. */
export const mostRows = 1000
