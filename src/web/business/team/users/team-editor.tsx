import { useReducer, useRef, useState } from 'react'
import type { Account, SignedInSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { seatsFor } from '#domain/team/seats.ts'
import { m } from '#messages/generated/messages.js'
import { UserImport } from '#web/business/team/import/user-import.tsx'
import { InviteLinks } from '#web/business/team/invites/invite-links.tsx'
import { UsageReport } from '#web/business/team/usage/usage-report.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { useLeaveWarning } from '#web/platform/ui/leave-warning.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { useWideScreen } from '#web/platform/ui/wide-screen.ts'
import { AddUser, isRunning, seatedBy } from './add-user.tsx'
import { PriceChange } from './price-change.tsx'
import { priceOf, useSaveUsers } from './save-users.ts'
import {
  changeDraft,
  changeOf,
  type DraftUser,
  draftOf,
  faultOfNewUser,
  type SavedTeam,
  type TeamAction,
  type TeamDraft,
  userCount,
} from './team-draft.ts'
import { UserCards } from './user-cards.tsx'
import { UserFields } from './user-fields.tsx'
import { UserTable } from './user-table.tsx'
import { WaitingUsers } from './waiting-users.tsx'

/**
 * Edits the users of the account; edits are saved together. Changes of others appear at once, with the local edits
 * reapplied.
 */
export function TeamEditor({ session }: { session: SignedInSession }) {
  const { account, user, subscription } = session
  const { draft, dispatch, isChanged, count, saving, saveDraft, discard } = useTeamEdits(session)
  const { quote, busy, refusal } = saving
  const [edited, setEdited] = useState<DraftUser>()
  const leaveDialog = useUnsavedWarning(isChanged)
  const by = { userId: user.id, role: account.users?.find(({ id }) => id === user.id)?.role ?? 'user' }
  const tools = { by, dispatch, edit: setEdited }
  // edits and saving cover all users: only the display is paged
  const { shown, pages, toLast } = usePages(draft.users, m.users_page())
  const add: typeof dispatch = (action) => {
    dispatch(action)
    toLast()
  }
  const Users = useWideScreen(48) ? UserTable : UserCards
  return (
    <>
      <div className="grid gap-6">
        <WaitingUsers session={session} dispatch={dispatch} />
        <SeatMeter draft={draft} total={subscription?.licenseCount ?? 0} />
        {/* no edits while a request is pending */}
        <fieldset disabled={busy} className="grid min-w-0 gap-8">
          <legend className="sr-only">{m.users_page()}</legend>
          <Users users={shown} tools={tools} />
          {pages}
          {draft.users.length === 1 ? <Alone /> : null}
        </fieldset>
        {refusal && !quote ? <Alert>{refusal}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" busy={busy} disabled={!isChanged} onClick={() => saveDraft(draft)}>
            {m.users_save()}
          </Button>
          {isChanged && !busy ? <Button onClick={discard}>{m.users_discard()}</Button> : null}
        </div>
        <fieldset disabled={busy} className="grid min-w-0 gap-10 border-t border-line pt-8">
          <legend className="sr-only">{m.users_add_title()}</legend>
          <AddUser draft={draft} subscription={subscription} dispatch={add} onSave={saveDraft} />
          <UserImport
            buyAt={mayBuy(session, userCount(draft) + 1) ? href('subscriptionCard') : undefined}
            priceOf={(added, signal) => priceOf({ ...count, after: count.after + added }, signal)}
            onRows={(rows) => add({ type: 'add', users: rows })}
          />
        </fieldset>
      </div>
      <InviteLinks />
      <UsageReport />
      <EditUser draft={draft} user={edited} dispatch={dispatch} onClose={() => setEdited(undefined)} />
      <PriceChange {...{ quote, busy, refusal }} onConfirm={saving.confirm} onClose={saving.closeQuote} />
      {leaveDialog}
    </>
  )
}

/** Whether a card would pay for licences of so many users, and this user may enter one. */
function mayBuy({ permissions, subscription }: SignedInSession, users: number): boolean {
  return (
    permissions.includes('subscription.manage') &&
    isRunning(subscription) &&
    seatsFor(seatedBy(subscription), users) === 'card-needed'
  )
}

/** The draft of the account's users, with its saving. */
function useTeamEdits({ account, subscription }: SignedInSession) {
  const [draft, dispatch] = useTeamDraft(account)
  const saving = useSaveUsers((team) => dispatch({ type: 'saved', team }))
  const count = { before: account.users?.length ?? 0, after: userCount(draft), subscription }
  return {
    draft,
    dispatch,
    isChanged: changeOf(draft) !== undefined,
    count,
    saving,
    saveDraft: (made: TeamDraft) => {
      const saved = changeOf(made)
      if (saved) saving.save(saved, { ...count, after: userCount(made) })
    },
    discard: () => {
      saving.forgetRefusal()
      dispatch({ type: 'saved', team: teamOf(account) })
    },
  }
}

/** The draft of an account's users. Changes of others are merged into it. */
function useTeamDraft(account: Account) {
  const [draft, dispatch] = useReducer(changeDraft, teamOf(account), draftOf)
  const [shownAccount, setShownAccount] = useState(account)
  if (shownAccount !== account) {
    setShownAccount(account)
    dispatch({ type: 'rebase', team: teamOf(account) })
  }
  return [draft, dispatch] as const
}

function useUnsavedWarning(isUnsaved: boolean) {
  return useLeaveWarning(isUnsaved, {
    title: m.users_leave_title(),
    text: m.users_leave(),
    stay: m.users_leave_stay(),
    leave: m.users_leave_go(),
  })
}

function Alone() {
  return (
    <EmptyState level={2} title={m.users_alone_title()}>
      {m.users_alone()}
    </EmptyState>
  )
}

function teamOf({ version, users = [] }: Account): SavedTeam {
  return { version, users }
}

/** The number of licences in use, and users without one: licences go by the order in which users were added. */
function SeatMeter({ draft, total }: { draft: TeamDraft; total: number }) {
  const saved = draft.users.filter((user) => user.saved)
  const used = userCount(draft)
  const without = saved.filter((user) => !user.saved?.seat && !user.removed).length
  const text =
    used === saved.length ? m.users_licenses_used({ used, total }) : m.users_licenses_after({ used, total })
  return (
    <div className="card grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{m.users_licenses()}</span>
        <span className="num">{text}</span>
      </p>
      {/* the text says the same */}
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
        <div
          className={`h-full rounded-full ${used > total ? 'bg-danger' : 'bg-accent'}`}
          style={{ width: `${Math.min(100, (used / Math.max(total, 1)) * 100)}%` }}
        />
      </div>
      {without > 0 ? (
        <p className="text-[0.8125rem] text-danger">{m.users_licenses_missing({ count: without })}</p>
      ) : null}
    </div>
  )
}

/** Changes a user's name, and an unconfirmed address. Saved with all other edits. Open while `user` is set. */
function EditUser({
  draft,
  user,
  dispatch,
  onClose,
}: {
  draft: TeamDraft
  user: DraftUser | undefined
  dispatch: (action: TeamAction) => void
  onClose: () => void
}) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Modal title={user ? m.users_edit_title({ name: user.name }) : ''} onClose={onClose} initialFocus={name}>
      {user ? (
        <UserFields
          className="grid gap-5"
          nameField={name}
          start={{ name: user.name, email: user.email }}
          emailFixed={user.saved?.confirmed ? m.users_edit_confirmed() : undefined}
          faultOf={(entered) => faultOfNewUser(draft, entered, user.key)}
          onSubmit={(entered) => {
            const change = { name: entered.name.trim(), email: entered.email.trim() }
            dispatch({ type: 'change', key: user.key, change })
            onClose()
            return entered
          }}
        >
          <Button type="submit" variant="primary" className="justify-self-end">
            {m.users_edit_apply()}
          </Button>
        </UserFields>
      ) : null}
    </Modal>
  )
}
