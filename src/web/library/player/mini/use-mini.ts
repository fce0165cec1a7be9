import { useEffect, useRef, useState } from 'react'
import { landscapePhone } from '#web/library/player/film/landscape-phone.ts'
import { type Mini, nextMini, notMini } from './next-mini.ts'

/** Share of the film that must be visible below the toolbar; less cannot be watched. */
const least = 0.2
const toolbarPx = 56

/**
 * Whether the film is small. The element stays in its place in the document, so that nothing is reloaded: CSS takes its
 * frame out of the page, and the box around it keeps its height.
 */
export function useMini(element: HTMLVideoElement): { shown: boolean; close: () => void } {
  const [shown, setShown] = useState(false)
  const closing = useRef<() => void>(undefined)
  useEffect(() => {
    const frame = element.closest<HTMLElement>('.player')
    const box = frame?.parentElement
    if (!frame || !box || typeof IntersectionObserver === 'undefined') return
    const phone = landscapePhone()
    let mini: Mini = notMini
    let outOfSight = false
    const look = (event?: 'play' | 'close') => {
      const around = {
        outOfSight,
        playing: !element.paused,
        ended: element.ended,
        elsewhere:
          phone.matches ||
          document.fullscreenElement === frame ||
          document.pictureInPictureElement === element,
      }
      const next = nextMini(mini, around, event)
      if (next.shown !== mini.shown) change(frame, box, next.shown)
      mini = next
      setShown(mini.shown)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        outOfSight = entry.intersectionRatio < least && entry.boundingClientRect.top < 0
        look()
      },
      { rootMargin: `-${toolbarPx}px 0px 0px`, threshold: least },
    )
    observer.observe(box)
    closing.current = () => look('close')

    const end = new AbortController()
    const { signal } = end
    element.addEventListener('play', () => look('play'), { signal })
    for (const name of ['pause', 'ended', 'enterpictureinpicture', 'leavepictureinpicture'])
      element.addEventListener(name, () => look(), { signal })
    document.addEventListener('fullscreenchange', () => look(), { signal })
    phone.addEventListener('change', () => look(), { signal })
    return () => {
      end.abort()
      observer.disconnect()
      if (mini.shown) change(frame, box, false)
    }
  }, [element])
  return { shown, close: () => closing.current?.() }
}

function change(frame: HTMLElement, box: HTMLElement, shown: boolean): void {
  // the focused element is about to be removed: the player's keys keep working
  if (frame.contains(document.activeElement)) frame.focus({ preventScroll: true })
  if (shown) {
    // captions below the picture belong to its place
    const { width, height } = frame.getBoundingClientRect()
    box.style.setProperty('--below-film', `${Math.max(0, height - (width * 9) / 16)}px`)
  }
  frame.toggleAttribute('data-mini', shown)
}
