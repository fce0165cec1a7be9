import { useEffect, useState } from 'react'
import { readCues } from '#web/library/player/film/cues.ts'
import './captions-layer.css'

export type CaptionsLayerProps = {
  track: TextTrack
  /** BCP 47, such as `de`. */
  language: string | undefined
  /** Told true while this layer draws them, so that the browser does not. */
  onDrawn: (drawn: boolean) => void
}

/**
 * What is being said, drawn by the page: browsers let a site choose neither place nor size, and draw captions below its
 * controls. Line breaks of the file are for one width only, so they are not kept. Not a live region: it is said aloud.
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

/** The current lines; `cuechange` fires for each, also after a seek in a paused film. */
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
