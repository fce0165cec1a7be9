import { ArrowDownToLine, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import './transcript.css'
import { type Cue, cueAt, searchCues } from '#web/player/film/cues.ts'

/** What is said, line by line: the current one is tinted, a click goes there; it follows unless the reader scrolls. */
export function Transcript({
  cues,
  language,
  element,
}: {
  cues: readonly Cue[]
  language: string | undefined
  element: HTMLVideoElement | null
}) {
  const [sought, setSought] = useState('')
  const [following, setFollowing] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  const current = useCurrentCue(element, cues)
  const shown = useMemo(() => searchCues(cues, sought), [cues, sought])
  const searching = sought.trim() !== ''

  useEffect(() => {
    if (following && !searching) bringIntoView(list.current, current)
  }, [following, searching, current])

  const goTo = (cue: Cue) => {
    if (element) element.currentTime = cue.startSeconds
    setFollowing(true)
  }
  const read = () => setFollowing(false)
  return (
    <section aria-label={m.transcript()} className="transcript">
      <header className="flex items-center gap-2 border-b border-line p-2 pl-4">
        <h2 className="mr-auto text-sm tracking-normal">{m.transcript()}</h2>
        <div className="relative w-40">
          <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" aria-hidden />
          <input
            type="search"
            className="transcript-search"
            aria-label={m.transcript_search()}
            placeholder={m.keys_search()}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && sought) {
                event.preventDefault()
                setSought('')
              }
            }}
          />
        </div>
      </header>
      <p role="status" className={searching ? 'px-4 pt-3 text-[0.8125rem] text-muted' : 'sr-only'}>
        {searching
          ? shown.length > 0
            ? m.transcript_found({ count: shown.length })
            : m.transcript_none_found()
          : ''}
      </p>
      <ol
        ref={list}
        lang={language}
        className="transcript-lines"
        onWheel={read}
        onTouchMove={read}
        onKeyDown={(event) => scrollKeys.has(event.key) && read()}
      >
        {shown.map((cue) => (
          <li key={cue.startSeconds}>
            <button
              type="button"
              className="transcript-line"
              aria-current={cue === cues[current] ? 'true' : undefined}
              onClick={() => goTo(cue)}
            >
              <span className="num transcript-time">{minutesAndSeconds(cue.startSeconds)}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
      {following || searching ? null : (
        <Button className="transcript-follow" onClick={() => setFollowing(true)}>
          <ArrowDownToLine className="size-4" aria-hidden />
          {m.transcript_follow()}
        </Button>
      )}
    </section>
  )
}

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Tab'])

function useCurrentCue(element: HTMLVideoElement | null, cues: readonly Cue[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    if (!element) return
    const update = () => setCurrent(cueAt(cues, element.currentTime))
    update()
    for (const name of ['timeupdate', 'seeking']) element.addEventListener(name, update)
    return () => {
      for (const name of ['timeupdate', 'seeking']) element.removeEventListener(name, update)
    }
  }, [element, cues])
  return current
}

/** Scrolls the list alone; `scrollIntoView` would move the page from under the reader. */
function bringIntoView(list: HTMLElement | null, index: number): void {
  const line = list?.children[index]
  if (!list || !(line instanceof HTMLElement)) return
  const top = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top, behavior: still ? 'auto' : 'smooth' })
}
