import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { Provider, useAttach } from './media-provider.ts'
import { Seeker, type StoryboardSheet } from './seeker.tsx'

/** For a film of 60 seconds. */
const storyboard: StoryboardSheet = {
  url: '/media/grant/storyboard.webp',
  width: 240,
  height: 135,
  columns: 10,
  count: 30,
  everySeconds: 2,
}
const otherSheet = { ...storyboard, url: '/media/other/storyboard.webp' }

/** Renders a film with its time slider, which is 600 pixels wide: ten for each second. */
async function open({ sheet }: { sheet: StoryboardSheet | undefined } = { sheet: storyboard }) {
  const { getBoundingClientRect } = Element.prototype
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('.seeker') ? new DOMRect(0, 0, 600, 24) : getBoundingClientRect.call(this)
  })
  show(<Film first={sheet} />)
  const { element } = theFilm()
  act(() => void element.dispatchEvent(new Event('loadstart')))
  act(() => void element.dispatchEvent(new Event('loadedmetadata')))
  const slider = await screen.findByRole('slider', { name: 'Seek' })
  await waitFor(() => expect(slider.getAttribute('aria-disabled')).toBeNull())
  const bar = slider.closest('.seeker')
  if (!bar) throw new Error('there is no slider')
  return {
    element,
    slider,
    bar,
    // the slider reports its pointer asynchronously
    pointAt: (second: number) =>
      act(async () => void fireEvent.pointerMove(bar, { clientX: second * 10 + 5, clientY: 5 })),
    comes: () => {
      const image = picture()
      if (image) fireEvent.load(image)
    },
    next: () => fireEvent.click(screen.getByRole('button', { name: 'Next' })),
  }
}

function Film({ first }: { first: StoryboardSheet | undefined }) {
  const [sheet, setSheet] = useState(first)
  return (
    <Provider>
      <Attached sheet={sheet} />
      <button type="button" onClick={() => setSheet(otherSheet)}>
        Next
      </button>
    </Provider>
  )
}

function Attached({ sheet }: { sheet: StoryboardSheet | undefined }) {
  const attach = useAttach()
  const [attached, setAttached] = useState(false)
  return (
    <section
      className="player"
      ref={(frame) => {
        const element = frame?.querySelector('video')
        if (!frame || !element || attached) return
        attach(element, frame)
        setAttached(true)
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a film for tests */}
      <video src="/film.mp4" />
      <Seeker storyboard={sheet} />
    </section>
  )
}

const picture = () => document.querySelector<HTMLImageElement>('.seeker-picture > img')
const shown = () => {
  const frame = picture()?.parentElement
  return frame && !frame.hidden ? picture()?.style.translate : undefined
}
const words = () => document.querySelector('.seeker-words')?.textContent

describe('the time slider', () => {
  test('fetches no picture before it is needed', async () => {
    await open()
    expect(picture()).toBeNull()
  })

  test('shows the picture of the hovered second, once the sheet has loaded', async () => {
    const { pointAt, comes } = await open()
    await pointAt(0)
    expect(picture()?.getAttribute('src')).toBe('/media/grant/storyboard.webp')
    expect(shown()).toBeUndefined()
    comes()
    expect(shown()).toBe('0% 0%')
    await pointAt(7)
    expect(shown()).toBe('-30% 0%')
    expect(words()).toBe('0:07')
    await pointAt(45)
    expect([shown(), words()]).toEqual(['-20% -66.6667%', '0:45'])
    expect(picture()?.style.width).toBe('1000%')
    expect(document.querySelectorAll('img')).toHaveLength(1)
  })

  test('shows the picture of where keys have led to, until Escape', async () => {
    const { bar, slider, element, comes } = await open()
    act(() => slider.focus())
    comes()
    expect(shown()).toBe('0% 0%')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(element.currentTime).toBe(3)
    expect([shown(), words()]).toEqual(['-10% 0%', '0:03'])
    await userEvent.keyboard('{Escape}')
    expect(bar.hasAttribute('data-quiet')).toBe(true)
    await userEvent.keyboard('{ArrowRight}')
    expect(bar.hasAttribute('data-quiet')).toBe(false)
  })

  test('shows the picture of where a finger drags it', async () => {
    const { bar, comes } = await open()
    Object.assign(Element.prototype, {
      setPointerCapture: () => undefined,
      releasePointerCapture: () => undefined,
    })
    const finger = { pointerId: 1, buttons: 1, clientY: 5 }
    await act(async () => void fireEvent.pointerDown(bar, { ...finger, clientX: 105 }))
    comes()
    expect(shown()).toBe('-50% 0%')
    await act(async () => void fireEvent.pointerMove(bar, { ...finger, clientX: 215 }))
    expect([shown(), words()]).toEqual(['0% -33.3333%', '0:21'])
  })

  test('shows only the time without a storyboard, and if it cannot be loaded', async () => {
    const { pointAt } = await open({ sheet: undefined })
    await pointAt(7)
    expect([picture(), words()]).toEqual([null, '0:07'])
  })

  test('shows no picture of a film that was replaced by the next one', async () => {
    const { pointAt, comes, next } = await open()
    await pointAt(7)
    comes()
    next()
    expect(picture()).toBeNull()
    await pointAt(8)
    expect(picture()?.getAttribute('src')).toBe('/media/other/storyboard.webp')
    expect(shown()).toBeUndefined()
  })

  test('announces only its own value to screen readers', async () => {
    const { pointAt, comes } = await open()
    await pointAt(7)
    comes()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByText('0:07')?.closest('[aria-hidden="true"]')).toBeTruthy()
  })
})
