import type { AnyPageName } from '#contract/desk/desk-pages.ts'
import { href } from '#contract/pages.ts'
import type { SiteConfig, TextName, TextPart, TextVersion } from '#contract/site/site.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { textVersion, textVersions } from './fill-text.ts'
import { type Html, html, type PageText, type Sources } from './html.ts'
import { richHtml, summary } from './markdown.ts'

/** Returns a page whose text is the operator's file, or the product's default. */
export function textPage(name: Exclude<TextName, 'privacy-policy' | 'landing'>, sources: Sources): PageText {
  return pageOf([textVersion(sources, name, getLocale())], name === 'faq' ? disclosuresHtml : sectionsHtml)
}

/** In both languages, the page's first. */
export function privacyPage(sources: Sources): PageText {
  return pageOf(textVersions(sources, 'privacy-policy', getLocale()))
}

/** Returns the author's page, with a link to the library below. */
export function aboutPage(sources: Sources): PageText {
  const page = textPage('about', sources)
  const { sourceUrl } = sources.site
  return {
    ...page,
    html: html`${page.html}
<p><a href="${href('content')}">${m.landing_continue()}</a></p>
<p><a href="${href('licences')}">${m.licences_page()}</a>${sourceUrl !== undefined && html` <a href="${sourceUrl}" rel="noopener">${m.licences_source()}</a>`}</p>`,
  }
}

/** Returns the beginning of a text for search engines. */
export function summaryOf({ description, subtitle, lead, sections, heading }: TextVersion): string {
  const parts = [...lead, ...sections.flatMap((section) => section.parts)]
  const first = parts.find((part) => part.kind === 'text')
  return description ?? subtitle ?? (first ? summary(first.text) : heading)
}

/** Returns the sections of a text with their anchors. */
export function sectionsHtml({ sections }: TextVersion): Html {
  return html`${sections.map(
    ({ id, heading, parts }) => html`<section><h2 id="${id}">${heading}</h2>${parts.map(partHtml)}</section>
`,
  )}`
}

/** Returns the sections of a text collapsed, as its page shows them. */
function disclosuresHtml({ sections }: TextVersion): Html {
  return html`${sections.map(
    ({
      id,
      heading,
      parts,
    }) => html`<details id="${id}"><summary><h2 class="inline">${heading}</h2></summary>${parts.map(partHtml)}</details>
`,
  )}`
}

function pageOf(versions: readonly TextVersion[], drawSections = sectionsHtml): PageText {
  const [first, ...others] = versions
  if (!first) throw new TypeError('A text has at least one version')
  const all = versions.flatMap(({ lead, sections }) => [...lead, ...sections.flatMap(({ parts }) => parts)])
  return {
    title: first.page,
    description: summaryOf(first),
    html: html`${versionHtml(first, 'h1', drawSections)}${others.map(
      (version) => html`<div lang="${version.language}">${versionHtml(version, 'h2', drawSections)}</div>`,
    )}`,
    frames: framesOf(all),
  }
}

function versionHtml(version: TextVersion, level: 'h1' | 'h2', drawSections: typeof sectionsHtml): Html {
  const { heading, subtitle, lead } = version
  return html`${level === 'h1' ? html`<h1>${heading}</h1>` : html`<h2>${heading}</h2>`}
${subtitle !== undefined && html`<p>${subtitle}</p>`}
${lead.map(partHtml)}
${drawSections(version)}`
}

/** Without scripts a video is a link to its page. */
export function partHtml(part: TextPart): Html {
  if (part.kind === 'text') return richHtml(part.text)
  if (part.kind === 'frame') return html`<p><a href="${part.url}" rel="noopener">${part.title}</a></p>`
  const { id, title, durationSeconds } = part.video
  return html`<p><a href="${href('video', { id })}"><bdi>${title}</bdi></a> ${minutesAndSeconds(durationSeconds)}</p>`
}

/** Returns the origins that a text embeds in frames. */
export function framesOf(parts: readonly TextPart[]): string[] {
  const origins = parts.flatMap((part) => (part.kind === 'frame' ? [new URL(part.url).origin] : []))
  return [...new Set(origins)]
}

/**
 * Returns the text of a page that needs scripts. A cancellation or withdrawal is as valid by post or email as by its
 * form, so these pages name both addresses of the seller.
 */
export function withoutScripts(name: AnyPageName, { seller }: SiteConfig): Html {
  const declaring =
    name === 'cancelContract'
      ? m.needs_scripts_cancellation()
      : name === 'withdrawContract'
        ? m.needs_scripts_withdrawal()
        : undefined
  const lines = [seller.name, ...seller.address.split('\n')].filter((line) => line !== '')
  return html`<noscript><p>${m.needs_scripts()}</p>
${
  declaring !== undefined &&
  html`<p>${declaring}</p>
<address>${lines.map((line) => html`${line}<br>`)}<a href="mailto:${seller.email}">${seller.email}</a></address>`
}</noscript>`
}
