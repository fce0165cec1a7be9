import { type ReactNode, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { type Draft, type EntryField, EntryFields } from './entry-fields.tsx'

type EntryDialogProps<C extends Call> = {
  readonly title: string
  readonly call: C
  readonly fields: readonly EntryField[]
  readonly initial: Draft
  readonly bodyOf: (draft: Draft) => Parameters<ReturnType<typeof useDeskChange<C>>['send']>[0]
  /** Names of faults that `children` shows. */
  readonly moreFaults?: readonly string[]
  readonly onClose: () => void
  readonly children?: (faults: Readonly<Record<string, string | undefined>>) => ReactNode
}

/** The form of one thing at the desk of products, in a dialog that stays until it is saved. */
export function EntryDialog<C extends Call>(props: EntryDialogProps<C>) {
  const { title, call, fields, initial, bodyOf, moreFaults = [], onClose, children } = props
  const [draft, setDraft] = useState(initial)
  const { busy, refusal, faults, send, dialog } = useDeskChange(call, {
    message: m.desk_product_prompt(),
    fields: [...fields.map(({ name }) => name), ...moreFaults],
    done: m.desk_product_saved,
    onDone: () => onClose(),
  })
  return (
    <Modal title={title} onClose={onClose} className="max-w-2xl">
      <Form className="grid gap-5" onSubmit={() => send(bodyOf(draft))}>
        <EntryFields
          fields={fields}
          draft={draft}
          faults={faults}
          onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        />
        {children?.(faults)}
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
          {m.desk_product_save()}
        </Button>
      </Form>
      {dialog}
    </Modal>
  )
}
