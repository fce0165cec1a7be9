import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import { fakeServer } from '#support/fake-server.ts'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback, someVideo } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as VideoPage } from '#web/library/video-page/video-page.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { noticeBegunFilm } from './begun-film.ts'
import { line } from './line.ts'

beforeEach(() => {
  useLocalState.getState().reset()
  line.kilobitsPerSecond = undefined
})
afterEach(() => {
  connection({})
  Reflect.deleteProperty(window, 'begunHeight')
})

/** What Chromium says of its line. */
function connection(value: { downlink?: number; saveData?: boolean }): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value })
}

/** A film in two sizes; each opening has a grant of its own. */
async function open({ id = 'generators', positionSeconds = 0 } = {}) {
  let grants = 0
  const videos = ['generators', 'closures'].map((one) => someVideo(one))
  const server = fakeServer({
    ...libraryAnswers({ videos }),
    video: async ({ params }) => {
      grants += 1
      const playback = somePlayback(params.id ?? '')
      const [url, smallUrl] = ['film.mp4', 'film.720.mp4'].map((name) => `/media/grant-${grants}/${name}`)
      const sizes = [
        { height: 1080, kilobitsPerSecond: 840, url: url ?? '' },
        { height: 720, kilobitsPerSecond: 372, url: smallUrl ?? '' },
      ]
      const source = { ...playback.source, url: url ?? '' }
      return { status: 200, body: { ...playback, source, sizes, positionSeconds } }
    },
    videoHistory: () => ({ status: 200, body: { history: [] } }),
    markViewed: () => ({ status: 200, body: { seen: true, viewedAt: '2025-10-02T10:00:00Z' } }),
    keepPosition: () => ({ status: 200, body: { positionSeconds: 0, expiresAt: '2025-10-02T10:05:00Z' } }),
  })
  show(<VideoPage />, {
    at: `/content/video/${id}`,
    path: '/content/video/:id',
    session: { ...someSession, mayWatch: true },
  })
  await waitFor(() => expect(document.querySelector('.player video')?.getAttribute('src')).toBeTruthy())
  await vi.dynamicImportSettled()
  await act(async () => undefined)
  return { server, ...theFilm() }
}

const source = () => theFilm().element.getAttribute('src')
const is = (name: string) => waitFor(() => expect(source()).toBe(name))
/** Lets the film have these seconds, and tell of an event. */
const buffered = (element: HTMLVideoElement, from: number, to: number) =>
  Object.defineProperty(element, 'buffered', {
    configurable: true,
    value: { length: 1, start: () => from, end: () => to },
  })
const tells = (element: HTMLVideoElement, name: string, readyState = 2) =>
  act(async () => {
    Object.defineProperty(element, 'readyState', { configurable: true, value: readyState })
    element.dispatchEvent(new Event(name))
    Reflect.deleteProperty(element, 'readyState')
  })

test.each<[string, () => void, string]>([
  ['nothing is known', () => undefined, 'film.mp4'],
  ['the line is weak', () => connection({ downlink: 0.6 }), 'film.720.mp4'],
  ['the line is good', () => connection({ downlink: 10 }), 'film.mp4'],
  ['data are to be saved', () => connection({ downlink: 10, saveData: true }), 'film.720.mp4'],
  [
    'the line is weak, and the large one was chosen',
    () => {
      connection({ downlink: 0.6 })
      useLocalState.getState().set({ quality: 1080 })
    },
    'film.mp4',
  ],
  ['the small one was chosen', () => useLocalState.getState().set({ quality: 720 }), 'film.720.mp4'],
  [
    'a film has shown that the line is weaker than the browser says',
    () => {
      connection({ downlink: 10 })
      line.kilobitsPerSecond = 700
    },
    'film.720.mp4',
  ],
])('where %s, a film opens in the size for it', async (_, prepare, name) => {
  prepare()
  await open()
  expect(source()).toBe(`/media/grant-1/${name}`)
})

describe('another size that is chosen', () => {
  test.each([true, false])(
    'takes the place in the same element, at the same second and speed; playing: %s',
    async (playing) => {
      useLocalState.getState().set({ speed: 1.5 })
      const { element, runs, at, server } = await open()
      if (playing) runs()
      at(20)
      act(() => useLocalState.getState().set({ quality: 720 }))
      await is('/media/grant-1/film.720.mp4')
      expect(theFilm().element).toBe(element)
      expect([element.currentTime, element.paused, element.playbackRate]).toEqual([20, !playing, 1.5])
      expect(server.asked('video')).toHaveLength(1)
    },
  )

  test('is kept for the next film', async () => {
    const { element, runs } = await open()
    runs()
    act(() => useLocalState.getState().set({ quality: 720 }))
    await is('/media/grant-1/film.720.mp4')
    await act(async () => screen.getByRole('button', { name: 'Next' }).click())
    await is('/media/grant-2/film.720.mp4')
    expect(theFilm().element).toBe(element)
  })

  test('whose address is refused is asked for anew in that size, and goes on where it was', async () => {
    useLocalState.getState().set({ quality: 720 })
    const { element, runs, at, fails } = await open()
    runs()
    at(20)
    fails()
    await is('/media/grant-2/film.720.mp4')
    expect([element.currentTime, element.paused]).toEqual([20, false])
  })
})

