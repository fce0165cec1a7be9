import { useEffect, useEffectEvent, useState } from 'react'
import type { ControlsProps } from './controls.tsx'

type Controls = typeof import('./controls.tsx').Controls

let loaded: Controls | undefined

/** The control bar, loaded once the film is on its way. */
export function LoadedControls({
  onFailed,
  ...props
}: ControlsProps & {
  /** The network does not deliver it. */
  onFailed: () => void
}) {
  const [Bar, setBar] = useState(() => loaded)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (loaded) return
    let current = true
    import('./controls.tsx').then(
      ({ Controls }) => {
        loaded = Controls
        if (current) setBar(() => Controls)
      },
      () => current && fail(),
    )
    return () => {
      current = false
    }
  }, [])
  return Bar ? <Bar {...props} /> : null
}
