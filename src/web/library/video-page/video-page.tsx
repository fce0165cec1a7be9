import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { noteBegun } from '#web/identity/accounts/begun-as-visitor.ts'
import { noteOpener } from '#web/library/comments/asked-comments.ts'
import { noticeBegunFilm } from '#web/library/player/film/begun-film.ts'
import { listen } from '#web/library/player/film/listen.ts'
import { askedPosition, startPosition } from '#web/library/player/film/start-position.ts'
import { type Film, useFilm } from '#web/library/player/film/use-film.ts'
import { type Library, useLibrary } from '#web/library/videos/library.ts'
import { type ReturnPath, returnPathIn } from '#web/library/videos/return-path.ts'
import { type LibraryViewer, useViewer } from '#web/library/videos/viewing.ts'
import { useKeepPosition, useMarkViewed } from '#web/library/videos/viewing-changes.ts'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { needsDocument } from '#web/platform/site/foreign-script.ts'
import { useLocation, useNavigate, useParams, useSearchParams } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { copyMoment } from './copy-moment.ts'
import { LockedVideo } from './locked-video.tsx'
import { useNeighbours } from './neighbours.ts'
import {
  beginPlayback,
  foreseenLock,
  type OpenedPlayback,
  readVisitorsPlayback,
  usePlayback,
} from './playback.ts'
import { SeriesBeside } from './series-beside.tsx'
import { BesideFilm, VideoFilm } from './video-film.tsx'
import { VideoHeader } from './video-header.tsx'
import { VideoTabs } from './video-info.tsx'
import { VideoSkeleton, VideoUnavailable } from './video-skeleton.tsx'
import { watchedSeries } from './watched-series.ts'
import './video-page.css'

// only signed-in users have a history
const HistoryList = lazy(() => import('./history-list.tsx'))

export const prepare = async () => {
  noteOpener()
  noticeBegunFilm()
  beginPlayback()
}

export const firstReads = readVisitorsPlayback

/** A video's page (product.md section 2). Page and film element stay mounted from one video to the next. */
export function Component() {
  const { id = '' } = useParams()
  const { library, failed: libraryFailed } = useLibrary()
  const viewer = useViewer()
  const { serviceMode } = useConfig()
  const listed = library?.byId.get(id)
  const opened = usePlayback(id, {
    foreseen: foreseenLock(listed, useSession(), serviceMode),
    wait: !(viewer.mayWatch || library || libraryFailed),
  })
  const video = opened.playback?.video ?? listed
  useFormerId(id, opened.playback?.video.id)
  if (opened.unknown) return <Unlisted />
  if (!video) {
    // published so recently that the listing lacks it: the playback's reply describes it
    if (opened.pending || !(library || libraryFailed)) return <VideoSkeleton />
    return library ? <Unlisted /> : <VideoUnavailable onRetry={() => location.reload()} />
  }
  return <VideoPage {...{ video, library, viewer, opened }} />
}

/** Replaces the URL of a renamed video with its current one. */
function useFormerId(id: string, presentId: string | undefined): void {
  const navigate = useNavigate()
  const { search, hash, state } = useLocation()
  useEffect(() => {
    if (presentId === undefined || presentId === id) return
    navigate({ pathname: href('video', { id: presentId }), search, hash }, { replace: true, state })
  }, [id, presentId, search, hash, state, navigate])
}

/** A link within the site led to an unknown video: the server knows whether it moved, so the document is loaded. */
function Unlisted() {
  const { arrival } = useLocation()
  useEffect(() => {
    if (arrival !== 'pop') loadOwnDocument()
  }, [arrival])
  return arrival === 'pop' ? <NotFound /> : <VideoSkeleton />
}

type PageProps = { video: Video; library: Library | undefined; viewer: LibraryViewer; opened: OpenedPlayback }

function VideoPage({ video, library, viewer, opened }: PageProps) {
  usePageTitle(video.title)
  const { locked } = opened
  const wish = useWish(video.id, viewer)
  const { listing } = wish
  const neighbours = useNeighbours(library, viewer, video.id, listing)
  const theatre = useLocalState((local) => local.theatre)
  const film = useVideoFilm(video, viewer, opened, wish)
  const signedOutAt = useSignedOut(film, viewer)
  useLoadFailure(opened.failed, wish.isThis)

  const { shown } = film
  const open = (to: Video, playing = !locked && (shown ? !shown.paused : wish.play)) => wish.open(to, playing)
  const history =
    library && viewer.session ? (
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <HistoryList library={library} viewer={viewer} listing={listing} />
      </Suspense>
    ) : null
  const { series, listingName } = seriesOf(library, viewer, video.id, listing)
  return (
    <article className="watch" data-theatre={theatre || undefined}>
      <VideoHeader
        title={video.title}
        path={library?.tree.pathTo(video.categoryId) ?? []}
        listing={listing}
        listingName={listingName}
        neighbours={neighbours}
        onOpen={open}
      />
      <div className="watch-stage">
        {locked ? (
          <>
            <div className="watch-film">
              <LockedVideo {...{ video, viewer, signedOutAt }} reason={locked} reopen={opened.reopen} />
            </div>
            <BesideFilm series={series} />
          </>
        ) : (
          <VideoFilm
            film={opened.failed ? { ...film, failed: true, retry: opened.reopen } : film}
            playback={opened.playback}
            onOpen={open}
            autoplay={wish.autoplay}
            momentAsked={wish.momentAsked}
            {...{ video, neighbours, series, history }}
          />
        )}
      </div>
      <div className="watch-below">
        <VideoTabs
          {...{ video, library, viewer }}
          onCopyLink={locked ? undefined : () => copyMoment(video.id, shown?.currentTime ?? 0)}
        />
        {history ? <HistorySection>{history}</HistorySection> : null}
      </div>
    </article>
  )
}