describe('a film that stalls', () => {
  test('goes on in the smaller size at the same second, once nothing is left, and in none smaller than that', async () => {
    const { element, runs, at } = await open()
    runs()
    at(20)
    buffered(element, 0, 25)
    await tells(element, 'waiting')
    expect(source()).toBe('/media/grant-1/film.mp4')
    buffered(element, 0, 20.1)
    await tells(element, 'waiting')
    await is('/media/grant-1/film.720.mp4')
    expect([element.currentTime, element.paused]).toEqual([20, false])
    await act(async () => vi.dynamicImportSettled())
    runs()
    await tells(element, 'waiting')
    expect(source()).toBe('/media/grant-1/film.720.mp4')
  })

  test('before it has begun, offline, or in the size that the viewer chose stays in it', async () => {
    const { element, runs } = await open()
    buffered(element, 0, 0)
    await tells(element, 'waiting')
    runs()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await tells(element, 'waiting')
    online.mockRestore()
    act(() => useLocalState.getState().set({ quality: 1080 }))
    await tells(element, 'waiting')
    expect(source()).toBe('/media/grant-1/film.mp4')
  })
})

describe('a film in the smaller size, on a line that has become better,', () => {
  const better = async () => {
    connection({ downlink: 0.6 })
    const film = await open()
    film.runs()
    line.kilobitsPerSecond = 5000
    return film
  }

  test('stays in it while it plays, and at a jump within what is buffered', async () => {
    const { element, at } = await better()
    buffered(element, 0, 50)
    at(30)
    act(() => {
      element.currentTime = 40
    })
    expect(source()).toBe('/media/grant-1/film.720.mp4')
  })

  test('goes up at a jump to where nothing is buffered', async () => {
    const { element } = await better()
    buffered(element, 0, 30)
    act(() => {
      element.currentTime = 50
    })
    await is('/media/grant-1/film.mp4')
    expect([element.currentTime, element.paused]).toEqual([50, false])
  })

  test('goes up with the next film', async () => {
    await better()
    await act(async () => screen.getByRole('button', { name: 'Next' }).click())
    await is('/media/grant-2/film.mp4')
  })
})

/** As a document does. */
function begin(height = 720): HTMLVideoElement {
  const film = document.createElement('video')
  film.src = freeFilmAddress('generators', height === 720 ? 'small.mp4' : 'large.mp4')
  window.begunHeight = height
  document.body.append(film)
  window.begunFilm = film
  noticeBegunFilm()
  return film
}

describe('a film that its document has begun in the larger size, on a line that does not carry it,', () => {
  test('is loaded in the smaller one before it plays', async () => {
    const begun = begin(1080)
    line.kilobitsPerSecond = 600
    await open()
    await is('/media/grant-1/film.720.mp4')
    expect(theFilm().element).toBe(begun)
  })

  test('goes on in the larger one where it plays already, until it stalls', async () => {
    const begun = begin(1080)
    line.kilobitsPerSecond = 600
    Object.defineProperty(begun, 'paused', { configurable: true, value: false })
    begun.currentTime = 3
    await open()
    expect(source()).toBe(freeFilmAddress('generators', 'large.mp4'))
    buffered(begun, 0, 3)
    await tells(begun, 'waiting')
    await is('/media/grant-1/film.720.mp4')
    expect(begun.currentTime).toBe(3)
  })
})

describe('a film that its document has begun in the smaller size', () => {
  test('stays in it on a line that carries the larger one', async () => {
    begin()
    line.kilobitsPerSecond = 5000
    await open()
    expect(await screen.findByRole('button', { name: 'Quality: Auto, 720p' })).toBeTruthy()
    expect(source()).toBe(freeFilmAddress('generators', 'small.mp4'))
  })

  test('is not loaded again, and the page knows its size', async () => {
    begin()
    await open()
    expect(await screen.findByRole('button', { name: 'Quality: Auto, 720p' })).toBeTruthy()
    expect(source()).toBe(freeFilmAddress('generators', 'small.mp4'))
  })

  test('is named by the menu, which marks what the viewer chose', async () => {
    begin()
    await open()
    act(() => useLocalState.getState().set({ quality: 720 }))
    expect(await screen.findByRole('button', { name: 'Quality: 720p' })).toBeTruthy()
    expect(source()).toBe(freeFilmAddress('generators', 'small.mp4'))
  })

  test('is loaded by its grant in the other size once somebody chooses that', async () => {
    begin()
    const { at, runs } = await open()
    await screen.findByRole('button', { name: 'Quality: Auto, 720p' })
    runs()
    at(12)
    act(() => useLocalState.getState().set({ quality: 1080 }))
    await is('/media/grant-1/film.mp4')
    expect([theFilm().element.currentTime, theFilm().element.paused]).toEqual([12, false])
  })
})
