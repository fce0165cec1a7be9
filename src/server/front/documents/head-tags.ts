import { languages } from '#domain/language.ts'
import { addressIn, type Html, html } from './html.ts'
import type { PageDocument } from './page-document.ts'
import { shareImageSize } from './share-image.ts'
import { dataElement } from './structured-data.ts'

/** Returns the head's metadata about a page: for browsers, search engines and link previews. */
export function headTags(page: PageDocument, origin: string): Html {
  const { title, description, canonicalPath } = page
  return html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}
${canonicalPath === undefined ? html`<meta name="robots" content="noindex">` : foundTags(page, origin, canonicalPath)}`
}

function foundTags(page: PageDocument, origin: string, canonicalPath: string): Html {
  const { language, addressed, feedPath, data } = page
  const path = addressed ? addressIn(language, canonicalPath) : canonicalPath
  return html`<link rel="canonical" href="${origin}${path}">
${languages.map((one) => html`<link rel="alternate" hreflang="${one}" href="${origin}${addressIn(one, canonicalPath)}">`)}
<link rel="alternate" hreflang="x-default" href="${origin}${canonicalPath}">
${feedPath !== undefined && html`<link rel="alternate" type="application/rss+xml" title="${page.heading}" href="${origin}${feedPath}">`}
${openGraph(page, origin + path, origin)}
${data.map(dataElement)}`
}

/** Open Graph (ogp.me), with X's additions. */
function openGraph(page: PageDocument, url: string, origin: string): Html {
  const { heading, siteName, description, language, image, page: found } = page
  const facts = {
    'og:type': found?.video ? 'video.other' : 'website',
    'og:title': heading,
    ...(description !== undefined && { 'og:description': description }),
    'og:url': url,
    'og:site_name': siteName,
    'og:locale': language === 'de' ? 'de_DE' : 'en_US',
    'og:image': origin + image.path,
    ...(image.isDrawn && {
      'og:image:type': 'image/png',
      'og:image:width': shareImageSize.width,
      'og:image:height': shareImageSize.height,
      'og:image:alt': heading,
    }),
  }
  return html`${Object.entries(facts).map(([property, content]) => html`<meta property="${property}" content="${content}">`)}
<meta name="twitter:card" content="${image.isDrawn ? 'summary_large_image' : 'summary'}">`
}
