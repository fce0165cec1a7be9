import { useEffect, useState } from 'react'

type ControlsModule = typeof import('./controls.tsx')

let loaded: ControlsModule | undefined

/** The control bar, loaded once the film is on its way; `failed` where the network does not give it. */
export function useControls(): ControlsModule | 'failed' | undefined {
  const [module, setModule] = useState<ControlsModule | 'failed' | undefined>(loaded)
  useEffect(() => {
    if (loaded) return
    let current = true
    import('./controls.tsx').then(
      (controls) => {
        loaded = controls
        if (current) setModule(controls)
      },
      () => current && setModule('failed'),
    )
    return () => {
      current = false
    }
  }, [])
  return module
}
