import { useState } from 'react'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { offerUndo } from '#web/front/desk/undo-toast.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PreviewLink } from './preview-link.tsx'
import { VersionsTable } from './versions-table.tsx'

/** What is done with a film as a whole: its preview link, its earlier versions, its address, the trash. */
export function FilmActs({ video }: { video: DeskVideo }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 border-t border-line pt-6">
      {video.state === 'draft' || video.state === 'scheduled' ? <PreviewLink video={video} /> : null}
      <Versions video={video} />
      <Address key={video.id} video={video} />
      <Trash video={video} />
    </div>
  )
}

/** The saved versions, each of which can be restored as a new one. */
function Versions({ video: { id, version } }: { video: DeskVideo }) {
  const { data } = useDeskRead(adminLibraryCalls.videoVersions, 'versions[]', { params: { id } })
  const kept = (data?.versions ?? []).filter((one) => one.version !== version)
  const { send, busy, refusal, dialog } = useDeskChange(adminLibraryCalls.restoreVideoVersion, {
    message: m.library_prompt(),
    params: { id },
    done: m.library_saved,
  })
  if (kept.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-base">{m.library_versions_kept()}</h2>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <VersionsTable
        kept={kept}
        nameOf={({ title }) => title}
        busy={busy}
        onRestore={(one) => send({ version, restored: one.version })}
      />
      {dialog}
    </div>
  )
}

/** Another address; the one before leads to it. */
function Address({ video: { id, version, formerIds } }: { video: DeskVideo }) {
  const navigate = useNavigate()
  const [address, setAddress] = useState(id)
  const { send, busy, refusal, faults, dialog } = useDeskChange(adminLibraryCalls.changeVideoAddress, {
    message: m.library_prompt(),
    params: { id },
    fields: ['id'],
    done: m.library_saved,
    onDone: ({ body }) => navigate(deskHref('adminFilm', { id: body.id }), { replace: true }),
  })
  return (
    <section className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label={m.library_address()}
        hint={m.library_address_hint()}
        error={faults.id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      {formerIds.length > 0 ? (
        <p className="text-[0.8125rem] text-muted">{m.library_former({ addresses: formerIds.join(', ') })}</p>
      ) : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        className="justify-self-start"
        busy={busy}
        disabled={address.trim() === '' || address === id}
        onClick={() => send({ version, id: address })}
      >
        {m.library_address_change()}
      </Button>
      {dialog}
    </section>
  )
}

/** Into the trash, from which it comes back for thirty days, at once by the message about it. */
function Trash({ video: { id, title, version, state, deletedAt } }: { video: DeskVideo }) {
  const message = m.library_prompt()
  const restore = useDeskChange(adminLibraryCalls.restoreVideo, {
    message,
    params: { id },
    done: m.library_restored,
  })
  const trash = useDeskChange(adminLibraryCalls.trashVideo, {
    message,
    params: { id },
    onDone: ({ body }) =>
      offerUndo(m.library_trashed({ title }), () => restore.send({ version: body.version })),
  })
  const isGone = state === 'trash' || state === 'withdrawn'
  const act = isGone ? restore : trash
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-[65ch] text-sm text-muted">
        {deletedAt !== null
          ? m.library_trash_since({ time: adminTime(deletedAt) })
          : isGone
            ? m.library_withdrawn_text()
            : m.library_trash_text()}
      </p>
      {act.refusal ? <Alert>{act.refusal}</Alert> : null}
      <Button
        variant={isGone ? 'plain' : 'danger'}
        className="justify-self-start"
        busy={act.busy}
        onClick={() => act.send({ version })}
      >
        {isGone ? m.library_restore() : m.library_trash()}
      </Button>
      {restore.dialog}
      {trash.dialog}
    </section>
  )
}
