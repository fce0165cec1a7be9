import type { DeskCategories } from '#contract/admin/library/admin-groups.ts'
import { type PlaceFault, pathsBelow, placeFault } from '#domain/catalogue/write/category-place.ts'
import { folderName, freeName } from '#domain/catalogue/write/folder-name.ts'
import { storedBody, storedLine } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import {
  countVideos,
  deleteCategory,
  insertCategory,
  restoreCategory,
  storeFormerPaths,
  updateCategory,
} from '#server/library/write/category-write.store.ts'
import { keptVersions } from '#server/library/write/restore-version.store.ts'
import { readStoredCategories, type StoredCategory } from '#server/library/write/stored-library.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { atVersion, refused, refusedField, textFaults, writeAtDesk } from './desk-write.ts'

export const showCategories: UseCase<'deskCategories', LibraryServices> = async ({ database }) => {
  return { status: 200, body: await deskCategories(database.db) }
}

/**
 * Adds or changes a category. 404 for an unknown one, 409 `version-conflict` after a change by somebody else, 422 with the
 * sentences of the catalogue's files. The last version of a deleted one restores it. A moved category, and what is below it, is found by its former addresses.
 */
export const saveCategory: UseCase<'saveCategory', LibraryServices> = async (services, context) => {
  const { id, version, name, description, parentIds } = context.body
  const faults = textFaults('name', name, description)
  if (faults.size > 0) return refused(faults)
  if ((id === undefined) !== (version === undefined)) return new Problem('version-conflict')
  const texts = { name: storedLine(name), description: storedBody(description) }
  let savedId = id ?? ''
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const categories = await readStoredCategories(trx)
      const before = categories.find((category) => category.id === id)
      const deleted = id !== undefined && !before ? (await keptVersions(trx, 'category', id))[0] : undefined
      if (id !== undefined && !before && !deleted) return new Problem('not-found')
      if (version !== (before ?? deleted)?.version) return new Problem('version-conflict')
      const others = categories.filter((category) => category !== before)
      const urlKey = (before ?? deleted?.document)?.url_key ?? folderName(name)
      savedId = id ?? newId(urlKey, parentIds[0], categories)
      const placed = { id: savedId, urlKey, parentIds }
      const fault = placeFault(placed, others.map(inTree))
      if (fault)
        return refusedField(fault.code === 'name-taken' ? 'name' : 'parentIds', placeSentence(fault, urlKey))
      if (savedId.length > 200) return refusedField('name', m.catalogue_path_too_long())
      if (deleted) {
        await restoreCategory(trx, deleted, { ...texts, parentIds }, editor, when)
        return deskCategories(trx)
      }
      if (!before) {
        await insertCategory(trx, { id: savedId, url_key: urlKey, ...texts }, parentIds, editor, when)
        return deskCategories(trx)
      }
      const isMoved = before.parentIds.join() !== parentIds.toSorted().join()
      if (isMoved) await storeFormerPaths(trx, pathsBelow(before.id, categories.map(inTree)))
      await updateCategory(trx, before.id, { ...texts, ...(isMoved && { parentIds }) }, editor, when)
      return deskCategories(trx)
    },
    audit: () => ({
      action: 'category-saved',
      target: savedId,
      after: { isNew: id === undefined, parentIds },
    }),
  })
}

/** Gives categories the positions from 1 on. */
export const orderCategories: UseCase<'orderCategories', LibraryServices> = async (services, context) => {
  const wanted = context.body.categories
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const known = new Map((await readStoredCategories(trx)).map((category) => [category.id, category]))
      if (wanted.some(({ id, version }) => known.get(id)?.version !== version))
        return new Problem('version-conflict')
      for (const [place, { id }] of wanted.entries())
        if (known.get(id)?.position !== place + 1)
          await updateCategory(trx, id, { position: place + 1 }, editor, when)
      return deskCategories(trx)
    },
    audit: () => ({
      action: 'category-saved',
      target: wanted[0]?.id ?? '',
      after: { order: wanted.map(({ id }) => id) },
    }),
  })
}

/** Deletes a category. 422 while videos or other categories are in it. */
export const removeCategory: UseCase<'deleteCategory', LibraryServices> = async (services, context) => {
  const { id, version } = context.body
  return writeAtDesk(services, context, {
    work: async (trx, _editor, when) => {
      const categories = await readStoredCategories(trx)
      const before = atVersion(
        categories.find((category) => category.id === id),
        version,
      )
      if (before instanceof Problem) return before
      const isEmpty =
        !(await countVideos(trx)).has(id) && !categories.some(({ parentIds }) => parentIds.includes(id))
      if (!isEmpty) return refusedField('id', m.desk_category_in_use())
      await deleteCategory(trx, id, when)
      return deskCategories(trx)
    },
    audit: () => ({ action: 'category-deleted', target: id, before: { version } }),
  })
}

async function deskCategories(db: Db): Promise<DeskCategories> {
  const videos = await countVideos(db)
  const categories = await readStoredCategories(db)
  return {
    categories: categories
      .toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name))
      .map(({ id, version, name, url_key: urlKey, parentIds, position, description }) => ({
        id,
        version,
        name,
        urlKey,
        parentIds: [...parentIds],
        position,
        description,
        videos: videos.get(id) ?? 0,
      })),
  }
}

function inTree({ id, url_key: urlKey, parentIds }: StoredCategory) {
  return { id, urlKey, parentIds }
}

/** As the path of a folder below that of the first parent; with a number where the path is taken by a moved category. */
function newId(urlKey: string, parentId: string | undefined, categories: readonly StoredCategory[]): string {
  const path = parentId === undefined ? urlKey : `${parentId}/${urlKey}`
  return freeName(
    path,
    categories.map(({ id }) => id),
  )
}

function placeSentence(fault: PlaceFault, name: string): string {
  switch (fault.code) {
    case 'parent-unknown':
      return m.catalogue_parent_unknown({ parent: fault.parent })
    case 'parent-twice':
      return m.catalogue_list_repeats({ key: 'parents', value: fault.parent })
    case 'circle':
      return m.catalogue_parent_circle({ circle: fault.circle.join(' > ') })
    case 'name-taken':
      return fault.parent === ''
        ? m.catalogue_category_id_taken({ id: name })
        : m.catalogue_parent_name_taken({ name, parent: fault.parent })
  }
}
