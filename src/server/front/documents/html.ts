import type { Video, VideoPiece } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import type { Shop } from '#contract/shop/shop.ts'
import type { Drawing } from '#contract/site/drawn-page.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { formatDay } from '#domain/dates.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import type { Language } from '#domain/language.ts'
import { getLocale } from '#messages/generated/runtime.js'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { escapeHtml } from '#server/platform/runtime/escape-html.ts'
import type { SiteFiles } from '#server/platform/site-files/read-site-files.ts'

/** A piece of HTML that is safe as it stands. Made by `html` and by nothing else but `trustedHtml`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | false | undefined | readonly Value[]

/**
 * Writes HTML: what stands in the template is markup, every value put into it is text, safe in attributes too, unless
 * it is `Html` itself. `false` and undefined leave nothing, lists their items.
 */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.reduce((text, part, index) => text + part + safe(values[index]), ''))
}

/** Marks text as HTML that was made safe elsewhere. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function safe(value: Value | undefined): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(safe).join('')
  return escapeHtml(String(value))
}

/** The public text of a page. */
export type PageText = {
  readonly title: string
  readonly description: string
  readonly html: Html
  /** It is drawn by the screens' own components. */
  readonly isDrawn?: boolean
  /** Origins of other sites that it shows in frames. */
  readonly frames?: readonly string[]
}

/** What the texts of pages are made of. */
export type Sources = {
  readonly site: SiteConfig
  /** What the shop sells; nothing while it is closed. */
  readonly products: Shop['products']
  /** How its goods are shipped. */
  readonly shipping: Shop['shipping']
  /** Ids of what it sold once. */
  readonly former: readonly string[]
  readonly catalogue: ListedCatalogue
  /** Of the same catalogue, the newest first. */
  readonly pieces: readonly VideoPiece[]
  readonly files: SiteFiles
  /** What draws pages in each language. */
  readonly drawings: ReadonlyMap<Language, Drawing>
  /** Where the site is reached: scheme and host. */
  readonly origin: string
}

/** What the operator's texts are filled in from. */
export type TextSources = Pick<Sources, 'site' | 'files'> & {
  readonly catalogue: Pick<ListedCatalogue, 'videos' | 'placeOf'>
}

/** The address of a page in a language, whoever opens it. */
export function addressIn(language: Language, path: string): string {
  return `${path}?lang=${language}`
}

/** A list of links to videos, with length and publishing day. */
export function videoList(videos: readonly Video[]): Html | false {
  if (videos.length === 0) return false
  return html`<ul>${videos.map(
    ({ id, title, durationSeconds, publishedOn }) =>
      html`<li><a href="${href('video', { id })}"><bdi>${title}</bdi></a> ${minutesAndSeconds(durationSeconds)}, ${dayElement(publishedOn)}</li>
`,
  )}</ul>`
}

/** A day as 'd. MMMM, yyyy': a document is kept, so it never says 'today'. */
export function dayElement(day: string): Html {
  return html`<time datetime="${day}">${formatDay(day, getLocale())}</time>`
}