/**
 * Whether to play a video, and from which second: as chosen on the previous page (`isThis`: for this video), by the URL
 * or by the viewer's settings.
 */
function useWish(videoId: string, viewer: LibraryViewer) {
  const { state, hash } = useLocation()
  const listing = returnPathIn(state)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const asked = askedPosition(search.get('t'))
  // the previous document was playing this film, or asked for it
  const goesOn = search.has('autoplay')
  const [wish, setWish] = useState(() => (goesOn ? { videoId, play: true, at: asked } : undefined))
  const autoplay = useLocalState((local) => local.autoplay) && viewer.session !== undefined
  const isThis = wish?.videoId === videoId
  const open = (to: Video, play: boolean) => {
    setWish({ videoId: to.id, play, at: undefined })
    const path = href('video', { id: to.id })
    // the wish is lost if a document is loaded
    const how = play && needsDocument(path) ? '?autoplay' : ''
    navigate(path + how, { state: { listing } satisfies ReturnPath })
  }
  useEffect(() => {
    if (!goesOn) return
    // reloads, bookmarks and copied URLs do not have it
    const left = new URLSearchParams(search)
    for (const name of ['autoplay', 't']) left.delete(name)
    navigate({ search: String(left), hash }, { replace: true, state })
  }, [goesOn, search, hash, state, navigate])
  return {
    listing,
    isThis,
    autoplay,
    play: autoplay || (isThis && wish.play),
    asked: asked ?? (isThis ? wish.at : undefined),
    momentAsked: asked !== undefined && !goesOn,
    open,
  }
}

/** The series beside a film that it teaches, and the name of the listing if the viewer came from this series. */
function seriesOf(library: Library | undefined, viewer: LibraryViewer, videoId: string, listing: string) {
  const taught = library && watchedSeries(library, videoId, listing)?.series
  if (!taught) return { series: null, listingName: undefined }
  return {
    series: <SeriesBeside series={taught} currentId={videoId} {...{ library, viewer }} />,
    listingName: listing === href('series', { urlKey: taught.urlKey }) ? taught.title : undefined,
  }
}

function HistorySection({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="history" className="watch-history">
      <h2 id="history" className="pb-3 text-[0.9375rem] tracking-normal">
        {m.history()}
      </h2>
      {children}
    </section>
  )
}

// only visitors need it; `view` is first, so that it is stored when the visitor leaves
const noteAsVisitor: typeof noteBegun = (...begun) => {
  import('#web/identity/accounts/begun-as-visitor.ts')
    .then((module) => module.noteBegun(...begun))
    .catch(() => undefined)
}

/** Runs the film of a video: starts at the URL's or the viewer's position, and reports viewing. */
function useVideoFilm(
  video: Video,
  viewer: LibraryViewer,
  { playback, reopen }: OpenedPlayback,
  { asked, play }: { asked: number | undefined; play: boolean },
): Film {
  const markViewed = useMarkViewed()
  const keepPosition = useKeepPosition()
  const signedIn = viewer.session !== undefined
  const film = useFilm({
    videoId: video.id,
    playback,
    startSeconds: startPosition(asked, playback?.positionSeconds ?? 0, video.durationSeconds),
    play,
    onViewed: (videoId) => {
      if (signedIn) markViewed(videoId)
      else noteAsVisitor(videoId, { seen: true })
    },
    onPosition: (videoId, watched, leaving) => {
      if (!signedIn) noteAsVisitor(videoId, { positionSeconds: watched.positionSeconds })
      keepPosition(videoId, watched, leaving)
    },
    reopen,
  })
  // another position in a film that is open already
  const { shown } = film
  useEffect(() => {
    if (shown && asked !== undefined && shown.readyState > 0) shown.currentTime = asked
  }, [shown, asked])
  return film
}

/**
 * Returns the film's second at which the viewer's session ended while this page was open; undefined for a signed-in
 * viewer, and for one who never was.
 */
function useSignedOut({ videoId, shown }: Film, { session }: LibraryViewer): number | undefined {
  const isMember = session !== undefined
  const [wasMember, setWasMember] = useState(isMember)
  if (isMember && !wasMember) setWasMember(true)
  const [left, setLeft] = useState({ videoId, seconds: 0 })
  useLayoutEffect(() => {
    if (!shown || !isMember) return
    let seconds = shown.currentTime
    const read = () => {
      seconds = shown.currentTime
    }
    const stop = listen(shown, { timeupdate: read, seeked: read })
    return () => {
      stop()
      setLeft({ videoId, seconds })
    }
  }, [shown, videoId, isMember])
  if (isMember || !wasMember) return undefined
  return left.videoId === videoId ? left.seconds : 0
}

function useLoadFailure(failed: boolean, isNext: boolean): void {
  useEffect(() => {
    if (failed) notify(isNext ? m.next_load_failure() : m.video_load_failure(), 'error')
  }, [failed, isNext])
}
