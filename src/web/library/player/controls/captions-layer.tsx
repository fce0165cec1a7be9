import { useEffect, useState } from 'react'
import { readCues } from '#web/library/player/film/cues.ts'
import './captions-layer.css'

export type CaptionsLayerProps = {
  track: TextTrack
  /** BCP 47, such as `de`. */
  language: string | undefined
  /** Called with true while this layer draws the captions, so that the browser does not. */
  onDrawn: (drawn: boolean) => void
}

/**
 * The current captions, drawn by the page: browsers let a site choose neither position nor size, and draw captions
 * below its controls. Line breaks of the file suit one width only, so they are dropped. Not a live region: the text is
 * spoken aloud.
 */
export default function CaptionsLayer({ track, language, onDrawn }: CaptionsLayerProps) {
  const lines = useSpoken(track)
  useEffect(() => {
    onDrawn(true)
    return () => onDrawn(false)
  }, [onDrawn])
  return (
    <div className="player-captions" lang={language}>
      {lines.map((line) => (
        <p key={line} dir="auto">
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}

/** Returns the current lines. `cuechange` fires for each, also after a seek in a paused film. */
function useSpoken(track: TextTrack): readonly string[] {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    const read = () => {
      const spoken = readCues({ cues: track.activeCues }).map(({ text }) => text)
      setLines([...new Set(spoken)])
    }
    read()
    track.addEventListener('cuechange', read)
    return () => track.removeEventListener('cuechange', read)
  }, [track])
  return lines
}
