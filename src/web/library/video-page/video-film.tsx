import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Chapter, Playback, Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import type { Film } from '#web/library/player/film/use-film.ts'
import { Player } from '#web/library/player/player.tsx'
import { filmPoster } from '#web/library/videos/poster.tsx'
import { useConfig, useSession, useSwitched } from '#web/platform/site/site.ts'
import { Tabs } from '#web/platform/ui/tabs.tsx'
import type { Neighbours } from './neighbours.ts'
import '#web/library/player/transcript.css'

const loadEndScreen = () => import('#web/library/player/end-screen.tsx')
// if it cannot be loaded, the control bar offers to replay
const EndScreen = lazyOr(Nothing, loadEndScreen)
// if one of these cannot be loaded, captions and film still work
const Transcript = lazyOr(NotLoaded, () => import('#web/library/player/transcript.tsx'))
const Bookmarks = lazyOr(NotLoaded, () => import('./bookmarks.tsx'))
const VideoCode = lazyOr(NotLoaded, () => import('./video-code.tsx'))
const ChapterList = lazyOr(NotLoaded, () => import('./chapter-list.tsx'))
// if it cannot be loaded, the film plays on out of sight
const MiniPlayer = lazyOr(Nothing, () => import('#web/library/player/mini/mini-player.tsx'))
const KeysDialog = lazy(() => import('#web/library/player/keys-dialog.tsx'))

type VideoFilmProps = {
  film: Film
  video: Pick<Video, 'id' | 'title' | 'thumbnailUrl' | 'thumbnailWidths' | 'hasCaptions' | 'codeFiles'>
  playback: Playback | undefined
  neighbours: Neighbours
  series: ReactNode
  autoplay: boolean
  /** The URL has a position in the film. */
  momentAsked: boolean
  /** `play`: the viewer asked for it, or the countdown ended. Default: play if the previous film was playing. */
  onOpen: (video: Video, play?: boolean) => void
  /** Recently viewed videos, for the end screen. */
  history: ReactNode
}

