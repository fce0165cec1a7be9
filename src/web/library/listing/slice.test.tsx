import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '#support/screen.tsx'
import { Slice } from './slice.tsx'

/** Reports what is scrolled near; jsdom has no layout. */
let tell: (element: Element, near: boolean) => void = () => undefined
class FakeObserver {
  constructor(told: IntersectionObserverCallback) {
    tell = (target, isIntersecting) =>
      act(() => told([{ target, isIntersecting } as IntersectionObserverEntry], this as never))
  }
  observe() {}
  unobserve() {}
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', FakeObserver))
afterEach(() => vi.unstubAllGlobals())

const slice = (name: string, first = false) => (
  <Slice name={name} estimatedHeight={1234} first={first}>
    {() => <p>cards of {name}</p>}
  </Slice>
)
const box = (container: HTMLElement) => container.firstElementChild as HTMLElement

describe('a part of a long listing', () => {
  test('only takes its room until one scrolls near it', () => {
    const { container } = render(slice('a'))
    expect(screen.queryByText('cards of a')).toBeNull()
    expect(box(container).style.blockSize).toBe('1234px')
    tell(box(container), true)
    expect(screen.getByText('cards of a')).toBeTruthy()
    expect(box(container).style.blockSize).toBe('')
  })

  test('stays drawn when one scrolls on, so that the page can be searched', () => {
    const { container } = render(slice('b'))
    tell(box(container), true)
    tell(box(container), false)
    expect(screen.getByText('cards of b')).toBeTruthy()
  })

  test('is rendered at once if it is the first', () => {
    render(slice('c', true))
    expect(screen.getByText('cards of c')).toBeTruthy()
  })

  test('is rendered again on going back, if it was near', () => {
    const { container, unmount } = render(slice('d'))
    tell(box(container), true)
    unmount()
    render(slice('d'))
    expect(screen.getByText('cards of d')).toBeTruthy()
  })

  test('has its former height on going back, if it was not near', () => {
    let laidOut: (element: Element, height: number) => void = () => undefined
    class FakeMeasurer {
      constructor(told: ResizeObserverCallback) {
        laidOut = (target, height) =>
          told([{ target, contentRect: { height } } as ResizeObserverEntry], this as never)
      }
      observe() {}
      unobserve() {}
    }
    vi.stubGlobal('ResizeObserver', FakeMeasurer)
    const { container, unmount } = render(slice('e'))
    tell(box(container), true)
    laidOut(box(container), 987)
    tell(box(container), false)
    unmount()
    const again = render(slice('e'))
    expect(screen.queryByText('cards of e')).toBeNull()
    expect(box(again.container).style.blockSize).toBe('987px')
  })
})
