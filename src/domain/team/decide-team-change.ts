import { emailKey } from '#domain/accounts/contact.ts'
import { permissionsOf } from './permission.ts'
import { licensesFor, type SeatedSubscription, seatsFor } from './seats.ts'
import {
  type ChangedTeam,
  changeTeam,
  type Member,
  type Team,
  type TeamRefusal,
  type WantedUser,
} from './team.ts'

/** A requested change of an account's users. */
export type TeamRequest = {
  /** The requesting user, checked against the current team and not the session. */
  readonly userId: string
  readonly version: number
  readonly users: readonly WantedUser[]
  /** Addresses to notify. */
  readonly notify: readonly string[]
}

export type TeamDecision = {
  readonly ok: true
  readonly by: Member
  readonly change: ChangedTeam
  /** Number of licences that the account needs; undefined if it does not change. */
  readonly licenses: number | undefined
}

type Refused =
  | TeamRefusal
  | { readonly problem: 'login-required' | 'confirmation-required' }
  /** Only new users, or those with a new address, may be notified; the indexes in `notify` of all others. */
  | { readonly problem: 'not-new'; readonly places: readonly number[] }

/**
 * Decides whether an account's users may be saved like this, and how many licences it needs (product.md sections 4 to 6).
 * Before the owner has confirmed an address the account's owner is unproven, so no users are added. A plan that has to
 * grow is accepted; its price is decided next. Undefined `subscription`: the account never had one.
 */
export function decideTeamChange(
  team: Team,
  { userId, version, users, notify }: TeamRequest,
  subscription: SeatedSubscription | undefined,
): TeamDecision | Refused {
  const by = team.members.find(({ id }) => id === userId)
  if (!by) return { problem: 'login-required' }
  if (!permissionsOf(by.role).includes('users.manage')) return { problem: 'forbidden' }
  const isOpen = team.members.some(({ role, confirmed }) => role === 'owner' && confirmed)
  if (!isOpen && users.some(({ id }) => id === undefined)) return { problem: 'confirmation-required' }
  const change = changeTeam(team, { by: { userId, role: by.role }, version, users }, (userCount) => {
    const seats = seatsFor(subscription, userCount)
    return seats === 'price-change' ? 'fits' : seats
  })
  if (!('ok' in change)) return change
  const places = notNew(notify, change)
  if (places.length > 0) return { problem: 'not-new', places }
  const count = { before: team.members.length, after: change.userCount }
  const licenses = subscription && licensesFor(subscription, count)
  return { ok: true, by, change, licenses: licenses === subscription?.licenseCount ? undefined : licenses }
}

function notNew(notify: readonly string[], { added, restored, changed }: ChangedTeam): number[] {
  const newcomers = [...added, ...restored, ...changed.filter(({ newEmail }) => newEmail)]
  const keys = new Set(newcomers.map(({ email }) => emailKey(email)))
  return notify.flatMap((email, place) => (keys.has(emailKey(email)) ? [] : [place]))
}
