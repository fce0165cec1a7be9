import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { categoryTree } from '#domain/catalogue/category-tree.ts'
import { m } from '#messages/generated/messages.js'
import { DescriptionField } from '#web/front/admin/library/description-field.tsx'
import type { DeskCategory } from '#web/front/admin/library/library-desk-queries.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { KeptVersions } from './kept-versions.tsx'

type CategoryDialogProps = {
  category: DeskCategory | undefined
  categories: readonly DeskCategory[]
  onClose: () => void
}

/** A new category, or one to rename, describe or move below others. It is never offered to stand below itself. */
export function CategoryDialog({ category, categories, onClose }: CategoryDialogProps) {
  const [fields, setFields] = useState({
    name: category?.name ?? '',
    description: category?.description ?? '',
    parentIds: category?.parentIds ?? [],
  })
  const change = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }))
  const saving = useDeskChange(adminGroupCalls.saveCategory, {
    message: m.library_prompt(),
    fields: Object.keys(fields),
    done: m.library_saved,
    onDone: () => onClose(),
  })
  const { faults, busy } = saving
  const edited = category && { id: category.id, version: category.version }
  return (
    <GroupDialog
      title={category?.name ?? m.library_category_add()}
      saving={saving}
      body={{ ...edited, ...fields, parentIds: [...fields.parentIds] }}
      versions={
        edited ? (
          <KeptVersions
            query={deskQuery(adminGroupCalls.categoryVersions, 'versions[]', { query: { id: edited.id } })}
            nameOf={(kept) => kept.name}
            busy={busy}
            onRestore={({ name, description, parentIds }) =>
              saving.send({ ...edited, name, description, parentIds })
            }
          />
        ) : null
      }
      onClose={onClose}
    >
      <Field
        label={m.library_category_name()}
        autoComplete="off"
        {...textProps({ fields, faults, change })('name')}
      />
      <DescriptionField
        value={fields.description}
        error={faults.description}
        onChange={(description) => change({ description })}
      />
      <ParentBoxes
        id={category?.id}
        categories={categories}
        chosen={fields.parentIds}
        fault={faults.parentIds}
        onChange={(parentIds) => change({ parentIds })}
      />
    </GroupDialog>
  )
}

type ParentBoxesProps = {
  id: string | undefined
  categories: readonly DeskCategory[]
  chosen: readonly string[]
  fault: string | undefined
  onChange: (parentIds: string[]) => void
}

/** The categories above one. Itself and those below it are left out; without others, nothing. */
function ParentBoxes({ id, categories, chosen, fault, onChange }: ParentBoxesProps) {
  const tree = categoryTree(categories)
  const below = id === undefined ? new Set<string>() : tree.within(id)
  const possible = categories.filter((one) => !below.has(one.id))
  if (possible.length === 0) return null
  const nameOf = (one: string) =>
    tree
      .pathTo(one)
      .map(({ name }) => name)
      .join(' / ')
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{m.library_category_parents()}</legend>
      <div className="library-parents">
        {possible
          .toSorted((one, other) => tree.rankOf(one.id) - tree.rankOf(other.id))
          .map((one) => (
            <Checkbox
              key={one.id}
              label={nameOf(one.id)}
              checked={chosen.includes(one.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))
              }
            />
          ))}
      </div>
      <FaultText>{fault}</FaultText>
    </fieldset>
  )
}
