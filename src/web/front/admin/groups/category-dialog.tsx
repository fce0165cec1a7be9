import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { categoryTree } from '#domain/catalogue/category-tree.ts'
import { m } from '#messages/generated/messages.js'
import { DescriptionField } from '#web/front/admin/library/description-field.tsx'
import { categoryVersionsQuery, type DeskCategory } from '#web/front/admin/library/library-desk-queries.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { KeptVersions } from './kept-versions.tsx'

/** A new category, or one to rename, describe or move below others. It is never offered to stand below itself. */
export function CategoryDialog({
  category,
  categories,
  onClose,
}: {
  category: DeskCategory | undefined
  categories: readonly DeskCategory[]
  onClose: () => void
}) {
  const [name, setName] = useState(category?.name ?? '')
  const [description, setDescription] = useState(category?.description ?? '')
  const [parentIds, setParents] = useState<readonly string[]>(category?.parentIds ?? [])
  const { submit, send, busy, refusal, faults, dialog } = useDeskChange(adminGroupCalls.saveCategory, {
    message: m.library_prompt(),
    fields: ['name', 'description', 'parentIds'],
    onDone: () => {
      notify(m.library_saved(), 'success')
      onClose()
    },
  })
  const tree = categoryTree(categories)
  const own = category ? tree.within(category.id) : new Set<string>()
  const possible = categories.filter(({ id }) => !own.has(id))
  const nameOf = (id: string) =>
    tree
      .pathTo(id)
      .map((one) => one.name)
      .join(' / ')
  return (
    <Modal
      title={category ? category.name : m.library_category_add()}
      className="max-w-2xl"
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={submit({
          ...(category && { id: category.id, version: category.version }),
          name,
          description,
          parentIds: [...parentIds],
        })}
      >
        <Field
          label={m.library_category_name()}
          error={faults.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DescriptionField value={description} error={faults.description} onChange={setDescription} />
        {possible.length > 0 ? (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{m.library_category_parents()}</legend>
            <div className="library-parents">
              {possible
                .toSorted((one, other) => tree.rankOf(one.id) - tree.rankOf(other.id))
                .map(({ id }) => (
                  <Checkbox
                    key={id}
                    label={nameOf(id)}
                    checked={parentIds.includes(id)}
                    onChange={(event) =>
                      setParents(
                        event.target.checked ? [...parentIds, id] : parentIds.filter((other) => other !== id),
                      )
                    }
                  />
                ))}
            </div>
            {faults.parentIds ? (
              <p className="text-[0.8125rem] font-medium text-danger">{faults.parentIds}</p>
            ) : null}
          </fieldset>
        ) : null}
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
          {m.desk_save()}
        </Button>
      </form>
      {category ? (
        <KeptVersions
          query={categoryVersionsQuery(category.id)}
          nameOf={(kept) => kept.name}
          busy={busy}
          onRestore={({ name: former, description: text, parentIds: places }) =>
            send({
              id: category.id,
              version: category.version,
              name: former,
              description: text,
              parentIds: places,
            })
          }
        />
      ) : null}
      {dialog}
    </Modal>
  )
}
