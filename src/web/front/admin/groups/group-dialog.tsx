import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import type { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import '#web/front/admin/library/library-desk.css'

type Saving<Body> = Pick<ReturnType<typeof useDeskChange>, 'busy' | 'refusal' | 'dialog'> & {
  readonly submit: (body: Body) => (event: React.FormEvent) => void
}

/** The dialog of a category or series: its fields, the button that saves them, and its former versions. */
export function GroupDialog<Body>({
  title,
  saving: { submit, busy, refusal, dialog },
  body,
  versions,
  onClose,
  children,
}: {
  title: string
  saving: Saving<Body>
  body: Body
  versions: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal title={title} className="max-w-2xl" onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={submit(body)}>
        {children}
        {refusal ? <Alert>{refusal}</Alert> : null}
        <div className="group-save flex justify-end bg-surface py-3">
          <Button type="submit" variant="primary" busy={busy}>
            {m.desk_save()}
          </Button>
        </div>
      </form>
      {versions}
      {dialog}
    </Modal>
  )
}
