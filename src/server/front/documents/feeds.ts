import type { Category, Video } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import { withOffset } from '#domain/catalogue/publishing-date.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { addressIn, type Html, html, type Sources } from './html.ts'
import { markdownHtml } from './markdown.ts'

/** Number of videos in a feed, the newest ones. */
const maxItems = 50

/** Returns the path of the library's feed, or of that of a category with its descendants. */
export function feedPathOf(categories: readonly Category[] = []): string {
  return categories.length === 0
    ? '/feed.xml'
    : `${categoryHref(categories.map(({ urlKey }) => urlKey))}/feed.xml`
}

/** Returns the RSS 2.0 feed of the library, or of a category with its descendants. */
export function feedOf({ catalogue, site, origin }: Sources, categories: readonly Category[] = []): Html {
  const category = categories.at(-1)
  const within = category && catalogue.tree.within(category.id)
  const videos = catalogue.videos.filter(({ categoryId }) => !within || within.has(categoryId))
  const home = category ? categoryHref(categories.map(({ urlKey }) => urlKey)) : href('content')
  return html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${category ? `${category.name} – ${site.productName}` : site.productName}</title>
<link>${origin}${addressIn(getLocale(), home)}</link>
<atom:link href="${origin}${addressIn(getLocale(), feedPathOf(categories))}" rel="self" type="application/rss+xml"/>
<description>${m.videos_by_published()}</description>
<language>${getLocale()}</language>
${videos.slice(0, maxItems).map((video) => item(video, origin, { category: nameOf(video), date: dateOf(video) }))}</channel>
</rss>
`

  function nameOf({ categoryId }: Video): string | undefined {
    return catalogue.categories.find(({ id }) => id === categoryId)?.name
  }

  function dateOf({ id }: Video): string {
    const instant = catalogue.publishedAt.get(id)
    return instant ? mailDate(withOffset(instant, site.sellerZone)) : ''
  }
}

/** Formats `2026-11-03T09:00:00+01:00` as RFC 822 does, in the same time zone: `Tue, 03 Nov 2026 09:00:00 +0100`. */
function mailDate(local: string): string {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`).toUTCString().slice(0, 16)
  return `${day} ${local.slice(11, 19)} ${local.slice(19).replace(':', '')}`
}

function item(
  { id, title, description }: Video,
  origin: string,
  { category, date }: { readonly category: string | undefined; readonly date: string },
): Html {
  const link = `${origin}${href('video', { id })}`
  return html`<item>
<title>${title}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${date}</pubDate>
${category !== undefined && html`<category>${category}</category>`}
<description>${markdownHtml(description).text}</description>
</item>
`
}
