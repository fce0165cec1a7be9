import { useState } from 'react'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

type NewFilmProps = {
  categories: readonly { readonly value: string; readonly text: string }[]
  onClose: () => void
}

/** Begins a film as a draft, and opens its page. */
export function NewFilm({ categories, onClose }: NewFilmProps) {
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [categoryId, setCategory] = useState('')
  const { submit, busy, refusal, faults, dialog } = useDeskChange(adminLibraryCalls.createVideo, {
    message: m.library_prompt(),
    fields: ['title', 'categoryId'],
    onDone: ({ body }) => navigate(deskHref('adminFilm', { id: body.id })),
  })
  return (
    <Modal title={m.library_film_add()} onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={submit({ title, ...(categoryId && { categoryId }) })}>
        <p className="text-sm text-muted">{m.library_film_add_text()}</p>
        <Field
          label={m.library_title()}
          error={faults.title}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField
          label={m.library_category()}
          error={faults.categoryId}
          value={categoryId}
          choices={[{ value: '', text: m.library_category_none() }, ...categories]}
          onChange={setCategory}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
          {m.library_film_add()}
        </Button>
      </form>
      {dialog}
    </Modal>
  )
}
