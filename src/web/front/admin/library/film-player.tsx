import { type RefObject, useEffect } from 'react'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { webVttCues } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'

/** The film with the captions of the form, as they are typed; the first language is shown. */
export function FilmPlayer({
  video: { filmUrl },
  poster,
  captions,
  ref,
}: {
  video: Pick<DeskVideo, 'filmUrl'>
  /** Its address; empty without one. */
  poster: string
  captions: readonly { readonly srclang: string; readonly text: string }[]
  ref: RefObject<HTMLVideoElement | null>
}) {
  const [shown] = captions
  useEffect(() => {
    const player = ref.current
    if (!player || filmUrl === null || !shown) return
    const known = [...player.textTracks].find(({ language }) => language === shown.srclang)
    const track = known ?? player.addTextTrack('captions', shown.srclang, shown.srclang)
    const cues = webVttCues(shown.text).map(
      ({ startSeconds, endSeconds, text }) => new VTTCue(startSeconds, endSeconds, text),
    )
    for (const cue of cues) track.addCue(cue)
    track.mode = 'showing'
    return () => {
      for (const cue of cues) track.removeCue(cue)
    }
  }, [ref, filmUrl, shown])
  if (filmUrl === null) return <div className="library-no-film">{m.library_film_none()}</div>
  return (
    <video
      ref={ref}
      controls
      preload="metadata"
      className="library-player"
      src={filmUrl}
      {...(poster !== '' && { poster })}
    />
  )
}
