import { Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { listen } from '#web/library/player/film/listen.ts'
import { useMini } from './use-mini.ts'
import './mini-player.css'

type MiniPlayerProps = { element: HTMLVideoElement; title: string }

/**
 * The controls of the small player while the page is scrolled: back to the film, pause, and close. Inside the player's
 * frame.
 */
export default function MiniPlayer({ element, title }: MiniPlayerProps) {
  const { shown, close } = useMini(element)
  const paused = usePaused(element)
  if (!shown) return null
  const leave = () => {
    // a closed player must be silent: its controls are out of view
    element.pause()
    close()
  }
  return (
    <div className="mini">
      <button
        type="button"
        className="mini-back"
        aria-label={m.mini_back({ title })}
        onClick={() => element.closest('.player')?.parentElement?.scrollIntoView()}
      >
        <bdi aria-hidden>{title}</bdi>
      </button>
      <button
        type="button"
        className="mini-button"
        aria-label={paused ? m.player_play() : m.player_pause()}
        onClick={() => (paused ? element.play().catch(() => undefined) : element.pause())}
      >
        {paused ? (
          <Play className="fill-current" aria-hidden />
        ) : (
          <Pause className="fill-current" aria-hidden />
        )}
      </button>
      <button type="button" className="mini-button" aria-label={m.mini_close()} onClick={leave}>
        <X aria-hidden />
      </button>
    </div>
  )
}

function usePaused(element: HTMLVideoElement): boolean {
  const [paused, setPaused] = useState(element.paused)
  useEffect(() => {
    const read = () => setPaused(element.paused)
    return listen(element, { play: read, pause: read })
  }, [element])
  return paused
}
