import type { ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import type { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type Change = Pick<ReturnType<typeof useDeskChange<Call>>, 'busy' | 'refusal' | 'dialog'>

/** The form of a notice: its title and state, its fields, and the buttons that show and remove it. */
export function NoticeFrame({
  id,
  title,
  lead,
  state,
  show,
  remove,
  onShow,
  onRemove,
  children,
}: {
  id: string
  title: string
  lead: string
  state: string
  show: Change
  remove: Change
  onShow: () => void
  /** Undefined while there is nothing to remove. */
  onRemove: (() => void) | undefined
  children: ReactNode
}) {
  const refusal = show.refusal ?? remove.refusal
  return (
    <Form aria-labelledby={id} className="grid max-w-3xl gap-5" onSubmit={onShow}>
      <div className="grid gap-2">
        <h2 id={id}>{title}</h2>
        <p className="max-w-[65ch]">{lead}</p>
        <p className="font-medium">{state}</p>
      </div>
      {children}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <NoticeButtons showing={show.busy} removing={remove.busy} onRemove={onRemove} />
      {show.dialog}
      {remove.dialog}
    </Form>
  )
}

type NoticeButtonsProps = {
  showing: boolean
  removing: boolean
  /** Undefined if none is stored. */
  onRemove: (() => void) | undefined
}

/** Shows a notice, or removes the one that is stored. */
function NoticeButtons({ showing, removing, onRemove }: NoticeButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" busy={showing}>
        {m.notices_save()}
      </Button>
      {onRemove ? (
        <Button busy={removing} onClick={onRemove}>
          {m.notices_remove()}
        </Button>
      ) : null}
    </div>
  )
}
