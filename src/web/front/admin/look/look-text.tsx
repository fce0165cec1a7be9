import { useState } from 'react'
import type { DeskLook } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { useLookDraft } from './look-queries.ts'

type LookTextProps = {
  look: DeskLook
  busy: boolean
  onSave: (text: string, begun: DeskLook) => void
}

/** Edits `site.yaml` as text, including settings without a field. */
export function LookText({ look, busy, onSave }: LookTextProps) {
  // what the text began with: a look saved meanwhile is a conflict
  const [edited, setEdited] = useState<{ begun: DeskLook; text: string }>()
  const { begun, text } = edited ?? { begun: look, text: look.text }
  const [isOpen, setOpen] = useState(false)
  const draft = useLookDraft({ text }, isOpen)
  const mistakes = draft?.mistakes.map(({ line, sentence }) => `${line}: ${sentence}`).join('\n')
  return (
    <details className="look-text" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.look_as_text()}</summary>
      <form
        noValidate
        className="grid max-w-3xl gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text, begun)
        }}
      >
        <TextArea
          label="site.yaml"
          hint={m.look_text_hint()}
          rows={16}
          spellCheck={false}
          maxLength={50_000}
          value={text}
          error={mistakes || undefined}
          onChange={({ target }) => setEdited({ begun, text: target.value })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy} disabled={text === look.text}>
            {m.look_text_save()}
          </Button>
          <Button disabled={!edited} onClick={() => setEdited(undefined)}>
            {m.desk_discard()}
          </Button>
        </div>
      </form>
    </details>
  )
}
