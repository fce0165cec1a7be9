import type { AccountUser } from '#contract/accounts/accounts.ts'
import type { UsersChange } from '#contract/team/team.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { checkNewUser, type UserFault } from '#domain/team/team.ts'

/** A user as edited on screen, saved or not. */
export type DraftUser = {
  readonly key: string
  /** As the server has them; undefined for a new user. */
  readonly saved: AccountUser | undefined
  readonly name: string
  readonly email: string
  readonly role: AccountUser['role']
  /** Will be removed on saving, and can be restored until then. */
  readonly removed: boolean
  /** Whether they are mailed on saving; only who has a new address is. */
  readonly notify: boolean
}

/** The users of an account with all that was done on the screen since they were saved last. */
export type TeamDraft = {
  readonly version: number
  readonly users: readonly DraftUser[]
  /** New users so far, for their keys. */
  readonly added: number
}

export type SavedTeam = { readonly version: number; readonly users: readonly AccountUser[] }

export type TeamAction =
  /** `notify` is true where it is not said. */
  | {
      readonly type: 'add'
      readonly users: readonly { readonly name: string; readonly email: string; readonly notify?: boolean }[]
    }
  /** Marks a user as removed; a new one goes at once. */
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'restore'; readonly key: string }
  | {
      readonly type: 'change'
      readonly key: string
      readonly change: Partial<Pick<DraftUser, 'name' | 'email' | 'role' | 'notify'>>
    }
  /** The server has another version: local edits are reapplied to it. */
  | { readonly type: 'rebase'; readonly team: SavedTeam }
  /** The server has saved it. */
  | { readonly type: 'saved'; readonly team: SavedTeam }

export function changeDraft(draft: TeamDraft, action: TeamAction): TeamDraft {
  switch (action.type) {
    case 'add':
      return action.users.reduce(addUser, draft)
    case 'remove':
      return {
        ...draft,
        users: draft.users.flatMap((user) =>
          user.key !== action.key ? [user] : user.saved ? [{ ...user, removed: true }] : [],
        ),
      }
    case 'restore':
      return withUser(draft, action.key, { removed: false })
    case 'change':
      return withUser(draft, action.key, action.change)
    case 'rebase':
      return rebased(draft, action.team)
    case 'saved':
      return draftOf(action.team)
  }
}

export function draftOf({ version, users }: SavedTeam): TeamDraft {
  return { version, users: users.map(asSaved), added: 0 }
}

/** What is wrong with a user who is to be added; undefined when all is well. Who is marked as removed is still there. */
export function faultOfNewUser(
  { users }: TeamDraft,
  wanted: { name: string; email: string },
  except?: string,
): UserFault | 'taken' | undefined {
  const key = emailKey(wanted.email)
  const isTaken = users.some((user) => user.key !== except && emailKey(user.email) === key)
  return checkNewUser(wanted) ?? (isTaken ? 'taken' : undefined)
}

/** A new user, or one who got another address. */
export function hasNewEmail({ saved, email }: DraftUser): boolean {
  return saved?.email !== email
}

export function isChanged({ saved, name, email, role, removed }: DraftUser): boolean {
  return removed || saved?.name !== name || saved.email !== email || saved.role !== role
}

/** How many users there will be when this is saved. */
export function userCount({ users }: TeamDraft): number {
  return users.filter(({ removed }) => !removed).length
}

/** What is to be sent; undefined where nothing was changed. */
export function changeOf({ version, users }: TeamDraft): Omit<UsersChange, 'quoteId'> | undefined {
  const changed = users.filter(isChanged)
  if (changed.length === 0) return undefined
  return {
    version,
    users: changed.map(({ saved, name, email, role, removed }) => ({
      ...(saved && { id: saved.id }),
      name,
      email,
      ...(removed && { removed }),
      ...(role !== 'owner' && role !== (saved?.role ?? 'user') && { role }),
    })),
    notify: changed
      .filter((user) => !user.removed && user.notify && hasNewEmail(user))
      .map(({ email }) => email),
  }
}

function asSaved(saved: AccountUser): DraftUser {
  const { id, name, email, role } = saved
  return { key: id, saved, name, email, role, removed: false, notify: true }
}

/** Adds a user unless something is wrong with them: an imported list may name somebody twice. */
function addUser(
  draft: TeamDraft,
  { name, email, notify = true }: { name: string; email: string; notify?: boolean },
): TeamDraft {
  if (faultOfNewUser(draft, { name, email })) return draft
  const user: DraftUser = {
    key: `new-${draft.added + 1}`,
    saved: undefined,
    name: name.trim(),
    email: email.trim(),
    role: 'user',
    removed: false,
    notify,
  }
  return { ...draft, users: [...draft.users, user], added: draft.added + 1 }
}

function withUser(draft: TeamDraft, key: string, change: Partial<DraftUser>): TeamDraft {
  return { ...draft, users: draft.users.map((user) => (user.key === key ? { ...user, ...change } : user)) }
}

function rebased(draft: TeamDraft, team: SavedTeam): TeamDraft {
  const known = new Map(draft.users.map((user) => [user.saved?.id, user]))
  const saved = team.users.map((user): DraftUser => {
    const mine = known.get(user.id)
    if (!mine?.saved) return asSaved(user)
    return {
      ...asSaved(user),
      ...(mine.name !== mine.saved.name && { name: mine.name }),
      ...(mine.email !== mine.saved.email && !user.confirmed && { email: mine.email }),
      ...(mine.role !== mine.saved.role && { role: mine.role }),
      removed: mine.removed,
      notify: mine.notify,
    }
  })
  const taken = new Set(saved.map(({ email }) => emailKey(email)))
  const fresh = draft.users.filter((user) => !user.saved && !taken.has(emailKey(user.email)))
  return { version: team.version, users: [...saved, ...fresh], added: draft.added }
}
