import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { useLeaveWarning } from '#web/platform/ui/leave-warning.tsx'

type SaveBarProps = {
  isDirty: boolean
  busy: boolean
  refusal: string | undefined
  onDiscard: () => void
  /** Further ways to save. */
  children?: ReactNode
}

/**
 * The foot of a form with unsaved changes: stays in sight, saves or gives them up, and asks before the page is left. Nothing
 * without changes.
 */
export function SaveBar({ isDirty, busy, refusal, onDiscard, children }: SaveBarProps) {
  const warning = useUnsavedWarning(isDirty)
  return (
    <>
      {isDirty || refusal ? (
        <div className="desk-save">
          <div>
            {refusal ? <Alert>{refusal}</Alert> : <p className="text-sm text-muted">{m.desk_unsaved()}</p>}
          </div>
          <Button onClick={onDiscard}>{m.desk_discard()}</Button>
          {children}
          <Button type="submit" variant="primary" busy={busy}>
            {m.desk_save()}
          </Button>
        </div>
      ) : null}
      {warning}
    </>
  )
}

/** Asks before the page is left with unsaved changes; the dialog has to be rendered. */
export function useUnsavedWarning(isDirty: boolean): ReactNode {
  return useLeaveWarning(isDirty, {
    title: m.desk_leave_title(),
    text: m.desk_leave_text(),
    stay: m.desk_leave_stay(),
    leave: m.desk_leave_leave(),
  })
}
