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

/** What somebody wants to save about the users of their account. */
export type TeamRequest = {
  /** Who asks: by the team as it is now, whatever their session said. */
  readonly userId: string
  readonly version: number
  readonly users: readonly WantedUser[]
  /** Addresses of those who are to be mailed. */
  readonly notify: readonly string[]
}

export type TeamDecision = {
  readonly ok: true
  readonly by: Member
  readonly change: ChangedTeam
  /** How many licences the account has to have for it; undefined where it needs neither more nor fewer. */
  readonly licenses: number | undefined
}

type Refused =
  | TeamRefusal
  | { readonly problem: 'login-required' | 'confirmation-required' }
  /** Only whoever comes, or has another address from now on, may be mailed: by these places in `notify`, not. */
  | { readonly problem: 'not-new'; readonly places: readonly number[] }

/**
 * Whether the users of an account may be saved like this, and with how many licences (product.md sections 4 to 6). Before the
 * owner has confirmed an address nobody knows whose account it is, and nobody is added in its name. A plan that would have
 * to grow fits: what that costs is asked for next. Undefined `subscription`: the account never had one.
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
