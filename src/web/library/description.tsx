import { useEffect, useState } from 'react'

type MarkdownModule = typeof import('./markdown.tsx')

let loaded: MarkdownModule | undefined

/**
 * A description in Markdown. What reads it is as large as the player's controls, so the words are shown first and take
 * their form a moment later; most descriptions need no form at all.
 */
export function Description({ text }: { text: string }) {
  const markdown = useMarkdown(needsMarkdown(text))
  if (markdown) return <markdown.FormattedText text={text} />
  return (
    <div className="running-text description">
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </div>
  )
}

/** Whether there are marks in it: `code`, *emphasis*, lists, headings, links, tables, quotes. */
export function needsMarkdown(text: string): boolean {
  return /[`*_[\]|~<&\\]|^\s*(?:[-+>#]|\d+[.)])\s|https?:\/\//m.test(text)
}

function useMarkdown(needed: boolean): MarkdownModule | undefined {
  const [module, setModule] = useState(loaded)
  useEffect(() => {
    if (!needed || loaded) return
    let current = true
    // after the first picture, which is what the page is about
    const timer = setTimeout(() => {
      import('./markdown.tsx').then(
        (markdown) => {
          loaded = markdown
          if (current) setModule(markdown)
        },
        // the words are there without it
        () => undefined,
      )
    }, 300)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [needed])
  return needed ? module : undefined
}
