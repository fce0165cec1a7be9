import { useEffect, useEffectEvent } from 'react'
import { actionOf, type KeyPlace, type PlayerAction } from '#web/library/player/film/keys.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { isField } from '#web/platform/site/typing.ts'

/** How long keys do not act on the film after typing, in milliseconds. */
const writingMs = 1000

/** Listens to keys on the whole page and passes on those for the player. */
export function usePlayerKeys(frame: HTMLElement | null, onAction: (action: PlayerAction) => void): void {
  const letterKeys = useLocalState((state) => state.letterKeys)
  const act = useEffectEvent(onAction)

  useEffect(() => {
    if (!frame) return
    let wroteAt = Number.NEGATIVE_INFINITY
    // a field may disappear with its film while the user is typing: further letters are still meant for it
    const isWriting = (event: KeyboardEvent) => {
      const now = Date.now()
      const isSoon = now - wroteAt < writingMs
      if (isField(event.target) || (isSoon && event.key.length === 1)) wroteAt = now
      return isSoon
    }
    const press = (event: KeyboardEvent) => {
      if (isWriting(event) || event.defaultPrevented) return
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
    inField: isField(element) || element.closest('dialog, [role="dialog"]') !== null,
    onButton: element.closest('button, a, summary, [role="button"], [type="checkbox"]') !== null,
    onSlider: element.closest('[role="slider"], [role="menu"], [role="tablist"]') !== null,
  }
}
