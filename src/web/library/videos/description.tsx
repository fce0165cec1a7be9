import type { RichText } from '#contract/rich-text.ts'
import { type CodeBlock, FormattedText } from './formatted-text.tsx'

/** A description, formatted once its Markdown is parsed; as plain paragraphs until then, or if it has no Markdown. */
export function Description({
  source,
  text,
  block,
}: {
  source: string
  text: RichText | undefined
  block?: CodeBlock
}) {
  if (text && needsMarkdown(source)) return <FormattedText text={text} block={block} />
  return (
    <div className="running-text description">
      {source
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </div>
  )
}

/** Whether a text contains Markdown: `code`, *emphasis*, lists, headings, links, tables, quotes. */
export function needsMarkdown(text: string): boolean {
  return /[`*_[\]|~<&\\]|^\s*(?:[-+>#]|\d+[.)])\s|https?:\/\//m.test(text)
}
