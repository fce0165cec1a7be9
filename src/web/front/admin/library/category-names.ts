import { useMemo } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { categoryTree } from '#domain/catalogue/category-tree.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'

/** The categories with their paths, `React / Hooks`, in the order of the tree. */
export function useCategoryNames(): readonly { readonly value: string; readonly text: string }[] {
  const { data } = useDeskRead(adminGroupCalls.deskCategories, 'categories[]')
  return useMemo(() => {
    const categories = data?.categories ?? []
    const tree = categoryTree(categories)
    return categories
      .toSorted((one, other) => tree.rankOf(one.id) - tree.rankOf(other.id))
      .map(({ id }) => ({
        value: id,
        text: tree
          .pathTo(id)
          .map(({ name }) => name)
          .join(' / '),
      }))
  }, [data])
}
