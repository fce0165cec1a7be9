import type { Chapter } from '#contract/library/library.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { cueAt } from '#web/library/player/film/cues.ts'
import { useSecond } from '#web/library/player/film/use-second.ts'
import '#web/library/player/transcript-lines.css'

type ChapterListProps = {
  chapters: readonly Chapter[]
  /** Set while its source is this film's. */
  element: HTMLVideoElement | null
}

/** The chapters of a film without captions, in place of the transcript; a click seeks there. Loaded on demand. */
export default function ChapterList({ chapters, element }: ChapterListProps) {
  const current = cueAt(chapters, useSecond(element))
  return (
    <section aria-label={m.player_chapters()} className="transcript">
      <ol className="transcript-lines">
        {chapters.map(({ startSeconds, title }, index) => (
          <li key={startSeconds}>
            <button
              type="button"
              className="transcript-line"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                if (element) element.currentTime = startSeconds
              }}
            >
              <span className="num transcript-time">{minutesAndSeconds(startSeconds)}</span>
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
