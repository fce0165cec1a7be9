import { useEffect, useState } from 'react'

type Formatted = typeof import('./markdown.tsx').FormattedText

let loaded: Formatted | undefined
/** After the first picture, which is what the page is about. */
const loadAfterMs = 300

/**
 * A description in Markdown. The formatter is as large as the player's controls, so the plain text is shown first and
 * formatted a moment later; most descriptions need no formatting.
 */
export function Description({ text }: { text: string }) {
  const [Formatted, setFormatted] = useState(() => loaded)
  const needed = needsMarkdown(text)
  useEffect(() => {
    if (!needed || loaded) return
    let current = true
    const load = () =>
      import('./markdown.tsx').then(
        ({ FormattedText }) => {
          loaded = FormattedText
          if (current) setFormatted(() => FormattedText)
        },
        // the plain text is shown without it
        () => undefined,
      )
    const timer = setTimeout(load, loadAfterMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [needed])

  if (needed && Formatted) return <Formatted text={text} />
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

/** Whether there is markup in it: `code`, *emphasis*, lists, headings, links, tables, quotes. */
export function needsMarkdown(text: string): boolean {
  return /[`*_[\]|~<&\\]|^\s*(?:[-+>#]|\d+[.)])\s|https?:\/\//m.test(text)
}
