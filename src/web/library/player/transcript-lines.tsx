import { type KeyboardEvent, type Ref, useState } from 'react'
import type { Sentence } from '#domain/catalogue/transcript.ts'
import type { TranscriptPart } from '#domain/catalogue/transcript-parts.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import './transcript-lines.css'

type TranscriptLinesProps = {
  ref: Ref<HTMLDivElement>
  parts: readonly TranscriptPart[]
  language: string | undefined
  current: Sentence | undefined
  onChoose: (sentence: Sentence) => void
  /** The reader scrolls the list. */
  onRead: () => void
}

/**
 * The sentences by chapter. They are one Tab stop; arrows, Home and End move along them, because tabbing through a
 * hundred buttons is tedious.
 */
export function TranscriptLines({ ref, parts, language, current, onChoose, onRead }: TranscriptLinesProps) {
  const [focused, setFocused] = useState<Sentence>()
  const shown = parts.flatMap(({ sentences }) => sentences)
  const stop = [focused, current].find((one) => one && shown.includes(one)) ?? shown[0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      role="group"
      ref={ref}
      lang={language}
      className="transcript-lines"
      onWheel={onRead}
      onTouchMove={onRead}
      onKeyDown={(event) => {
        if (moveAlong(event) || readKeys.has(event.key)) onRead()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined)
      }}
    >
      {parts.map(({ startSeconds, title, sentences }) => (
        <section key={`${startSeconds} ${title}`}>
          {title === undefined ? null : <h3 className="transcript-chapter">{title}</h3>}
          <ol>
            {sentences.map((sentence) => (
              <li key={`${sentence.startSeconds} ${sentence.text}`}>
                <button
                  type="button"
                  className="transcript-line"
                  aria-current={sentence === current ? 'true' : undefined}
                  tabIndex={sentence === stop ? 0 : -1}
                  onFocus={() => setFocused(sentence)}
                  onClick={() => onChoose(sentence)}
                >
                  <span className="num transcript-time">
                    {minutesAndSeconds(Math.floor(sentence.startSeconds))}
                  </span>
                  <span>{sentence.text}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const readKeys = new Set(['PageUp', 'PageDown', 'Tab'])

/** Whether the key has moved the focus. */
function moveAlong(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.transcript-line')]
  const at = lines.indexOf(event.target as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
  if (at < 0 || to === undefined) return false
  event.preventDefault()
  lines[to]?.focus()
  return true
}
