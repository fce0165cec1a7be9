import { useState } from 'react'
import type { DeskLook } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'
import { DocumentText } from '#web/front/admin/site/document-text.tsx'
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
  return (
    <details className="look-text" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.look_as_text()}</summary>
      <DocumentText
        file="site.yaml"
        hint={m.look_text_hint()}
        submit={m.look_text_save()}
        text={text}
        saved={look.text}
        mistakes={draft?.mistakes}
        busy={busy}
        onChange={(typed) => setEdited({ begun, text: typed })}
        onSave={() => onSave(text, begun)}
        onDiscard={edited && (() => setEdited(undefined))}
      />
    </details>
  )
}
