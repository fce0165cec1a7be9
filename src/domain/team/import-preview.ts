import { emailKey } from '#domain/accounts/contact.ts'
import type { SeatAnswer } from './seats.ts'
import { checkNewUser, type Team } from './team.ts'

/** A row of an imported list. */
export type UserRow = { readonly name: string; readonly email: string }

/**
 * The result of saving a row: `restore` brings a former user back, `duplicate` repeats an address of the list or the
 * account, `no-seat` exceeds the seats.
 */
export type UserFate = 'add' | 'restore' | 'duplicate' | 'invalid' | 'no-seat'

/** Returns the result for each row, in order, which is also the order of seats. */
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
 * Returns how many more users can be added at once, up to `most`: those with a free paid seat, and those for whom saving
 * asks whether the plan may grow.
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

/** Whether a name can be stored; the rest of a badly quoted file cannot. */
function isOneLine(name: string): boolean {
  return name.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(name)
}

/** Maximum rows added at once. */
export const mostRows = 1000
