import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type SettingsFrameProps = {
  label: string
  busy: boolean | undefined
  dialog: ReactNode
  onSave: () => void
  children: ReactNode
}

/** The frame of a form of settings, with its button; without `busy`, nothing can be saved. */
export function SettingsFrame({ label, busy, dialog, onSave, children }: SettingsFrameProps) {
  return (
    <Form aria-label={label} className="grid gap-4" onSubmit={onSave}>
      {children}
      {busy === undefined ? null : (
        <div>
          <Button type="submit" busy={busy}>
            {m.set_up_save()}
          </Button>
        </div>
      )}
      {dialog}
    </Form>
  )
}
