import { type ComponentType, createElement, type ReactNode } from 'react'
import type { RichNode, RichText } from '#contract/rich-text.ts'
import { Link } from '#web/platform/ui/link.tsx'

/** Renders code blocks, in place of a plain `pre`. */
export type CodeBlock = ComponentType<{ nodes: RichText | undefined; children: ReactNode }>

/** Renders Markdown parsed by the server. */
export function FormattedText({ text, block }: { text: RichText; block?: CodeBlock | undefined }) {
  return <div className="running-text description">{drawn(text, block)}</div>
}

function drawn(nodes: RichText | undefined, block?: CodeBlock): ReactNode {
  // the text never changes, so an index is a stable key
  return nodes?.map((node, place) => draw(node, place, block))
}

function draw(node: RichNode, key: number, Block?: CodeBlock): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, start, checked, align, children } = node
  // pages of this site open without loading a document
  if (tag === 'a' && href && /^\/(?!\/)/.test(href))
    return (
      <Link key={key} to={href} className="link">
        {drawn(children)}
      </Link>
    )
  if (tag === 'a')
    return (
      <a key={key} href={href} className="link" rel="noopener nofollow">
        {drawn(children)}
      </a>
    )
  if (tag === 'input') return <input key={key} type="checkbox" checked={checked} disabled />
  if (tag === 'pre' && Block)
    return (
      <Block key={key} nodes={children}>
        {drawn(children)}
      </Block>
    )
  return createElement(tag, { key, start, align }, drawn(children, Block))
}
