import { useRef, useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { m } from '#messages/generated/messages.js'
import type { DeskCategory } from '#web/front/admin/library/library-desk-queries.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { SortableList } from '#web/front/desk/sortable-list.tsx'
import { offerUndo } from '#web/front/desk/undo-toast.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import '#web/front/admin/library/library-desk.css'

/** The categories as a tree: added, renamed, moved below others, put in order, and deleted when they are empty. */
export function Component() {
  const read = useDeskRead(adminGroupCalls.deskCategories, 'categories[]')
  const { data } = read
  return (
    <AdminPage title={m.library_categories()}>
      {data ? <Tree categories={data.categories} /> : <ReadState read={read} />}
    </AdminPage>
  )
}

type Acts = {
  readonly busy: boolean
  readonly edit: (category: DeskCategory) => void
  readonly remove: (category: DeskCategory) => void
  readonly order: (siblings: readonly DeskCategory[]) => void
}

function Tree({ categories }: { categories: readonly DeskCategory[] }) {
  const [open, setOpen] = useState<{ readonly category: DeskCategory | undefined }>()
  const message = m.library_prompt()
  const order = useDeskChange(adminGroupCalls.orderCategories, { message })
  const removed = useRef<DeskCategory>(undefined)
  const restore = useDeskChange(adminGroupCalls.saveCategory, {
    message,
    done: m.library_restored_category,
  })
  const remove = useDeskChange(adminGroupCalls.deleteCategory, {
    message,
    onDone: () => {
      if (!removed.current) return
      const { id, version, name, description, parentIds } = removed.current
      offerUndo(m.library_category_deleted({ name }), () =>
        restore.send({ id, version, name, description, parentIds }),
      )
    },
  })
  const tree = categoryTree(categories)
  const acts: Acts = {
    busy: order.busy || remove.busy || restore.busy,
    edit: (category) => setOpen({ category }),
    remove: (category) => {
      removed.current = category
      remove.send({ id: category.id, version: category.version })
    },
    order: (siblings) => order.send({ categories: siblings.map(({ id, version }) => ({ id, version })) }),
  }
  const refusal = order.refusal ?? remove.refusal ?? restore.refusal
  return (
    <>
      <Button
        variant="primary"
        className="justify-self-start"
        onClick={() => setOpen({ category: undefined })}
      >
        {m.library_category_add()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {categories.length === 0 ? (
        <p className="text-muted">{m.library_categories_none()}</p>
      ) : (
        <Level label={m.library_categories()} categories={tree.roots} tree={tree} acts={acts} />
      )}
      {open ? (
        <CategoryDialog category={open.category} categories={categories} onClose={() => setOpen(undefined)} />
      ) : null}
      {order.dialog}
      {remove.dialog}
      {restore.dialog}
    </>
  )
}

type LevelProps = {
  label: string
  categories: readonly DeskCategory[]
  tree: CategoryTree<DeskCategory>
  acts: Acts
}

function Level({ label, categories, tree, acts }: LevelProps) {
  return (
    <SortableList
      label={label}
      items={categories}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      busy={acts.busy}
      onOrder={acts.order}
    >
      {(category) => {
        const { id, name, videos } = category
        const below = tree.childrenOf(id)
        return (
          <>
            <div className="library-item">
              <button type="button" className="link min-h-6 text-left" onClick={() => acts.edit(category)}>
                <bdi>{name}</bdi>
              </button>
              <Link to={deskHref('adminLibrary', {}, { category: id })} className="caption link">
                {m.library_films_found({ count: videos })}
              </Link>
              {videos === 0 && below.length === 0 ? (
                <Button variant="quiet" disabled={acts.busy} onClick={() => acts.remove(category)}>
                  {m.library_category_delete()}
                  <span className="sr-only">: {name}</span>
                </Button>
              ) : null}
            </div>
            {below.length > 0 ? (
              <div className="library-below">
                <Level label={name} categories={below} tree={tree} acts={acts} />
              </div>
            ) : null}
          </>
        )
      }}
    </SortableList>
  )
}
