import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import '#web/front/admin/library/library-desk.css'

type Renamed = { readonly kind: 'tag' | 'version'; readonly from: string }
type Labels = readonly { readonly name: string; readonly videos: number }[]

/** Tags and versions with the number of their films; each can be renamed on all of them. */
export function Component() {
  return (
    <AdminPage title={m.library_labels()}>
      <LabelTables />
    </AdminPage>
  )
}

function LabelTables() {
  const read = useDeskRead(adminGroupCalls.deskLabels, 'tags[]')
  const [renamed, setRenamed] = useState<Renamed>()
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <>
      <LabelTable
        title={m.library_tags()}
        labels={data.tags}
        kind="tag"
        onRename={(from) => setRenamed({ kind: 'tag', from })}
      />
      <LabelTable
        title={m.library_versions()}
        labels={data.versions}
        kind="version"
        onRename={(from) => setRenamed({ kind: 'version', from })}
      />
      {renamed ? <RenameDialog renamed={renamed} onClose={() => setRenamed(undefined)} /> : null}
    </>
  )
}

type LabelTableProps = {
  title: string
  labels: Labels
  kind: Renamed['kind']
  onRename: (from: string) => void
}

function LabelTable({ title, labels, kind, onRename }: LabelTableProps) {
  const { shown, pages } = usePages(labels, title)
  return (
    <section className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-base">{title}</h2>
      {labels.length === 0 ? (
        <p className="text-muted">{m.library_labels_none()}</p>
      ) : (
        <DeskTable
          label={title}
          columns={[
            {
              title: m.library_label(),
              of: ({ name }) =>
                kind === 'tag' ? (
                  <RowLink to={deskHref('adminLibrary', {}, { tag: name })}>{name}</RowLink>
                ) : (
                  <bdi>{name}</bdi>
                ),
            },
            { title: m.library_films(), look: 'amount', of: ({ videos }) => videos },
            {
              title: m.library_rename(),
              titleHidden: true,
              of: ({ name }) => (
                <Button onClick={() => onRename(name)}>
                  {m.library_rename()}
                  <span className="sr-only">: {name}</span>
                </Button>
              ),
            },
          ]}
          rows={shown}
          keyOf={({ name }) => name}
        />
      )}
      {pages}
    </section>
  )
}

function RenameDialog({ renamed: { kind, from }, onClose }: { renamed: Renamed; onClose: () => void }) {
  const [to, setTo] = useState(from)
  const { submit, busy, refusal, faults, dialog } = useDeskChange(adminGroupCalls.renameLabel, {
    message: m.library_prompt(),
    fields: ['to'],
    onDone: ({ body }) => {
      notify(m.library_films_changed({ count: body.changed }), 'success')
      onClose()
    },
  })
  return (
    <Modal title={m.library_rename_title({ label: from })} onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={submit({ kind, from, to })}>
        <Field
          label={m.library_rename_to()}
          hint={m.library_rename_hint()}
          error={faults.to}
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={to.trim() === '' || to === from}
          className="justify-self-end"
        >
          {m.library_rename()}
        </Button>
      </form>
      {dialog}
    </Modal>
  )
}
