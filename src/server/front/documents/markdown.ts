import type { RichNode, RichText } from '#contract/rich-text.ts'
import { plainText, richText } from '#server/library/catalogue/rich-text.ts'
import { type Html, html, trustedHtml } from './html.ts'

/** Renders a Markdown description as HTML. */
export function markdownHtml(markdown: string): Html {
  return richHtml(richText(markdown))
}

/** Renders a formatted text as HTML. */
export function richHtml(text: RichText): Html {
  return html`${text.map(nodeHtml)}`
}

/** Returns the beginning of a description as plain text, for search engines and previews. */
export function markdownSummary(markdown: string, longest = 160): string {
  return summary(richText(markdown), longest)
}

/** The same for a formatted text. */
export function summary(rich: RichText, longest = 160): string {
  const text = plainText(rich)
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/\s+\S*$/u, '')}…`
}

function nodeHtml(node: RichNode): Html {
  if (typeof node === 'string') return html`${node}`
  const { tag, href, start, checked, align, children = [] } = node
  if (tag === 'br' || tag === 'hr') return trustedHtml(`<${tag}>`)
  if (tag === 'input') return html`<input type="checkbox" disabled${checked && trustedHtml(' checked')}>`
  const attributes = html`${tag === 'a' && html` rel="noopener nofollow"`}${href !== undefined && html` href="${href}"`}${start !== undefined && html` start="${start}"`}${align !== undefined && html` align="${align}"`}`
  return html`${trustedHtml(`<${tag}`)}${attributes}>${children.map(nodeHtml)}${trustedHtml(`</${tag}>`)}`
}
