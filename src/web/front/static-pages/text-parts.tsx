import { lazy, Suspense, useEffect } from 'react'
import { create } from 'zustand'
import type { Video } from '#contract/library/library.ts'
import type { TextPart } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { FormattedText } from '#web/library/videos/formatted-text.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { EmbeddedFrame } from './embedded-frame.tsx'

const EmbeddedVideo = lazy(() => import('./embedded-video.tsx'))

/** The parts of a text, one below the other. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
  return (
    <div className="grid gap-4">
      {parts.map((part, place) => (
        <Part key={keyOf(part, place)} part={part} />
      ))}
    </div>
  )
}

function Part({ part }: { part: TextPart }) {
  if (part.kind === 'text') return <FormattedText text={part.text} />
  if (part.kind === 'frame') return <EmbeddedFrame url={part.url} title={part.title} />
  return <LibraryVideo video={part.video} />
}

/** The open video. Only one at a time, because videos share the player's keys and one stream. */
const useOpened = create<{ id: string | undefined }>(() => ({ id: undefined }))

/** Loads nothing of a film until the visitor opens it. */
function LibraryVideo({ video }: { video: Video }) {
  const { id, title, thumbnailUrl } = video
  const isOpen = useOpened((opened) => opened.id === id)
  // closed on the next visit
  useEffect(() => () => useOpened.setState({ id: undefined }), [])
  if (isOpen)
    return (
      <Suspense fallback={<Skeleton className="embed" />}>
        <EmbeddedVideo video={video} />
      </Suspense>
    )
  return (
    <button type="button" className="embed" onClick={() => useOpened.setState({ id })}>
      {thumbnailUrl ? <img src={thumbnailUrl} alt="" loading="lazy" width={640} height={360} /> : null}
      <span className="embed-label">
        <Icon name="play" className="size-4 shrink-0" />
        <span>
          <RichSentence sentence={m.play_video} parts={{ title: <bdi>{title}</bdi> }} />
        </span>
      </span>
    </button>
  )
}

function keyOf(part: TextPart, place: number): string | number {
  if (part.kind === 'text') return place
  return part.kind === 'frame' ? part.url : part.video.id
}
