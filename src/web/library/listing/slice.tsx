import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

type Remembered = { readonly height: number | undefined; readonly near: boolean }

/** By listing and block. Going back restores the page's height from it before scrolling. */
const memory = new Map<string, Remembered>()
const memorySize = 2000

/**
 * Renders its children once they are scrolled near; until then it reserves their space. 10,000 cards thus open like
 * 1,000, with an accurate scroll bar. The browser skips painting off-screen content.
 */
export function Slice({
  name,
  estimatedHeight,
  first,
  holdsSlices = false,
  children,
}: {
  /** Identifies the same part of the same listing. */
  name: string
  estimatedHeight: number
  /** Rendered at once. */
  first: boolean
  /** Its children are slices, which the browser must lay out to detect that one is near. */
  holdsSlices?: boolean
  children: () => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const remembered = memory.get(name)
  const [drawn, setDrawn] = useState(first || remembered?.near || typeof IntersectionObserver === 'undefined')
  const near = useRef(drawn)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const stop = watch(element, (isNear) => {
      near.current = isNear
      if (isNear) setDrawn(true)
    })
    return () => {
      stop()
      // not measured here: the browser would lay out the page for each slice that unmounts
      const height = heights.get(element)
      if (near.current || height !== undefined) remember(name, { height, near: near.current })
    }
  }, [name])

  useLayoutEffect(() => {
    const element = box.current
    return element && drawn && !holdsSlices ? measure(element) : undefined
  }, [drawn, holdsSlices])

  const height = `${Math.round(remembered?.height ?? estimatedHeight)}px`
  if (drawn && holdsSlices) return <div ref={box}>{children()}</div>
  return (
    <div
      ref={box}
      className={drawn ? 'slice' : undefined}
      style={drawn ? { containIntrinsicBlockSize: `auto ${height}` } : { blockSize: height }}
    >
      {drawn ? children() : null}
    </div>
  )
}

function remember(name: string, slice: Remembered): void {
  memory.delete(name)
  memory.set(name, slice)
  const oldest = memory.keys().next()
  if (memory.size > memorySize && !oldest.done) memory.delete(oldest.value)
}

const watched = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One observer for all slices. It reports elements within one and a half screens. */
function watch(element: Element, notify: (isNear: boolean) => void): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined
  const one = observer ?? new IntersectionObserver(notifyAll, { rootMargin: '150% 0px' })
  observer = one
  watched.set(element, notify)
  one.observe(element)
  return () => {
    watched.delete(element)
    one.unobserve(element)
  }
}

function notifyAll(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
}

/** Heights of rendered slices, measured by the browser after layout. */
const heights = new WeakMap<Element, number>()
let measurer: ResizeObserver | undefined

function measure(element: Element): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const one = measurer ?? new ResizeObserver(keepHeights)
  measurer = one
  one.observe(element)
  return () => one.unobserve(element)
}

function keepHeights(entries: ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) heights.set(target, contentRect.height)
}
