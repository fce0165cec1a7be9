import { type MarkdownToJSX, parser, RuleType, sanitizer } from 'markdown-to-jsx/html'
import type { Video } from '#contract/library/library.ts'
import type { RichNode, RichText, richTags } from '#contract/rich-text.ts'

type Node = MarkdownToJSX.ASTNode
type Tag = (typeof richTags)[number]

/**
 * Parses Markdown to a tree. Raw HTML stays text, images are replaced by their alternative text, and links lead to this
 * site, another site, an email or a telephone number.
 */
export function richText(markdown: string): RichText {
  const nodes = parser(markdown, { disableParsingRawHTML: true, forceBlock: true })
  return [...nodes.flatMap(draw), ...footnotes(nodes)]
}

const drawn = new WeakMap<Pick<Video, 'description'>, RichText>()

/** The description of a video, parsed on first use. */
export function descriptionOf(video: Pick<Video, 'description'>): RichText {
  const known = drawn.get(video) ?? richText(video.description)
  drawn.set(video, known)
  return known
}

/** Returns the words of a text in one line. */
export function plainText(text: RichText): string {
  return words(text).replace(/\s+/g, ' ').trim()
}

function words(nodes: RichText): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const own = words(node.children ?? [])
      return inline.has(node.tag) ? own : ` ${own} `
    })
    .join('')
}

const inline: ReadonlySet<Tag> = new Set(['strong', 'em', 'del', 'mark', 'code', 'a', 'sup'])

function draw(node: Node): RichNode[] {
  switch (node.type) {
    case RuleType.text:
      return [node.text]
    case RuleType.textFormatted:
      return [element(isInline(node.tag) ? node.tag : 'em', node.children)]
    case RuleType.codeInline:
      return [{ tag: 'code', children: [node.text] }]
    case RuleType.codeBlock:
      return [{ tag: 'pre', children: [{ tag: 'code', children: [node.text] }] }]
    case RuleType.breakLine:
      return [{ tag: 'br' }]
    case RuleType.breakThematic:
      return [{ tag: 'hr' }]
    case RuleType.paragraph:
      return [element('p', node.children)]
    case RuleType.heading:
      return [element(headings[node.level], node.children)]
    case RuleType.blockQuote:
      return [element('blockquote', node.children)]
    case RuleType.link:
      return [link(node.target, node.children.flatMap(draw))]
    case RuleType.image:
      return node.alt ? [node.alt] : []
    case RuleType.unorderedList:
      return [list('ul', node.items)]
    case RuleType.orderedList:
      return [
        {
          ...list('ol', node.items),
          ...(node.start !== undefined && node.start !== 1 && { start: node.start }),
        },
      ]
    case RuleType.gfmTask:
      return [{ tag: 'input', checked: node.completed }]
    case RuleType.table:
      return [table(node)]
    case RuleType.footnoteReference:
      return [{ tag: 'sup', children: [node.text] }]
    default:
      return []
  }
}

/** The page has its own headings, so those of a text are lowered. */
const headings = { 1: 'h3', 2: 'h3', 3: 'h4', 4: 'h5', 5: 'h6', 6: 'h6' } as const

function isInline(tag: string): tag is Tag {
  return inline.has(tag as Tag)
}

function element(tag: Tag, children: readonly Node[]): Exclude<RichNode, string> {
  return { tag, children: children.flatMap(draw) }
}

function list(tag: Tag, items: readonly (readonly Node[])[]): Exclude<RichNode, string> {
  return { tag, children: items.map((item) => element('li', item)) }
}

function link(target: string | null, children: RichText): RichNode {
  const href = target === null ? null : sanitizer(target)
  const isSafe =
    href !== null &&
    URL.canParse(href, 'https://site.test') &&
    admitted.has(new URL(href, 'https://site.test').protocol)
  return { tag: 'a', ...(isSafe && { href }), children }
}

const admitted: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:'])

function table({ header, cells, align }: MarkdownToJSX.TableNode): RichNode {
  const row = (tag: 'th' | 'td', ofRow: readonly (readonly Node[])[]): RichNode => ({
    tag: 'tr',
    children: ofRow.map((cell, at) => ({ ...element(tag, cell), ...(align[at] && { align: align[at] }) })),
  })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [row('th', header)] },
      { tag: 'tbody', children: cells.map((ofRow) => row('td', ofRow)) },
    ],
  }
}

/** The footnotes of a text. */
function footnotes(nodes: readonly Node[]): RichNode[] {
  const named = nodes.flatMap((node) =>
    node.type === RuleType.refCollection ? Object.entries(node.refs) : [],
  )
  return named
    .filter(([name]) => name.startsWith('^'))
    .map(([name, { target }]) => ({
      tag: 'p',
      children: [{ tag: 'sup', children: [name.slice(1)] }, ' ', ...withoutParagraph(richText(target))],
    }))
}

function withoutParagraph(text: RichText): RichText {
  const [first, ...more] = text
  return typeof first === 'object' && first.tag === 'p' ? [...(first.children ?? []), ...more] : text
}
