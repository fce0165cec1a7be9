import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx'

/**
 * A description in Markdown. Raw HTML is shown as the text it is, never made; links open as everywhere else. Loaded
 * apart: a page shows before its description does.
 */
export default function Description({ text }: { text: string }) {
  return (
    <Markdown
      className="running-text description"
      options={{ disableParsingRawHTML: true, forceBlock: true, overrides }}
    >
      {text}
    </Markdown>
  )
}

/** The page has its own headings; those of a description stand below them. */
const overrides: MarkdownToJSX.Overrides = {
  h1: { component: 'h3' },
  h2: { component: 'h3' },
  h3: { component: 'h4' },
  h4: { component: 'h5' },
  h5: { component: 'h6' },
  a: { props: { className: 'link', rel: 'noopener nofollow' } },
}
