import { emailKey, isEmail } from '#domain/accounts/contact.ts'
import type { Role } from './permission.ts'
import type { SeatAnswer } from './seats.ts'

/** A user of an account who is not removed. `email` is their primary contact. */
export type Member = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly confirmed: boolean
  readonly role: Role
}

export type Team = {
  readonly version: number
  /** In the order in which they were added, which is the order of seats. */
  readonly members: readonly Member[]
  /** Removed but not yet deleted; last removed first. */
  readonly former: readonly { readonly id: string; readonly email: string }[]
  /** Secondary addresses of the members. */
  readonly otherEmails: readonly string[]
}

/** A requested user: without `id` a new one; `role` if it changes. */
export type WantedUser = {
  readonly id?: string | undefined
  readonly name: string
  readonly email: string
  readonly removed?: boolean | undefined
  readonly role?: 'manager' | 'user' | undefined
}

export type TeamChange = {
  /** The requesting owner or manager. */
  readonly by: { readonly userId: string; readonly role: Role }
  /** Version of the team that was edited, so that two managers do not overwrite each other's changes. */
  readonly version: number
  readonly users: readonly WantedUser[]
}

type NewMember = { readonly name: string; readonly email: string; readonly role: 'manager' | 'user' }

/** The resulting changes. All lists are empty if nothing changes. */
export type ChangedTeam = {
  readonly ok: true
  readonly added: readonly NewMember[]
  /** Restored with their history, last in the order of seats. */
  readonly restored: readonly (NewMember & { readonly id: string })[]
  readonly changed: readonly (Member & { readonly newEmail: boolean })[]
  readonly removed: readonly Member[]
  /** Number of users after the change. */
  readonly userCount: number
}

export type UserFault = 'user-fields-missing' | 'user-email-invalid' | 'user-email-confirmed' | 'user-twice'

/** Whether there are seats for the change; the caller has checked that a plan which must grow fits. */
type Room = Exclude<SeatAnswer, 'price-change'>

export type TeamRefusal =
  | { readonly problem: 'version-conflict' | 'not-found' | 'forbidden' | Exclude<Room, 'fits'> }
  /** Address of a user of this account, or requested twice. */
  | { readonly problem: 'contact-taken'; readonly email: string }
  | {
      readonly problem: 'invalid'
      /** `index` of the requested user. */
      readonly faults: readonly { index: number; field: 'id' | 'name' | 'email'; fault: UserFault }[]
    }

/** Days for which a removed user's history is kept: adding them again restores it. Business time. */
export const formerUserDays = 90

/**
 * Decides the change of a team, all or nothing (product.md sections 4 to 6). Users without a row stay unchanged. The
 * owner is never changed here; only the owner makes, changes and removes managers. Only confirmed users themselves change their
 * address. An address of a former user restores that user. `seats` tells whether there are seats for a number of users;
 * it is called only when users are added, so that a team that lost seats can still be edited.
 */
export function changeTeam(
  team: Team,
  change: TeamChange,
  seats: (userCount: number) => Room,
): ChangedTeam | TeamRefusal {
  if (change.version !== team.version) return { problem: 'version-conflict' }
  const members = new Map(team.members.map((member) => [member.id, member]))
  const wanted = change.users.map((user, index) => ({
    ...user,
    index,
    name: user.name.trim(),
    email: user.email.trim(),
    member: user.id === undefined ? undefined : members.get(user.id),
  }))
  if (wanted.some(({ id, member }) => id !== undefined && !member)) return { problem: 'not-found' }
  const faults = wanted.flatMap((user) => faultOf(user, wanted))
  if (faults.length > 0) return { problem: 'invalid', faults }

  const sorted = sortWanted(wanted, change.by)
  if (!sorted) return { problem: 'forbidden' }
  const { removed, changed, fresh } = sorted
  const taken = takenEmail(team, changed, fresh)
  if (taken !== undefined) return { problem: 'contact-taken', email: taken }
  const former = new Map(team.former.toReversed().map(({ id, email }) => [emailKey(email), id]))
  const idOf = (user: NewMember) => former.get(emailKey(user.email))
  const userCount = team.members.length - removed.length + fresh.length
  const answer = fresh.length > 0 ? seats(userCount) : 'fits'
  if (answer !== 'fits') return { problem: answer }
  return {
    ok: true,
    added: fresh.filter((user) => idOf(user) === undefined),
    restored: fresh.flatMap((user) => {
      const id = idOf(user)
      return id === undefined ? [] : [{ ...user, id }]
    }),
    changed,
    removed,
    userCount,
  }
}

