import { useEffect, useEffectEvent } from 'react'
import { actionOf, type KeyPlace, type PlayerAction } from '#web/player/film/keys.ts'
import { useLocalState } from '#web/site/store.ts'

/** Hears keys on the whole page and passes on those that are meant for the player. */
export function usePlayerKeys(frame: HTMLElement | null, onAction: (action: PlayerAction) => void): void {
  const letterKeys = useLocalState((state) => state.letterKeys)
  const act = useEffectEvent(onAction)

  useEffect(() => {
    if (!frame) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = actionOf(event, { ...placeOf(event.target, frame), letterKeys })
      if (!action) return
      event.preventDefault()
      act(action)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [frame, letterKeys])
}

function placeOf(target: EventTarget | null, frame: HTMLElement): Omit<KeyPlace, 'letterKeys'> {
  const element = target instanceof Element ? target : document.body
  return {
    inPlayer: frame.contains(element) || document.fullscreenElement === frame,
    inField:
      element.closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [role="dialog"]',
      ) !== null,
    onButton: element.closest('button, a, summary, [role="button"], [type="checkbox"]') !== null,
    onSlider: element.closest('[role="slider"], [role="menu"], [role="tablist"]') !== null,
  }
}
