import { useEffect } from 'react'
import { useLocalState } from '#web/site/store.ts'
import { withinSpeeds } from './speeds.ts'

/**
 * Speed and volume, as this browser remembers them: applied to each new film, and remembered when they change, whoever
 * changed them (product.md section 4, Playback).
 */
export function useRememberedSettings(element: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!element) return
    const { speed, volume, muted, set } = useLocalState.getState()
    const apply = (rate: number) => {
      // loading a film sets the rate back to the default one
      element.defaultPlaybackRate = rate
      if (element.playbackRate !== rate) element.playbackRate = rate
    }
    apply(withinSpeeds(speed))
    element.volume = Math.min(1, Math.max(0, volume))
    element.muted = muted

    const rememberSpeed = () => {
      const rate = withinSpeeds(element.playbackRate)
      element.defaultPlaybackRate = rate
      set({ speed: rate })
    }
    const rememberVolume = () => set({ volume: element.volume, muted: element.muted })
    element.addEventListener('ratechange', rememberSpeed)
    element.addEventListener('volumechange', rememberVolume)
    // "reset" on the profile, or another tab
    const stop = useLocalState.subscribe((now, before) => {
      if (now.speed !== before.speed) apply(withinSpeeds(now.speed))
    })
    return () => {
      stop()
      element.removeEventListener('ratechange', rememberSpeed)
      element.removeEventListener('volumechange', rememberVolume)
    }
  }, [element])
}
