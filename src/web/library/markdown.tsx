import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx'

/** Text in Markdown. Raw HTML is shown as the text it is, never made. */
export function FormattedText({ text }: { text: string }) {
  return (
    <Markdown
      className="running-text description"
      options={{ disableParsingRawHTML: true, forceBlock: true, forceWrapper: true, overrides }}
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
