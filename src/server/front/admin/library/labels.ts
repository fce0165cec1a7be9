import { versionId } from '#domain/catalogue/catalogue.ts'
import { lineFault, lineLimits, storedLine } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { lineSentences } from '#server/library/catalogue-files/front-matter.ts'
import { countLabels, nameVersion, replaceLabel } from '#server/library/write/label-write.store.ts'
import { versionNames } from '#server/library/write/video-write.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { refusedField, writeAtDesk } from './desk-write.ts'

export const showLabels: UseCase<'deskLabels', LibraryServices> = async ({ database: { db } }) => {
  const names = await versionNames(db)
  const [tags, versions] = [await countLabels(db, 'tags'), await countLabels(db, 'version_ids')]
  return {
    status: 200,
    body: {
      tags: tags.map(({ label, videos }) => ({ name: label, videos })),
      versions: versions.map(({ label, videos }) => ({ name: names.get(label) ?? label, videos })),
    },
  }
}

/** Renames a tag or a version on every video. 422 for what a video could not have, and for a spelling in use. */
export const renameLabel: UseCase<'renameLabel', LibraryServices> = async (services, context) => {
  const { kind } = context.body
  const from = storedLine(context.body.from)
  const to = storedLine(context.body.to)
  const key = kind === 'tag' ? 'tags' : 'versions'
  const fault = lineFault(context.body.to, lineLimits.label)
  if (fault) return refusedField('to', lineSentences[fault]({ key, longest: lineLimits.label }))
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      if (kind === 'tag') return { changed: await replaceLabel(trx, 'tags', { from, to }, editor, when) }
      const [fromId, toId] = [versionId(from), versionId(to)]
      const other = (await versionNames(trx)).get(toId)
      if (fromId !== toId && other !== undefined && other !== to)
        return refusedField('to', m.catalogue_version_spelled_twice({ name: to, other }))
      await nameVersion(trx, toId, to)
      return { changed: await replaceLabel(trx, 'version_ids', { from: fromId, to: toId }, editor, when) }
    },
    audit: ({ changed }) => ({
      action: 'label-renamed',
      target: kind,
      before: { from },
      after: { to, changed },
    }),
  })
}
