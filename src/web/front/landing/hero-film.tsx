import { useEffect, useRef, useState } from 'react'
import type { Playback, Video } from '#contract/library/library.ts'
import { heroSizes } from '#contract/library/poster.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { playerName } from '#web/library/videos/player-name.ts'
import { Poster } from '#web/library/videos/poster.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/**
 * A muted film that plays automatically, with captions. The poster stays for visitors who want less motion or fewer
 * bytes, and if the film is unavailable.
 */
export function HeroFilm({ video }: { video: Video }) {
  const { id, title } = video
  const film = useRef<HTMLVideoElement>(null)
  const playback = usePlaybackWhenIdle(id)
  const captions = playback && captionsOf(playback)
  const [said, setSaid] = useState('')
  const [state, setState] = useState<'waiting' | 'playing' | 'paused' | 'failed'>('waiting')
  const toggle = () => (state === 'playing' ? film.current?.pause() : film.current?.play())
  return (
    <div className="relative aspect-video overflow-hidden rounded-card border border-line bg-raised">
      <Poster video={video} sizes={heroSizes} first className="size-full object-cover" />
      {playback && state !== 'failed' ? (
        <video
          ref={film}
          src={playback.source.url}
          aria-label={m.landing_film({ title })}
          muted
          autoPlay
          loop
          playsInline
          className={`absolute inset-0 size-full object-cover ${state === 'waiting' ? 'opacity-0' : ''}`}
          onPlaying={() => setState('playing')}
          onPause={() => setState('paused')}
          onError={() => setState('failed')}
        >
          {captions ? (
            <track
              ref={followCues(setSaid)}
              kind="captions"
              src={captions.src}
              srcLang={captions.srclang}
              label={captions.label}
            />
          ) : null}
        </video>
      ) : null}
      {said && state !== 'waiting' ? <Caption key={said} text={said} language={captions?.srclang} /> : null}
      <div className="absolute inset-x-3 top-3 flex justify-end gap-2">
        {state === 'playing' || state === 'paused' ? (
          <button type="button" className={buttonClass()} onClick={toggle}>
            {state === 'playing' ? m.landing_film_pause() : m.landing_film_play()}
          </button>
        ) : null}
        <Link
          to={href('video', { id })}
          aria-label={`${m.landing_film_sound()}: ${title}`}
          className={buttonClass()}
        >
          {m.landing_film_sound()}
        </Link>
      </div>
    </div>
  )
}

function Caption({ text, language }: { text: string; language: string | undefined }) {
  return (
    <p
      lang={language}
      className="absolute inset-x-4 bottom-3 text-center text-sm leading-snug font-medium text-white sm:text-base"
    >
      <span className="rounded bg-black/75 box-decoration-clone px-2 py-1">{text}</span>
    </p>
  )
}

/** Returns the film's playback, requested once the page has loaded. */
function usePlaybackWhenIdle(id: string): Playback | undefined {
  const [playback, setPlayback] = useState<Playback>()
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return
    const leaving = new AbortController()
    const { signal } = leaving
    const open = async () => {
      const reply = await call(watchingCalls.video, { params: { id }, query: { player: playerName }, signal })
      if (!(reply instanceof CallProblem) && !signal.aborted) setPlayback(reply.body)
    }
    if (document.readyState === 'complete') open()
    else addEventListener('load', open, { once: true, signal })
    return () => leaving.abort()
  }, [id])
  return playback
}

/** Passes on the current caption. Browsers reposition captions after drawing them, which counts as a layout shift. */
function followCues(tell: (said: string) => void) {
  return (element: HTMLTrackElement | null) => {
    const track = element?.track
    if (!track) return
    track.mode = 'hidden'
    track.oncuechange = () => {
      const cues = [...(track.activeCues ?? [])] as VTTCue[]
      tell(cues.map((cue) => cue.getCueAsHTML().textContent).join(' '))
    }
  }
}

/** Returns the captions in the visitor's language, else in the film's. */
function captionsOf({ tracks }: Playback): Playback['tracks'][number] | undefined {
  const captions = tracks.filter(({ kind }) => kind === 'captions')
  return captions.find(({ srclang }) => srclang === getLocale()) ?? captions.find((track) => track.default)
}

/** Whether the visitor has turned on data saving. */
function savesData(): boolean {
  return (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
