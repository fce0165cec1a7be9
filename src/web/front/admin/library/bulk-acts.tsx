import { useId, useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import type { DeskVideoRow } from '#contract/admin/library/admin-library.ts'
import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

type Act = { publish?: true; categoryId?: string; addTag?: string; removeTag?: string; free?: boolean }

type BulkActsProps = {
  videos: readonly DeskVideoRow[]
  categories: readonly { readonly value: string; readonly text: string }[]
  /** Called with the changed films and their new versions. */
  onDone: (changed: readonly { readonly id: string; readonly version: number }[]) => void
}

/** Changes the selected films in one transaction: publish, move, tag, make free or paid. */
export function BulkActs({ videos, categories, onDone }: BulkActsProps) {
  const heading = useId()
  const [categoryId, setCategory] = useState('')
  const [tag, setTag] = useState('')
  const { send, busy, refusal, dialog } = useDeskChange(adminGroupCalls.changeVideos, {
    message: m.library_prompt(),
    onDone: () => onDone(videos.map(({ id, version }) => ({ id, version: version + 1 }))),
  })
  const act = (text: string, isPossible: boolean, what: Act) => (
    <Button
      busy={busy}
      disabled={!isPossible}
      onClick={() => send({ videos: videos.map(({ id, version }) => ({ id, version })), ...what })}
    >
      {text}
    </Button>
  )
  const isAnyDraft = videos.some(({ state }) => state === 'draft')
  const [isAnyFree, isAnyPaid] = [true, false].map((is) => videos.some(({ free }) => free === is))
  return (
    <section aria-labelledby={heading} className="library-bulk">
      <h2 id={heading} className="text-base">
        {m.library_films_chosen({ count: videos.length })}
      </h2>
      <div className="flex flex-wrap gap-2">
        {act(m.library_publish(), isAnyDraft, { publish: true })}
        {act(m.library_make_free(), isAnyPaid === true, { free: true })}
        {act(m.library_make_paid(), isAnyFree === true, { free: false })}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={m.library_category()}
          value={categoryId}
          choices={[{ value: '', text: '–' }, ...categories]}
          onChange={setCategory}
        />
        {act(m.library_move(), categoryId !== '', { categoryId })}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={m.library_tag_of_chosen()}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={60}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
        {act(m.library_tag_give(), tag.trim() !== '', { addTag: tag.trim() })}
        {act(m.library_tag_take(), tag.trim() !== '', { removeTag: tag.trim() })}
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </section>
  )
}
