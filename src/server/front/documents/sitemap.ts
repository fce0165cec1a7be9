import type { Category, Video } from '#contract/library/library.ts'
import { categoryHref, href, type PageName, pages } from '#contract/pages.ts'
import { languages } from '#domain/language.ts'
import { productKey } from '#domain/shop/product-key.ts'
import { addressIn, type Html, html, type Sources } from './html.ts'
import { markdownSummary } from './markdown.ts'
import { freeFilmOf } from './page-at.ts'
import { shareImagePath } from './share-image.ts'

/** The limit of a sitemap (sitemaps.org). */
const maxAddresses = 50_000

/** Returns every public page in each language, with Google's video extension for videos. */
export function sitemap({ catalogue, products, site, origin }: Sources): Html {
  const plain = (Object.keys(pages) as PageName[]).filter(
    (name) =>
      'document' in pages[name] &&
      !['category', 'video', 'series', 'shopProduct'].includes(name) &&
      (name !== 'shop' || site.shop),
  )
  const entries = [
    ...plain.map((name) => entry(origin, pages[name].path)),
    ...products.map((product) => entry(origin, href('shopProduct', { key: productKey(product) }))),
    ...catalogue.categories.map((category) => entry(origin, pathOf(category))),
    ...catalogue.series.map(({ urlKey }) => entry(origin, href('series', { urlKey }))),
    ...catalogue.videos.map((video) => entry(origin, href('video', { id: video.id }), videoEntry(video))),
  ]
  return html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
${entries.slice(0, maxAddresses)}</urlset>
`

  function pathOf({ id }: Category): string {
    return categoryHref(catalogue.tree.pathTo(id).map(({ urlKey }) => urlKey))
  }

  function videoEntry(video: Video): Html {
    const { id, title, description, durationSeconds, publishedOn, free, tags } = video
    const freeFilm = freeFilmOf(video, catalogue)
    // a video file without a public address is played by its page
    return html`<video:video>
<video:thumbnail_loc>${origin}${shareImagePath(video, site)}</video:thumbnail_loc>
<video:title>${title}</video:title>
<video:description>${markdownSummary(description, 2000) || title}</video:description>
${freeFilm !== undefined && html`<video:content_loc>${origin}${freeFilm}</video:content_loc>`}
<video:player_loc>${origin}${href('video', { id }, { t: '0' })}</video:player_loc>
<video:duration>${Math.min(Math.max(Math.round(durationSeconds), 1), 28_800)}</video:duration>
<video:publication_date>${publishedOn}</video:publication_date>
${tags.slice(0, 32).map((tag) => html`<video:tag>${tag}</video:tag>`)}
<video:requires_subscription>${free || site.allFree ? 'no' : 'yes'}</video:requires_subscription>
</video:video>
`
  }
}

function entry(origin: string, path: string, more: Html | false = false): Html {
  const links = languages.map(
    (language) =>
      html`<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${addressIn(language, path)}"/>`,
  )
  // the address without a language suits all readers (x-default), and must be among its own alternates
  return html`<url><loc>${origin}${path}</loc>
${links}
<xhtml:link rel="alternate" hreflang="x-default" href="${origin}${path}"/>
${more}</url>
`
}
