import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Playback, Video } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import { EndScreen } from '#web/player/end-screen.tsx'
import type { Film } from '#web/player/film/use-film.ts'
import { Player } from '#web/player/player.tsx'
import { Transcript } from '#web/player/transcript.tsx'
import type { Neighbours } from './neighbours.ts'

const KeysDialog = lazy(() => import('#web/player/keys-dialog.tsx'))

type VideoFilmProps = {
  film: Film
  video: Pick<Video, 'title' | 'thumbnailUrl' | 'hasCaptions'>
  playback: Playback | undefined
  neighbours: Neighbours
  autoplay: boolean
  /** `play` if the viewer asked for it, or the countdown has run out. */
  onOpen: (video: Video, play: boolean) => void
  /** What was viewed lately, for the end of the film. */
  history: ReactNode
}

/** The film with its transcript, and what comes when it ends. */
export function VideoFilm({ film, video, playback, neighbours, autoplay, onOpen, history }: VideoFilmProps) {
  const [keysShown, setKeysShown] = useState(false)
  const { previous, next } = neighbours
  const { element, captions, ended } = film
  const open = (to: Video | undefined) => to && onOpen(to, element ? !element.paused : false)
  const showKeys = () => {
    // the list lies over the page, which is not there in full screen
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    setKeysShown(true)
  }
  return (
    <>
      <div className="watch-film">
        <Player
          film={film}
          title={video.title}
          poster={playback?.poster ?? video.thumbnailUrl}
          chapters={playback?.chapters ?? []}
          tracks={playback?.tracks ?? []}
          onNext={() => open(next)}
          onPrevious={() => open(previous)}
          onShowKeys={showKeys}
        >
          {ended ? (
            <EndScreen
              next={next}
              autoplay={autoplay}
              onReplay={() => replay(element)}
              onNext={() => next && onOpen(next, true)}
            >
              {history ? <History>{history}</History> : null}
            </EndScreen>
          ) : null}
        </Player>
      </div>
      {/* its place is kept from the start, so that nothing moves when it comes */}
      {video.hasCaptions || captions.available.length > 0 ? (
        <div className="watch-transcript">
          <Transcript cues={captions.cues} language={captions.chosen?.srclang} element={element} />
        </div>
      ) : null}
      {keysShown ? (
        <Suspense>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      ) : null}
    </>
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
