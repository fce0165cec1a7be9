import * as z from 'zod/mini'

/** HTML elements allowed in formatted texts. */
export const richTags = [
  'p',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'strong',
  'em',
  'del',
  'mark',
  'code',
  'a',
  'br',
  'sup',
  'input',
] as const

const RichElement = z.strictObject({
  tag: z.enum(richTags),
  /** On links: http, https, mailto, tel, or a relative address. */
  href: z.optional(z.string()),
  /** First number of a list. */
  start: z.optional(z.int()),
  /** State of a task's checkbox. */
  checked: z.optional(z.boolean()),
  align: z.optional(z.enum(['left', 'center', 'right'])),
  get children() {
    return z.optional(z.array(RichNode))
  },
})
const RichNode: z.ZodMiniType<RichNode> = z.union([z.string(), RichElement])

/** A node of a formatted text: text, or an element with child nodes. */
export type RichNode = string | RichElement
type RichElement = {
  readonly tag: (typeof richTags)[number]
  readonly href?: string | undefined
  readonly start?: number | undefined
  readonly checked?: boolean | undefined
  readonly align?: 'left' | 'center' | 'right' | undefined
  readonly children?: readonly RichNode[] | undefined
}

/** A Markdown text as a tree: the browser renders it without a parser, and no HTML is sent. */
z.globalRegistry.add(RichNode, { id: 'RichNode' })
export const RichText: z.ZodMiniType<RichText> = z.array(RichNode)
export type RichText = readonly RichNode[]
