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
        <SearchField value={sought} onChange={setSought} />
      </header>
      <p role="status" className={searching ? 'px-4 pt-3 text-[0.8125rem] text-muted' : 'sr-only'}>
        {searching ? foundText(shown.length) : ''}
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
          <Line
            key={cue.startSeconds}
            cue={cue}
            isCurrent={cue === cues[current]}
            onClick={() => goTo(cue)}
          />
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

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative w-40">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" aria-hidden />
      <input
        type="search"
        className="transcript-search"
        aria-label={m.transcript_search()}
        placeholder={m.keys_search()}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault()
            onChange('')
          }
        }}
      />
    </div>
  )
}

function foundText(count: number): string {
  return count > 0 ? m.transcript_found({ count }) : m.transcript_none_found()
}

function Line({ cue, isCurrent, onClick }: { cue: Cue; isCurrent: boolean; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="transcript-line"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onClick}
      >
        <span className="num transcript-time">{minutesAndSeconds(cue.startSeconds)}</span>
        <span>{cue.text}</span>
      </button>
    </li>
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

/** Scrolls the list alone; `scrollIntoView` would scroll the page as well. */
function bringIntoView(list: HTMLElement | null, index: number): void {
  const line = list?.children[index]
  if (!list || !(line instanceof HTMLElement)) return
  const top = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top, behavior: still ? 'auto' : 'smooth' })
}
