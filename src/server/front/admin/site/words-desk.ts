import type { Words } from '#contract/desk/word-calls.ts'
import { type TextName, textNames } from '#contract/site/site.ts'
import { languages } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { textVersions } from '#server/front/documents/fill-text.ts'
import { readSiteConfig } from '#server/front/documents/site-config.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { parseText } from '#server/platform/site-files/parse-text.ts'
import { ourSource } from '#server/platform/site-files/read-site-files.ts'
import { saveDocuments, shownDocuments } from './saved-documents.ts'

const fileOf = { en: (page: TextName) => `en/${page}.md`, de: (page: TextName) => `de/${page}.md` }
const filesOf = (page: TextName) => [fileOf.en(page), fileOf.de(page)]

/** Of each language in a reply. */
const maxMistakes = 50

/** `GET /api/admin/site/words`. */
export const listWords: UseCase<'wordsAtDesk', LibraryServices> = async (services) => {
  const pages = await Promise.all(
    textNames.map(async (name) => {
      const { source, fileChanged, savedAt } = await shownDocuments(services, filesOf(name), 1)
      return { name, source, fileChanged, savedAt: savedAt?.toISOString() ?? null }
    }),
  )
  return { status: 200, body: { pages } }
}

/** `GET /api/admin/site/words/{page}`: Lectern's own text where neither desk nor files have one. */
export const showWords: UseCase<'wordsOfPage', LibraryServices> = async (services, { params: { page } }) => {
  const { savedAt: _, texts, versions, ...shown } = await shownDocuments(services, filesOf(page))
  const wordsOf = (of: ReadonlyMap<string, string>): Words => ({
    en: of.get(fileOf.en(page)) ?? '',
    de: of.get(fileOf.de(page)) ?? '',
  })
  const [en = '', de = ''] = await Promise.all(languages.map((language) => ourSource(page, language)))
  return {
    status: 200,
    body: {
      ...shown,
      texts: shown.source === 'product' ? { en, de } : wordsOf(texts),
      versions: versions.map((one) => ({
        version: one.version,
        savedAt: one.savedAt.toISOString(),
        texts: one.texts && wordsOf(one.texts),
      })),
    },
  }
}

/** `POST /api/admin/site/words/{page}/draft`. */
export const draftWords: UseCase<'draftWords', LibraryServices> = async (
  services,
  { params: { page }, body },
) => {
  const { siteFiles, library } = services
  const { current } = siteFiles
  const parsed = languages.map((language) => {
    const mistakes: { line: number; sentence: string }[] = []
    const text = isEmpty(body[language])
      ? undefined
      : parseText(body[language], current.look.embeds, (line, sentence) => mistakes.push({ line, sentence }))
    return { language, mistakes, text: mistakes.length === 0 ? text : undefined }
  })
  const texts = Object.fromEntries(parsed.flatMap(({ language, text }) => (text ? [[language, text]] : [])))
  const site = await readSiteConfig(services, library.catalogue)
  const files = { ...current, texts: { ...current.texts, [page]: texts } }
  const versions = languages.flatMap((language) =>
    textVersions({ site, files, catalogue: library.catalogue }, page, language).filter(
      (version) => version.language === language,
    ),
  )
  const [en = [], de = []] = parsed.map(({ mistakes }) => mistakes.slice(0, maxMistakes))
  return { status: 200, body: { mistakes: { en, de }, versions } }
}

/**
 * Shows a text to visitors. 422 with the lines of all mistakes; 409 `version-conflict` if the desk or a file was changed
 * meanwhile; else refused as `confirmAdminLately`.
 */
export const saveWords: UseCase<'saveWords', LibraryServices> = async (services, context) => {
  const { page } = context.params
  const { texts, version, fileDigest } = context.body
  const changes = new Map(
    languages.map((language) => [fileOf[language](page), texts && kept(texts[language])] as const),
  )
  const faults =
    texts && languages.every((language) => isEmpty(texts[language]))
      ? { text: { sentence: m.words_empty({}, { locale: getLocale() }) } }
      : faultsOf(page, await services.siteFiles.check(changes))
  if (Object.keys(faults).length > 0) return new Problem('invalid', { fields: faults })
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  return saveDocuments(services, context, by, {
    texts: changes,
    version,
    fileDigest,
    audit: { action: 'words-saved', target: page, ...(texts === null && { after: { fromFile: true } }) },
  })
}

/** By language; mistakes of other documents, which may refer to this one, below `text`. */
function faultsOf(page: TextName, mistakes: readonly FileMistake[]): Record<string, { sentence: string }> {
  const faults: Record<string, { sentence: string }> = {}
  for (const mistake of mistakes.slice(0, maxMistakes)) {
    const field = languages.find((language) => fileOf[language](page) === mistake.file) ?? 'text'
    const former = faults[field] ? `${faults[field].sentence}\n` : ''
    faults[field] = { sentence: former + mistakeLine(mistake) }
  }
  return faults
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}

function kept(text: string): string {
  return isEmpty(text) ? '' : text
}
