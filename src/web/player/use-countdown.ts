import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down in seconds and then acts, unless it is cancelled first. */
export function useCountdown(
  seconds: number,
  running: boolean,
  onDone: () => void,
): { secondsLeft: number | undefined; cancel: () => void } {
  const [left, setLeft] = useState(seconds)
  const [cancelled, setCancelled] = useState(false)
  const counting = running && !cancelled
  const done = useEffectEvent(onDone)

  useEffect(() => {
    if (!counting) return
    if (left === 0) {
      done()
      return
    }
    const timer = setTimeout(setLeft, 1000, left - 1)
    return () => clearTimeout(timer)
  }, [counting, left])

  return { secondsLeft: counting ? left : undefined, cancel: () => setCancelled(true) }
}