type Sorted = { removed: Member[]; changed: ChangedTeam['changed'][number][]; fresh: NewMember[] }

/** The users to remove, change and add; undefined if the requesting user may not make one of these changes. */
function sortWanted(wanted: readonly Wanted[], by: TeamChange['by']): Sorted | undefined {
  const sorted: Sorted = { removed: [], changed: [], fresh: [] }
  for (const { member, name, email, role, removed: goes } of wanted) {
    if (!member) {
      if (role === 'manager' && by.role !== 'owner') return undefined
      if (!goes) sorted.fresh.push({ name, email, role: role ?? 'user' })
      continue
    }
    const next = {
      ...member,
      name,
      email: member.confirmed ? member.email : email,
      role: role ?? member.role,
    }
    const differs = next.name !== member.name || next.email !== member.email || next.role !== member.role
    if (!goes && !differs) continue
    if (!mayChangeMember(by, member)) return undefined
    if (next.role !== member.role && by.role !== 'owner') return undefined
    if (goes) sorted.removed.push(member)
    else sorted.changed.push({ ...next, newEmail: next.email !== member.email })
  }
  return sorted
}

/**
 * The rows of a change that still apply to a team changed by others: without users who are gone or no longer editable,
 * and without addresses taken meanwhile.
 */
export function stillPossible(
  team: Team,
  by: TeamChange['by'],
  users: readonly WantedUser[],
): readonly WantedUser[] {
  const kept: WantedUser[] = []
  for (const user of users) {
    kept.push(user)
    const change = { by, version: team.version, users: kept }
    if (!('ok' in changeTeam(team, change, () => 'fits'))) kept.pop()
  }
  return kept
}

/** Whether a user may change or remove a member: never the owner or themselves, and only the owner a manager. */
export function mayChangeMember(by: TeamChange['by'], member: Pick<Member, 'id' | 'role'>): boolean {
  if (member.role === 'owner' || member.id === by.userId) return false
  return by.role === 'owner' || member.role === 'user'
}

/** Checks a new user's name and address (product.md section 5, Add user); undefined if both are valid. */
export function checkNewUser({ name, email }: { name: string; email: string }): UserFault | undefined {
  if (name.trim() === '' || email.trim() === '') return 'user-fields-missing'
  return isEmail(email.trim()) ? undefined : 'user-email-invalid'
}

type Wanted = WantedUser & { readonly index: number; readonly member: Member | undefined }
type RowFault = { index: number; field: 'id' | 'name' | 'email'; fault: UserFault }

function faultOf({ index, id, name, email, removed, member }: Wanted, all: readonly Wanted[]): RowFault[] {
  if (id !== undefined && all.some((other) => other.id === id && other.index < index))
    return [{ index, field: 'id', fault: 'user-twice' }]
  if (removed) return []
  const sameEmail = member && emailKey(member.email) === emailKey(email)
  const fault = checkNewUser({ name, email })
  if (fault === 'user-fields-missing') return [{ index, field: name === '' ? 'name' : 'email', fault }]
  // an address accepted before stays valid
  if (fault && !sameEmail) return [{ index, field: 'email', fault }]
  if (member?.confirmed && !sameEmail) return [{ index, field: 'email', fault: 'user-email-confirmed' }]
  return []
}

/**
 * Returns the first requested address already associated with the account. Also one of a user removed by the same change:
 * its meaning would be ambiguous.
 */
function takenEmail(
  { members, otherEmails }: Team,
  changed: ChangedTeam['changed'],
  fresh: readonly NewMember[],
): string | undefined {
  const owners = new Map(members.map(({ id, email }) => [emailKey(email), id]))
  for (const email of otherEmails) owners.set(emailKey(email), '')
  for (const { id, email } of changed.filter(({ newEmail }) => newEmail)) {
    if ((owners.get(emailKey(email)) ?? id) !== id) return email
    owners.set(emailKey(email), id)
  }
  for (const { email } of fresh) {
    if (owners.has(emailKey(email))) return email
    owners.set(emailKey(email), '')
  }
  return undefined
}
