import { compiler, type MarkdownToJSX, RuleType } from 'markdown-to-jsx/html'
import { escapeHtml } from '#server/runtime/escape-html.ts'
import { type Html, trustedHtml } from './html.ts'

/**
 * A description in Markdown as HTML. Raw HTML in it is shown as the text it is; addresses that could run scripts are
 * left out (the library sees to both); of pictures only their description remains.
 */
export function markdownHtml(markdown: string): Html {
  return trustedHtml(compiler(markdown, options))
}

/** The beginning of a description as plain text, for search engines and previews. */
export function markdownSummary(markdown: string, longest = 160): string {
  const text = compiler(markdown, options)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/\s+\S*$/u, '')}…`
}

const options: Parameters<typeof compiler>[1] = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: null,
  // headings with an id of the author's choice could pass for elements of the page
  slugify: () => '',
  overrides: { a: { props: { rel: 'noopener nofollow' } } },
  renderRule(next, node, renderChildren) {
    if (node.type === RuleType.image) return escapeHtml(node.alt ?? '')
    if (node.type === RuleType.heading) return heading(node, renderChildren(node.children))
    return next()
  },
}

/** The page has its own headings; those of a description stand below them. */
function heading({ level }: MarkdownToJSX.HeadingNode, content: string): string {
  const below = `h${level <= 2 ? 3 : Math.min(level + 1, 6)}`
  return `<${below}>${content}</${below}>`
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}
