import { type RefObject, useEffect } from 'react'
import { webVttCues } from '#domain/catalogue/web-vtt.ts'

type FilmPlayerProps = {
  filmUrl: string
  /** Its address; empty without one. */
  poster: string
  captions: readonly { readonly srclang: string; readonly text: string }[]
  ref: RefObject<HTMLVideoElement | null>
}

/** The film with the captions of the form, as they are typed; the first language is shown. */
export function FilmPlayer({ filmUrl, poster, captions, ref }: FilmPlayerProps) {
  const [shown] = captions
  useEffect(() => {
    const player = ref.current
    if (!player || !shown) return
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
  }, [ref, shown])
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
