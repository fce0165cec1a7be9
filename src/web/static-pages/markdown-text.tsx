import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx'
import type { ComponentProps } from 'react'
import { Link } from '#web/ui/link.tsx'

/** A text of the operator's in Markdown. Raw HTML is shown as the text it is, never made. */
export function MarkdownText({ markdown }: { markdown: string }) {
  return (
    <Markdown
      className="running-text description"
      options={{ disableParsingRawHTML: true, forceBlock: true, forceWrapper: true, overrides }}
    >
      {markdown}
    </Markdown>
  )
}

/** Pages of this site open without a new document. */
function TextLink({ href, children }: ComponentProps<'a'>) {
  if (href && /^\/(?!\/)/.test(href))
    return (
      <Link to={href} className="link">
        {children}
      </Link>
    )
  return (
    <a href={href} className="link" rel="noopener">
      {children}
    </a>
  )
}

/** Below the page's own headings. */
const overrides: MarkdownToJSX.Overrides = {
  h1: { component: 'h3' },
  h2: { component: 'h3' },
  a: { component: TextLink },
}
