import { useEffect, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { listen } from '#web/library/player/film/listen.ts'
import { isStarved } from '#web/library/player/film/starved.ts'

/** Shown while a film should play and cannot: it is loading, or the browser is offline. */
export function Waiting({ element }: { element: HTMLVideoElement }) {
  const trouble = useTrouble(element)
  return (
    <p role="status" className={trouble === 'offline' ? 'player-hint' : 'sr-only'} data-shown>
      {trouble === 'offline' ? m.player_offline() : trouble ? m.player_waiting() : null}
    </p>
  )
}

type Trouble = 'waiting' | 'offline' | undefined

/** How long loading is not announced, in milliseconds: a seek needs no message. */
const silenceMs = 1000

const events = 'waiting stalled playing canplay seeked loadstart error play pause ended'

function useTrouble(element: HTMLVideoElement): Trouble {
  const [trouble, setTrouble] = useState<Trouble>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const now = troubleOf(element)
      if (now === 'waiting') timer = setTimeout(setTrouble, silenceMs, now)
      setTrouble((before) => (now === 'waiting' && before !== now ? undefined : now))
    }
    look()
    const stop = listen(element, { [events]: look })
    const stopNetwork = listen(window, { 'online offline': look })
    return () => {
      stop()
      stopNetwork()
      clearTimeout(timer)
    }
  }, [element])
  return trouble
}

function troubleOf(element: HTMLVideoElement): Trouble {
  if (!isStarved(element)) return undefined
  if (!navigator.onLine) return 'offline'
  // a failed film is requested again, or the player reports the failure
  return element.error ? undefined : 'waiting'
}
