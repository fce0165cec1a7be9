import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminLookCalls, type DeskLook } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'
import { DocumentSource } from '#web/front/admin/site/document-source.tsx'
import { DocumentText } from '#web/front/admin/site/document-text.tsx'
import { DocumentVersions } from '#web/front/admin/site/document-versions.tsx'
import { sourceNames } from '#web/front/admin/site/word-queries.ts'
import { base64Of } from '#web/front/admin/uploads/poster-picture.ts'
import { ConflictDialog } from '#web/front/desk/conflict-dialog.tsx'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useDeskDraft } from '#web/front/desk/fields/use-rested.ts'
import { SaveBar } from '#web/front/desk/save-bar.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useEdited } from '#web/front/desk/use-edited.ts'
import { type FormFields, LookRows } from './look-rows.tsx'

export const lookQuery = deskQuery(adminLookCalls.lookAtDesk, 'fields')

const names: Readonly<Record<keyof FormFields, () => string>> = {
  name: m.look_name,
  logo: m.look_logo,
  portrait: m.look_portrait,
  hue: m.look_hue,
  heroFilm: m.look_hero,
  navigation: m.look_navigation,
  footer: m.look_footer,
  greeting: m.look_greeting,
  signature: m.look_signature,
}

/** The form over `site.yaml`, the same as text, and what was saved before. */
export function LookForm({ look }: { look: DeskLook }) {
  const client = useQueryClient()
  const [saves, setSaves] = useState(0)
  // neither text nor digest is typed: they are what the form began with
  const edited = useEdited(look, (one) => ({
    ...fieldsOf(one),
    text: one.text,
    fileDigest: one.fileDigest,
  }))
  const { changed, version, isDirty, change, goOn } = edited
  const { text, fileDigest, ...shown } = edited.fields
  const { logo: _logo, portrait: _portrait, ...fields } = shown
  const save = useDeskChange(adminLookCalls.saveLook, {
    message: m.look_prompt(),
    fields: ['logo', 'portrait'],
    onConflict: async () => edited.setTheirs(await client.fetchQuery(lookQuery)),
    done: m.look_saved,
    onDone: async () => {
      setSaves((before) => before + 1)
      goOn(await client.fetchQuery(lookQuery))
    },
  })
  const draft = useDeskDraft(adminLookCalls.draftLook, 'mistakes[]', { body: { text, fields } }).data
  const take = (whole: string | null, from = look) =>
    save.send({ text: whole, version: from.version, fileDigest: from.fileDigest })
  return (
    <div className="look-desk">
      <DocumentSource
        text={sourceNames[look.source]()}
        fileChanged={look.fileChanged}
        busy={save.busy}
        onDesk={() => take(look.text)}
        onFile={() => take(null)}
      />
      <form
        noValidate
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6"
        onSubmit={save.submit({ text, fields, ...picturesOf(changed), version, fileDigest })}
      >
        <LookRows faults={save.faults} fields={shown} films={look.freeFilms} draft={draft} change={change} />
        <SaveBar isDirty={isDirty} busy={save.busy} refusal={save.refusal} onDiscard={() => goOn(look)} />
      </form>
      <LookText key={saves} look={look} onSave={take} busy={save.busy} />
      <DocumentVersions
        versions={look.versions.map((one) => ({ ...one, isFile: one.text === null }))}
        onRestore={(one) => take(one.text)}
      />
      <ConflictDialog edited={edited} names={names} />
      {save.dialog}
    </div>
  )
}

function fieldsOf({ fields, logoUrl, portraitUrl }: DeskLook): FormFields {
  return { ...fields, logo: logoUrl ?? '', portrait: portraitUrl ?? '' }
}

/** Returns the changed pictures for the call's body; null removes one. */
function picturesOf({ logo, portrait }: Partial<FormFields>) {
  return {
    ...(logo !== undefined && { logo: base64Of(logo) || null }),
    ...(portrait !== undefined && { portrait: base64Of(portrait) || null }),
  }
}

type LookTextProps = {
  look: DeskLook
  busy: boolean
  onSave: (text: string, begun: DeskLook) => void
}

/** Edits `site.yaml` as text, including settings without a field. */
function LookText({ look, busy, onSave }: LookTextProps) {
  // what the text began with: a look saved meanwhile is a conflict
  const [edited, setEdited] = useState<{ begun: DeskLook; text: string }>()
  const { begun, text } = edited ?? { begun: look, text: look.text }
  const [isOpen, setOpen] = useState(false)
  const draft = useDeskDraft(adminLookCalls.draftLook, 'mistakes[]', { body: { text } }, isOpen).data
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
