import * as z from 'zod/mini'

/** Elements that a text in Markdown can become. */
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
  /** Of a link: http, https, mailto, tel, or a place of this site. */
  href: z.optional(z.string()),
  /** The number that a list begins with. */
  start: z.optional(z.int()),
  /** Of the box of a task. */
  checked: z.optional(z.boolean()),
  align: z.optional(z.enum(['left', 'center', 'right'])),
  get children() {
    return z.optional(z.array(RichNode))
  },
})
const RichNode: z.ZodMiniType<RichNode> = z.union([z.string(), RichElement])

/** A piece of a formatted text: words, or an element around further pieces. */
export type RichNode = string | RichElement
type RichElement = {
  readonly tag: (typeof richTags)[number]
  readonly href?: string | undefined
  readonly start?: number | undefined
  readonly checked?: boolean | undefined
  readonly align?: 'left' | 'center' | 'right' | undefined
  readonly children?: readonly RichNode[] | undefined
}

/** A text in Markdown as a tree: the browser draws it without parsing anything, and no HTML is sent as text. */
z.globalRegistry.add(RichNode, { id: 'RichNode' })
export const RichText: z.ZodMiniType<RichText> = z.array(RichNode)
export type RichText = readonly RichNode[]
