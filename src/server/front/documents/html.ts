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
import type { ShownNotice } from '#server/platform/site/notices.ts'
import type { SiteFiles } from '#server/platform/site-files/read-site-files.ts'

/** Safe HTML. Created by `html` and `trustedHtml` only. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | false | undefined | readonly Value[]

/**
 * Builds HTML: the template is markup, and every value is escaped, also for attributes, unless it is `Html`. `false`
 * and undefined become nothing, lists their items.
 */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.reduce((text, part, index) => text + part + safe(values[index]), ''))
}

/** Marks text as HTML that was escaped elsewhere. */
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
  /** Rendered by the screens' own components. */
  readonly isDrawn?: boolean
  /** Origins that it embeds in frames. */
  readonly frames?: readonly string[]
}

/** The sources of pages' texts. */
export type Sources = {
  readonly site: SiteConfig
  /** Products on sale; empty while the shop is closed. */
  readonly products: Shop['products']
  /** Shipping methods of goods. */
  readonly shipping: Shop['shipping']
  /** Ids of products that were on sale. */
  readonly former: readonly string[]
  /** What is said above every page now. */
  readonly notices: readonly ShownNotice[]
  readonly catalogue: ListedCatalogue
  /** Of the same catalogue, newest first. */
  readonly pieces: readonly VideoPiece[]
  readonly files: SiteFiles
  /** The page renderer of each language. */
  readonly drawings: ReadonlyMap<Language, Drawing>
  /** The site's origin. */
  readonly origin: string
}

/** The sources of placeholders in the operator's texts. */
export type TextSources = Pick<Sources, 'site' | 'files'> & {
  readonly catalogue: Pick<ListedCatalogue, 'videos' | 'placeOf'>
}

/** Returns the address of a page that is always in one language. */
export function addressIn(language: Language, path: string): string {
  return `${path}?lang=${language}`
}

/** Returns a list of links to videos, with duration and publishing day. */
export function videoList(videos: readonly Video[]): Html | false {
  if (videos.length === 0) return false
  return html`<ul>${videos.map(
    ({ id, title, durationSeconds, publishedOn }) =>
      html`<li><a href="${href('video', { id })}"><bdi>${title}</bdi></a> ${minutesAndSeconds(durationSeconds)}, ${dayElement(publishedOn)}</li>
`,
  )}</ul>`
}

/** Returns a day as 'd. MMMM, yyyy': never 'today', because documents are cached. */
export function dayElement(day: string): Html {
  return html`<time datetime="${day}">${formatDay(day, getLocale())}</time>`
}
