import { ArrowDownToLine, Download, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Chapter } from '#contract/library/library.ts'
import { type Sentence, sentencesOf } from '#domain/catalogue/transcript.ts'
import { transcriptFileName, transcriptParts, transcriptText } from '#domain/catalogue/transcript-parts.ts'
import { m } from '#messages/generated/messages.js'
import { cueAt, readSpokenCues, searchCues } from '#web/library/player/film/cues.ts'
import { listen } from '#web/library/player/film/listen.ts'
import { saveFile, textFile } from '#web/platform/site/save-file.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { TranscriptLines } from './transcript-lines.tsx'

type TranscriptProps = {
  title: string
  /** Its captions, once they are loaded. */
  track: TextTrack | undefined
  chapters: readonly Chapter[]
  language: string | undefined
  /** Set while its source is this film's. */
  element: HTMLVideoElement | null
}

/**
 * The transcript, sentence by sentence and by chapter: the current one is tinted, a click seeks there; it follows the
 * film unless the reader scrolls. Loaded on demand.
 */
export default function Transcript({ title, track, chapters, language, element }: TranscriptProps) {
  const [sought, setSought] = useState('')
  const [following, setFollowing] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const sentences = useMemo(() => sentencesOf(track ? readSpokenCues(track) : []), [track])
  const current = useCurrentSentence(element, sentences)
  const found = useMemo(() => searchCues(sentences, sought), [sentences, sought])
  const searching = sought.trim() !== ''

  useEffect(() => {
    if (following && !searching && current) bringIntoView(list.current)
  }, [following, searching, current])

  const goTo = ({ startSeconds }: Sentence) => {
    if (element) element.currentTime = startSeconds
    setFollowing(true)
  }
  return (
    <section aria-label={m.transcript()} className="transcript">
      <header className="flex items-center gap-1 border-b border-line p-2 pl-4">
        <h2 className="text-sm tracking-normal">{m.transcript()}</h2>
        <SearchField value={sought} onChange={setSought} />
        {sentences.length > 0 ? (
          <Take text={transcriptText(title, transcriptParts(sentences, chapters))} name={title} />
        ) : null}
      </header>
      <p role="status" className={searching ? 'px-4 pt-3 text-[0.8125rem] text-muted' : 'sr-only'}>
        {searching ? foundText(found.length) : ''}
      </p>
      <TranscriptLines
        ref={list}
        parts={transcriptParts(found, chapters)}
        language={language}
        current={current}
        onChoose={goTo}
        onRead={() => setFollowing(false)}
      />
      {following || searching ? null : (
        <Button className="transcript-follow" onClick={() => setFollowing(true)}>
          <ArrowDownToLine className="size-4" aria-hidden />
          {m.transcript_follow()}
        </Button>
      )}
    </section>
  )
}

/** Copies the transcript, or saves it as a file. */
function Take({ text, name }: { text: string; name: string }) {
  return (
    <>
      <CopyButton
        text={text}
        label={m.transcript_copy()}
        copied={m.transcript_copied()}
        failed={m.transcript_copy_failed()}
      />
      <button
        type="button"
        className="grid size-7 place-items-center rounded text-muted hover:bg-raised hover:text-ink"
        title={m.transcript_download()}
        aria-label={m.transcript_download()}
        onClick={() => saveFile(textFile(text), transcriptFileName(name))}
      >
        <Download className="size-3.5" aria-hidden />
      </button>
    </>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative ml-auto w-36 min-w-0">
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

function useCurrentSentence(
  element: HTMLVideoElement | null,
  sentences: readonly Sentence[],
): Sentence | undefined {
  const [current, setCurrent] = useState<Sentence>()
  useEffect(() => {
    if (!element) return
    const update = () => setCurrent(sentences[cueAt(sentences, momentOf(element))])
    update()
    return listen(element, { 'timeupdate seeking pause': update })
  }, [element, sentences])
  return element ? current : undefined
}

/** Links have whole seconds: a film paused at one is at the sentence that begins within that second. */
function momentOf({ paused, currentTime }: HTMLVideoElement): number {
  return paused && Number.isInteger(currentTime) ? currentTime + 0.999 : currentTime
}

/** Scrolls the list only; `scrollIntoView` would scroll the page as well. */
function bringIntoView(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>('[aria-current]')
  if (!list || !line) return
  const top = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top, behavior: still ? 'auto' : 'smooth' })
}
