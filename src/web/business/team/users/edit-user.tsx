import { useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { type DraftUser, faultOfNewUser, type TeamAction, type TeamDraft } from './team-draft.ts'
import { UserFields } from './user-fields.tsx'

/** Changes a user's name, and an unconfirmed address. Saved with all other edits. Open while `user` is set. */
export function EditUser({
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
