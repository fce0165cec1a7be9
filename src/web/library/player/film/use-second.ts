import { useEffect, useState } from 'react'
import { listen } from './listen.ts'

/**
 * Returns the current whole second of a film; 0 without one.
 * @param shown the media element while its source is the film's
 */
export function useSecond(shown: HTMLVideoElement | null): number {
  const [second, setSecond] = useState(0)
  useEffect(() => {
    if (!shown) return
    const read = () => setSecond(Math.floor(shown.currentTime))
    read()
    return listen(shown, { timeupdate: read, seeking: read, emptied: read })
  }, [shown])
  return shown ? second : 0
}
