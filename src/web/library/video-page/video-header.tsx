import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, Lock } from 'lucide-react'
import { useId } from 'react'
import type { Category, Video } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import { Breadcrumb } from '#web/library/videos/breadcrumb.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'
import type { Neighbours } from './neighbours.ts'

type VideoHeaderProps = {
  title: string
  path: readonly Category[]
  listing: string
  /** Set if it is a series' page. */
  listingName: string | undefined
  neighbours: Neighbours
  onOpen: (video: Video) => void
}

/** Collapse toggle, title, link back to the listing, Previous and Next (product.md section 2, Video page). */
export function VideoHeader({ title, path, listing, listingName, neighbours, onOpen }: VideoHeaderProps) {
  const collapsed = useLocalState((state) => state.headerCollapsed)
  const set = useLocalState((state) => state.set)
  const details = useId()
  const name = collapsed ? m.expand_header() : m.collapse_header()
  const Picture = collapsed ? ChevronsUpDown : ChevronsDownUp
  return (
    <header className="video-header" data-collapsed={collapsed || undefined}>
      <Button
        variant="quiet"
        size="icon"
        className="video-header-toggle"
        aria-expanded={!collapsed}
        aria-controls={details}
        aria-label={name}
        title={name}
        onClick={() => set({ headerCollapsed: !collapsed })}
      >
        <Picture className="size-4" aria-hidden />
      </Button>
      <div id={details} hidden={collapsed} className="video-header-path">
        <Breadcrumb listing={listing} listingName={listingName} path={listingName ? [] : path} />
      </div>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <nav aria-label={m.video_neighbours()} className="video-header-nav">
        {collapsed ? (
          <Link to={listing} className="link max-sm:sr-only mr-2 text-sm">
            {m.back_to_listing()}
          </Link>
        ) : null}
        <NeighbourButton
          video={neighbours.previous}
          name={m.previous_video()}
          none={m.no_previous_video()}
          onOpen={onOpen}
        />
        <NeighbourButton
          video={neighbours.next}
          name={m.next_video()}
          none={m.no_next_video()}
          onOpen={onOpen}
          locked={neighbours.nextLocked}
          after
        />
      </nav>
    </header>
  )
}

type NeighbourButtonProps = {
  video: Video | undefined
  name: string
  none: string
  onOpen: (video: Video) => void
  /** The viewer may not watch it; the button says so. */
  locked?: boolean
  after?: boolean
}

/** Disabled at both ends, with the reason. It keeps the focus, so that repeated key presses are not lost. */
function NeighbourButton({ video, name, none, onOpen, locked = false, after = false }: NeighbourButtonProps) {
  const note = useId()
  return (
    <>
      <Button
        aria-disabled={video ? undefined : true}
        aria-describedby={video && !locked ? undefined : note}
        title={video && locked ? m.next_locked({ title: video.title }) : (video?.title ?? none)}
        onClick={() => video && onOpen(video)}
      >
        {after ? null : <ChevronLeft className="size-4" aria-hidden />}
        <span className="max-sm:sr-only">{name}</span>
        {locked ? <Lock className="size-3.5 text-muted" aria-hidden /> : null}
        {after ? <ChevronRight className="size-4" aria-hidden /> : null}
      </Button>
      {video && !locked ? null : (
        <span id={note} hidden>
          {video ? (
            <RichSentence sentence={m.next_locked} parts={{ title: <bdi>{video.title}</bdi> }} />
          ) : (
            none
          )}
        </span>
      )}
    </>
  )
}
