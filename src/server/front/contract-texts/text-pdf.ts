import type { RichNode } from '#contract/rich-text.ts'
import type { TextPart, TextVersion } from '#contract/site/site.ts'
import {
  edge,
  heightOf,
  quiet,
  right,
  type Sheet,
  within,
  write,
} from '#server/books/invoices/invoice-page.ts'
import { openPdf } from '#server/books/invoices/pdf-document.ts'

/** Creates an A4 PDF of a site text: heading, sections, paragraphs and lists. */
export async function textPdf(
  text: TextVersion,
  { author, creator, at }: { author: string; creator: string; at: Date },
): Promise<Buffer> {
  const { language, heading, subtitle, lead, sections } = text
  const blocks = [...blocksOf(lead), ...sections.flatMap(sectionBlocks)]
  const { page, close } = await openPdf({
    language,
    title: heading,
    author,
    subject: heading,
    creator,
    at,
    typed: [heading, subtitle ?? '', ...blocks.map(({ words }) => words)],
  })
  page.y = write(page, creator, edge, 52, { size: 9.5, color: quiet }) + 18
  page.y = write(page, heading, edge, page.y, { size: 20, strong: true, tag: 'H1' }) + 10
  if (subtitle !== undefined) page.y = write(page, subtitle, edge, page.y, { size: 10.5, color: quiet }) + 8
  for (const block of blocks) writeBlock(page, block)
  return close()
}

/** A block of text with its own lines. */
type Block = { readonly kind: 'heading' | 'text' | 'item'; readonly words: string; readonly mark?: string }

function sectionBlocks({ heading, parts }: TextVersion['sections'][number]): readonly Block[] {
  return [{ kind: 'heading', words: heading }, ...blocksOf(parts)]
}

function blocksOf(parts: readonly TextPart[]): readonly Block[] {
  return parts.flatMap((part) => (part.kind === 'text' ? part.text.flatMap((node) => blocksIn(node)) : []))
}

function blocksIn(node: RichNode, mark?: string): readonly Block[] {
  if (typeof node === 'string') return textBlocks(node, mark)
  const { tag, children = [] } = node
  if (tag === 'ul') return children.flatMap((item) => blocksIn(item, '•'))
  if (tag === 'ol') return children.flatMap((item, index) => blocksIn(item, `${(node.start ?? 1) + index}.`))
  if (/^h\d$/.test(tag)) return [{ kind: 'heading', words: wordsOf(node) }]
  // an element with block children is set by these; a table cell is a paragraph
  if (children.some((child) => typeof child !== 'string' && blockTags.has(child.tag)))
    return children.flatMap((child, index) => blocksIn(child, index === 0 ? mark : undefined))
  return textBlocks(wordsOf(node), mark)
}

const blockTags: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])

/** A line break in the text starts a new line. */
function textBlocks(words: string, mark: string | undefined): readonly Block[] {
  const lines = words.split('\n').flatMap((line) => line.trim() || [])
  return lines.map((line, index) => {
    if (mark === undefined) return { kind: 'text', words: line }
    return { kind: 'item', words: line, ...(index === 0 && { mark }) }
  })
}

function wordsOf(node: RichNode): string {
  if (typeof node === 'string') return node.replaceAll(/\s+/g, ' ')
  return node.tag === 'br' ? '\n' : (node.children ?? []).map(wordsOf).join('')
}

const indent = 14
/** Lower margin, in points from the top. */
const bottom = 780

function writeBlock(page: Sheet, { kind, words, mark }: Block): void {
  const isHeading = kind === 'heading'
  const x = kind === 'item' ? edge + indent : edge
  const style = isHeading ? ({ size: 11.5, strong: true, tag: 'H2' } as const) : {}
  if (isHeading) page.y += 10
  // keep a heading with the next lines
  if (page.y + heightOf(page, words, right - x, style) + (isHeading ? 30 : 0) > bottom) {
    page.pdf.addPage()
    page.y = 62
  }
  within(page, kind === 'item' ? 'LI' : 'Div', () => {
    if (mark !== undefined) write(page, mark, edge, page.y, { width: indent })
    page.y = write(page, words, x, page.y, style) + (kind === 'item' ? 2 : 5)
  })
}
