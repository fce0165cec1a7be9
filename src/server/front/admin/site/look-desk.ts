import type { calls } from '#contract/calls.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { productHue } from '#server/front/documents/look.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { CallAnswer, CallContext, UseCase } from '#server/platform/http/route.ts'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { editLook, editPictures, lookFields } from '#server/platform/site-files/edit-look.ts'
import { readYaml } from '#server/platform/site-files/read-yaml.ts'
import { SiteYaml } from '#server/platform/site-files/site-yaml.ts'
import { hexOf, type Scheme, themeOf } from '#server/platform/site-files/theme.ts'
import { type DrawnPicture, drawSitePicture, type PictureKind } from './draw-site-picture.ts'
import { saveDocuments, shownDocuments } from './saved-documents.ts'

const file = 'site.yaml'

/** `GET /api/admin/site/look`. */
export const showLook: UseCase<'lookAtDesk', LibraryServices> = async (services) => {
  const { savedAt: _, texts, versions, ...shown } = await shownDocuments(services, [file])
  const text = texts.get(file) ?? ''
  const { navigation, footer, ...fields } = lookFields(text)
  const { logo, look, pictures } = services.siteFiles.current
  return {
    status: 200,
    body: {
      ...shown,
      text,
      fields: { ...fields, navigation: [...navigation], footer: [...footer] },
      logoUrl: logo?.address ?? null,
      portraitUrl: pictures.get(look.portrait ?? '')?.address ?? null,
      freeFilms: services.library.catalogue.videos.flatMap(({ id, title, free }) =>
        free ? [{ id, title }] : [],
      ),
      versions: versions.map((one) => ({
        version: one.version,
        savedAt: one.savedAt.toISOString(),
        text: one.texts?.get(file) ?? null,
      })),
    },
  }
}

/** `POST /api/admin/site/look/draft`. */
export function draftLook({
  body: { text, fields },
}: Pick<CallContext<typeof calls.draftLook>, 'body'>): CallAnswer<typeof calls.draftLook> {
  const mistakes: { line: number; sentence: string; path: string[] }[] = []
  const look = readYaml(fields ? editLook(text, fields) : text, SiteYaml, (line, sentence, path = []) => {
    mistakes.push({ line, sentence, path: path.map(String) })
  })
  return { status: 200, body: { mistakes, colours: look ? coloursOf(look.hue) : null } }
}

function coloursOf(hue = productHue) {
  const theme = themeOf(hue)
  const shades = (scheme: Scheme) => ({
    page: hexOf(theme, scheme, 'page'),
    ink: hexOf(theme, scheme, 'ink'),
    accent: hexOf(theme, scheme, 'accent'),
    accentInk: hexOf(theme, scheme, 'accent-ink'),
  })
  return { light: shades('light'), dark: shades('dark') }
}

/**
 * Shows a look to visitors. 422 with the lines of all mistakes; 409 `version-conflict` if the desk or the file was changed
 * meanwhile; else refused as `confirmAdminLately`.
 */
export const saveLook: UseCase<'saveLook', LibraryServices> = async (services, context) => {
  const { text: begun, fields, version, fileDigest } = context.body
  const { drawn, faults } = await drawPictures(context.body)
  if (Object.keys(faults).length > 0) return new Problem('invalid', { fields: faults })
  const typed = begun !== null && fields ? editLook(begun, fields) : begun
  const text = typed === null ? null : editPictures(typed, namesOf(drawn))
  const texts = new Map([[file, text]])
  const pictures = Object.values(drawn).filter((one) => one !== null)
  const mistakes = await services.siteFiles.check(
    texts,
    new Map(pictures.map(({ name, picture }) => [name, picture])),
  )
  if (mistakes.length > 0)
    return new Problem('invalid', { fields: { text: { sentence: mistakes.map(mistakeLine).join('\n') } } })
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  return saveDocuments(services, context, by, {
    texts,
    version,
    fileDigest,
    pictures,
    audit: {
      action: 'look-saved',
      target: file,
      after: { ...namesOf(drawn), ...(text === null && { fromFile: true }) },
    },
  })
}

type Drawn = Partial<Record<PictureKind, DrawnPicture | null>>

/** The new pictures; null for one that is taken away. */
async function drawPictures({
  logo,
  portrait,
}: Pick<CallContext<typeof calls.saveLook>['body'], PictureKind>) {
  const drawn: Drawn = {}
  const faults: Record<string, { readonly sentence: string }> = {}
  for (const [kind, bytes] of [['logo', logo] as const, ['portrait', portrait] as const]) {
    if (bytes === undefined) continue
    const made = bytes === null ? null : await drawSitePicture(Buffer.from(bytes, 'base64'), kind)
    if (made && 'refused' in made) faults[kind] = { sentence: made.refused }
    else drawn[kind] = made
  }
  return { drawn, faults }
}

function namesOf(drawn: Drawn): Partial<Record<PictureKind, string | null>> {
  return Object.fromEntries(Object.entries(drawn).map(([kind, one]) => [kind, one?.name ?? null]))
}
