import type { AccountUser } from '#contract/accounts/accounts.ts'
import type { UsersChange } from '#contract/team/team.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { checkNewUser, type UserFault } from '#domain/team/team.ts'

/** A user as edited on screen, saved or not. */
export type DraftUser = {
  readonly key: string
  /** As stored on the server; undefined for a new user. */
  readonly saved: AccountUser | undefined
  readonly name: string
  readonly email: string
  readonly role: AccountUser['role']
  /** Removed on saving; can be restored until then. */
  readonly removed: boolean
  /** Whether they are mailed on saving. Only users with a new address are. */
  readonly notify: boolean
}

/** The users of an account, with unsaved edits. */
export type TeamDraft = {
  readonly version: number
  readonly users: readonly DraftUser[]
  /** Number of new users so far, for their keys. */
  readonly added: number
}

export type SavedTeam = { readonly version: number; readonly users: readonly AccountUser[] }

export type TeamAction =
  /** `notify` defaults to true. */
  | {
      readonly type: 'add'
      readonly users: readonly { readonly name: string; readonly email: string; readonly notify?: boolean }[]
    }
  /** Marks a user as removed. A new user is deleted at once. */
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

/** Returns the fault of a user to be added; undefined if valid. Users marked as removed still count. */
export function faultOfNewUser(
  { users }: TeamDraft,
  wanted: { name: string; email: string },
  except?: string,
): UserFault | 'taken' | undefined {
  const key = emailKey(wanted.email)
  const isTaken = users.some((user) => user.key !== except && emailKey(user.email) === key)
  return checkNewUser(wanted) ?? (isTaken ? 'taken' : undefined)
}

/** Whether a user is new or has another address. */
export function hasNewEmail({ saved, email }: DraftUser): boolean {
  return saved?.email !== email
}

export function isChanged({ saved, name, email, role, removed }: DraftUser): boolean {
  return removed || saved?.name !== name || saved.email !== email || saved.role !== role
}

/** Returns the number of users after saving. */
export function userCount({ users }: TeamDraft): number {
  return users.filter(({ removed }) => !removed).length
}

/** Returns the changes to send; undefined without any. */
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

/** Adds a user if valid: an imported list may have duplicates. */
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
