import { PlayButton } from '@videojs/react'
import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#messages/generated/messages.js'

/** The large button over a film that has not begun. */
export function StartButton({ element }: { element: HTMLVideoElement }) {
  const waiting = useWaiting(element)
  if (!waiting) return null
  return (
    <PlayButton
      label={m.player_play()}
      className="player-start"
      render={(props) => (
        <button {...props}>
          <Play aria-hidden />
        </button>
      )}
    />
  )
}

/** Not the store's `started`: that calls a film begun which resumes in its middle. */
function useWaiting(element: HTMLVideoElement): boolean {
  const [waiting, setWaiting] = useState(element.paused && element.currentSrc !== '')
  useEffect(() => {
    const load = () => setWaiting(element.paused)
    const play = () => setWaiting(false)
    element.addEventListener('loadstart', load)
    element.addEventListener('play', play)
    return () => {
      element.removeEventListener('loadstart', load)
      element.removeEventListener('play', play)
    }
  }, [element])
  return waiting
}
