import { useState } from 'react'
import type { TextVersion } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { TextParts } from '#web/front/static-pages/text-parts.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { useDark } from '#web/platform/ui/use-dark.ts'

/** A text as visitors will see it, in light or dark; its links and videos do nothing. */
export function WordsPreview({ version }: { version: TextVersion | undefined }) {
  const [chosen, setChosen] = useState<'light' | 'dark'>()
  const isDark = useDark()
  const theme = chosen ?? (isDark ? 'dark' : 'light')
  return (
    <div className="words-preview">
      <Choices
        label={m.words_preview()}
        labelHidden
        choices={[
          { value: 'light', label: m.words_light() },
          { value: 'dark', label: m.words_dark() },
        ]}
        value={theme}
        onChange={setChosen}
      />
      <section
        className="words-drawn"
        data-words-theme={theme}
        lang={version?.language}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={m.words_preview_text()}
        onClickCapture={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {version ? (
          <Drawn version={version} />
        ) : (
          <p className="text-sm text-muted">{m.words_preview_none()}</p>
        )}
      </section>
    </div>
  )
}

function Drawn({ version: { heading, subtitle, lead, sections } }: { version: TextVersion }) {
  return (
    <>
      <h2>{heading}</h2>
      {subtitle === undefined ? null : <p className="text-muted">{subtitle}</p>}
      <TextParts parts={lead} />
      {sections.map(({ id, heading: title, parts }) => (
        <section key={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3>{title}</h3>
          <TextParts parts={parts} />
        </section>
      ))}
    </>
  )
}