/** The film with transcript and end screen. */
export function VideoFilm(props: VideoFilmProps) {
  const { film, video, playback, onOpen, history } = props
  const [keysShown, setKeysShown] = useState(false)
  const { previous, next, nextLocked, nextFree } = props.neighbours
  const trialPath = useTrialPath(next)
  const begun = useBegun(film.element)
  const chapters = (film.shown && playback?.chapters) ?? none
  const hasCaptions = video.hasCaptions || film.captions.available.length > 0
  const showKeys = () => {
    // the list covers the page, which is hidden in full screen
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    setKeysShown(true)
  }
  return (
    <>
      <div className="watch-film">
        <Player
          film={film}
          title={video.title}
          poster={filmPoster(video) ?? playback?.poster}
          chapters={chapters}
          storyboard={playback?.storyboard}
          tracks={playback?.tracks ?? []}
          onNext={() => next && onOpen(next)}
          onPrevious={() => previous && onOpen(previous)}
          onShowKeys={showKeys}
          hasCaptions={hasCaptions}
        >
          {film.ended ? (
            <Suspense>
              <EndScreen
                {...{ next, nextLocked, nextFree }}
                autoplay={props.autoplay}
                trialPath={nextLocked || nextFree ? trialPath : undefined}
                onNextFree={() => nextFree && onOpen(nextFree, true)}
                onReplay={() => replay(film.element)}
                onNext={() => next && onOpen(next, !nextLocked)}
              >
                {history ? <History>{history}</History> : null}
              </EndScreen>
            </Suspense>
          ) : null}
          {begun && film.element ? (
            <Suspense>
              <MiniPlayer element={film.element} title={video.title} />
            </Suspense>
          ) : null}
        </Player>
      </div>
      <FilmTabs {...{ chapters, hasCaptions }} {...props} />
      {keysShown ? (
        <Suspense>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Whether the film has begun to play. Loads the end screen then. */
function useBegun(element: HTMLVideoElement | null): boolean {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const load = () => {
      loadEndScreen().catch(() => undefined)
      setBegun(true)
    }
    element?.addEventListener('playing', load, { once: true })
    return () => element?.removeEventListener('playing', load)
  }, [element])
  return begun
}

type FilmTabsProps = VideoFilmProps & { chapters: readonly Chapter[]; hasCaptions: boolean }

/** Series, transcript or chapters, code and bookmarks of the film. */
function FilmTabs({ film, video, playback, chapters, hasCaptions, series, momentAsked }: FilmTabsProps) {
  const signedIn = useSession()?.authenticated === true
  // personal notes are hidden from an admin switched into the account
  const mayNote = !useSwitched() && signedIn
  const { id, title } = video
  const { shown, captions } = film
  // space is reserved from the start, so that nothing moves
  return (
    <BesideFilm
      series={series}
      transcriptFirst={momentAsked}
      transcript={
        hasCaptions && (
          <Transcript
            title={title}
            track={captions.track}
            chapters={playback?.chapters ?? none}
            language={captions.chosen?.srclang}
            element={shown}
          />
        )
      }
      chapters={!hasCaptions && chapters.length > 0 && <ChapterList chapters={chapters} element={shown} />}
      code={video.codeFiles && <VideoCode key={id} videoId={id} title={title} />}
      bookmarks={mayNote && <Bookmarks key={id} videoId={id} element={shown} />}
    />
  )
}

const none: readonly Chapter[] = []

/** Loads a component when it is first shown; `Substitute` takes its place if it cannot be loaded. */
function lazyOr<Props>(
  Substitute: () => ReactNode,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  return lazy<ComponentType<Props>>(() => load().catch(() => ({ default: Substitute })))
}

function Nothing() {
  return null
}

function NotLoaded() {
  return (
    <section className="transcript">
      <p role="alert" className="p-4 text-sm">
        {m.beside_failure()}
      </p>
    </section>
  )
}

/** Returns the path of the trial's registration, with the next film to return to. */
function useTrialPath(next: Video | undefined): string | undefined {
  const { serviceMode, trialDays } = useConfig()
  const session = useSession()
  if (!sells(serviceMode) || trialDays === 0 || session?.authenticated) return undefined
  return href('register', {}, { next: next && href('video', { id: next.id }) })
}

/** Series, transcript or chapters, code and bookmarks, in tabs if there are several. */
export function BesideFilm({
  series,
  transcript,
  chapters,
  code,
  bookmarks,
  transcriptFirst = false,
}: {
  series: ReactNode
  transcript?: ReactNode
  chapters?: ReactNode
  code?: ReactNode
  bookmarks?: ReactNode
  /** The page was opened for its transcript. */
  transcriptFirst?: boolean
}) {
  const tabs = [
    { value: 'series', label: m.tab_series(), content: series },
    { value: 'transcript', label: m.transcript(), content: transcript },
    { value: 'chapters', label: m.player_chapters(), content: chapters },
    { value: 'code', label: m.code(), content: code },
    { value: 'bookmarks', label: m.bookmarks(), content: bookmarks },
  ].flatMap(({ content, ...tab }) =>
    content
      ? [{ ...tab, content: <Suspense fallback={<section className="transcript" />}>{content}</Suspense> }]
      : [],
  )
  if (tabs.length === 0) return null
  return (
    <div className="watch-transcript">
      {tabs.length > 1 ? (
        <Tabs
          label={m.beside_film()}
          tabs={tabs}
          initial={transcriptFirst && transcript ? 'transcript' : undefined}
          className="watch-beside"
          panelClass=""
        />
      ) : (
        tabs[0]?.content
      )}
    </div>
  )
}

function History({ children }: { children: ReactNode }) {
  return (
    <>
      <h2 className="pb-2 text-sm tracking-normal">{m.history()}</h2>
      {children}
    </>
  )
}

function replay(element: HTMLVideoElement | null): void {
  if (!element) return
  element.currentTime = 0
  element.play().catch(() => undefined)
  element.focus()
}
