import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeFilm, theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import MiniPlayer from './mini-player.tsx'

let scrollTo: (top: number) => void
/** The film is 400 pixels high; the viewport begins below the toolbar. */
class FakeObserver {
  constructor(told: IntersectionObserverCallback) {
    scrollTo = (top) => {
      const intersectionRatio = Math.min(1, Math.max(0, (400 - top) / 400))
      const entry = { intersectionRatio, boundingClientRect: { top: -top } } as IntersectionObserverEntry
      act(() => told([entry], this as never))
    }
  }
  observe() {}
  disconnect() {}
}

let film: FakeFilm
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  const place = document.createElement('div')
  place.innerHTML = '<section class="player" tabindex="-1"><video></video></section>'
  document.body.append(place)
  film = theFilm()
  show(createPortal(<MiniPlayer element={film.element} title="Generators" />, place.children[0] ?? place))
})

afterEach(() => frame()?.parentElement?.remove())

const frame = () => document.querySelector('.player')
const isSmall = () => frame()?.hasAttribute('data-mini')
const button = (name: string) => screen.queryByRole('button', { name })

describe('a film scrolled out of view', () => {
  test('becomes small while it plays, in its own place of the document', () => {
    const { element } = film
    film.runs()
    scrollTo(200)
    expect(isSmall()).toBe(false)
    scrollTo(390)
    expect(isSmall()).toBe(true)
    expect(document.querySelector('.player > video')).toBe(element)
    scrollTo(100)
    expect(isSmall()).toBe(false)
    expect(button('Pause')).toBeNull()
  })

  test('stays in place while it is paused, or above the viewport', () => {
    scrollTo(400)
    expect(isSmall()).toBe(false)
    scrollTo(-2000)
    film.runs()
    expect(isSmall()).toBe(false)
  })

  test('is paused and played on there', async () => {
    film.runs()
    scrollTo(400)
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(film.element.paused).toBe(true)
    expect(isSmall()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect(film.element.paused).toBe(false)
  })

  test('is silent once closed, stays closed, and returns when it is played again', async () => {
    film.runs()
    scrollTo(400)
    await userEvent.click(screen.getByRole('button', { name: 'Close the small player' }))
    expect([isSmall(), film.element.paused]).toEqual([false, true])
    expect(document.activeElement).toBe(frame())
    scrollTo(420)
    expect(isSmall()).toBe(false)
    film.runs()
    expect(isSmall()).toBe(true)
  })

  test('leads back to its place', async () => {
    film.runs()
    scrollTo(400)
    const scrolled = vi.fn()
    Object.assign(frame()?.parentElement ?? {}, { scrollIntoView: scrolled })
    await userEvent.click(screen.getByRole('button', { name: 'Back to the video: Generators' }))
    expect(scrolled).toHaveBeenCalledOnce()
  })

  test('is not small when it has ended, nor in picture in picture', () => {
    film.runs()
    scrollTo(400)
    Object.assign(document, { pictureInPictureElement: film.element })
    act(() => void film.element.dispatchEvent(new Event('enterpictureinpicture')))
    expect(isSmall()).toBe(false)
    Object.assign(document, { pictureInPictureElement: null })
    act(() => void film.element.dispatchEvent(new Event('leavepictureinpicture')))
    expect(isSmall()).toBe(true)
    film.ends()
    expect(isSmall()).toBe(false)
  })

  test('keeps the focus in the player when its own bar goes', () => {
    film.runs()
    const bar = document.createElement('button')
    frame()?.append(bar)
    bar.focus()
    scrollTo(400)
    expect(document.activeElement).toBe(frame())
  })
})
