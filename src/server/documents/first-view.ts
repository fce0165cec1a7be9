import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { PageName } from '#contract/pages.ts'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import type { Language } from '#domain/language.ts'
import { type Html, html, trustedHtml } from './html.ts'
import type { FoundPage } from './page-at.ts'

/** The files that the build has made for each page, beside those of every page. */
export type PageFiles = Readonly<
  Partial<Record<PageName, { readonly scripts: readonly string[]; readonly styles: readonly string[] }>>
>

/** Empty where the build has not written them down. */
export async function readPageFiles(folder: string, language: Language): Promise<PageFiles> {
  const text = await readFile(join(folder, `.vite/pages.${language}.json`), 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** What a page needs for its first view, so that the browser fetches all of it at once. */
export function firstViewTags(
  { page, carried }: { readonly page?: FoundPage | undefined; readonly carried?: Carried | undefined },
  files: PageFiles,
): Html {
  const { scripts = [], styles = [] } = (page && files[page.name]) ?? {}
  const tags = [
    ...styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}">`),
    ...(page ? readsOf(page) : []).map(
      (path) => html`<link rel="preload" as="fetch" crossorigin href="${path}">`,
    ),
    ...(carried ? [carriedElement(carried)] : []),
  ]
  return html`${tags.map((tag) => html`${tag}\n`)}`
}

/** The calls that a page makes first. Their replies are the same in every language, for a preload cannot name one. */
function readsOf({ name, video }: FoundPage): string[] {
  const library = [calls.videos.path, calls.categories.path]
  if (name === 'shop' || name === 'shopProduct') return [calls.userSession.path, calls.shop.path]
  if (name === 'landing') return [calls.userSession.path, ...library]
  if (name === 'content' || name === 'category')
    return [calls.userSession.path, ...library, calls.versions.path]
  if (video)
    return [
      calls.userSession.path,
      ...library,
      calls.versions.path,
      ...(video.description === '' ? [] : [pathOf(calls.videoText.path, { id: video.id })]),
    ]
  return [calls.userSession.path]
}

/** A browser runs nothing of this type, and no text can end the element. */
function carriedElement(carried: Carried): Html {
  const json = JSON.stringify(carried).replaceAll('<', '\\u003c')
  return trustedHtml(`<script type="application/json" id="${carriedId}">${json}</script>`)
}
