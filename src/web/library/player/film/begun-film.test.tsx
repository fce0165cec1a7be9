import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import { fakeServer } from '#support/fake-server.ts'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback, someVideo } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as VideoPage } from '#web/library/video-page/video-page.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { noticeBegunFilm } from './begun-film.ts'

beforeEach(() => useLocalState.getState().reset())

/** The document's part: a film that it has begun to load, and that the viewer may have begun to watch. */
function begin(videoId: string): HTMLVideoElement {
  const film = document.createElement('video')
  film.src = freeFilmAddress(videoId, 'a.mp4')
  film.controls = true
  document.body.append(film)
  window.begunFilm = film
  noticeBegunFilm()
  return film
}

/** Replaces the document by the page; the browser then pauses the film. */
function open(id: string, begun: HTMLVideoElement, { positionSeconds = 0, opened = Promise.resolve() } = {}) {
  begun.remove()
  begun.pause()
  const server = fakeServer({
    ...libraryAnswers({ videos: ['generators', 'closures'].map((one) => someVideo(one, { free: true })) }),
    video: async () => {
      await opened
      return { status: 200, body: { ...somePlayback(id), positionSeconds } }
    },
    videoHistory: () => ({ status: 200, body: { history: [] } }),
    markViewed: () => ({ status: 200, body: { seen: true, viewedAt: '2025-10-02T10:00:00Z' } }),
  })
  show(<VideoPage />, {
    at: `/content/video/${id}`,
    path: '/content/video/:id',
    session: { ...someSession, mayWatch: true },
  })
  return server
}

const granted = somePlayback('generators').source.url
const button = (name: string) => screen.findByRole('button', { name })
const source = () => theFilm().element.getAttribute('src')

test('the page continues with the element of its document, which is not reloaded', async () => {
  const begun = begin('generators')
  const server = open('generators', begun)
  await button('Play')
  await waitFor(() => expect(server.asked('video')).toHaveLength(1))
  expect(theFilm().element).toBe(begun)
  expect(source()).toBe(freeFilmAddress('generators', 'a.mp4'))
  expect(begun.getAttribute('aria-label')).toBe('Generators: work that waits')
})

test("the browser's own controls are there until the page has its own", async () => {
  const begun = begin('generators')
  open('generators', begun)
  await waitFor(() => expect(theFilm().element).toBe(begun))
  await button('Play')
  expect(begun.controls).toBe(false)
})

test('begins where the viewer stopped', async () => {
  open('generators', begin('generators'), { positionSeconds: 40 })
  await button('Play')
  await waitFor(() => expect(theFilm().element.currentTime).toBe(40))
})

test('keeps the position of a viewer who is watching already', async () => {
  const begun = begin('generators')
  begun.currentTime = 3
  const server = open('generators', begun, { positionSeconds: 40 })
  await button('Play')
  await waitFor(() => expect(server.asked('video')).toHaveLength(1))
  expect(begun.currentTime).toBe(3)
})

test('a film playing in the document plays on, and counts as viewed', async () => {
  const begun = begin('generators')
  await begun.play()
  const server = open('generators', begun)
  await button('Pause')
  expect(begun.paused).toBe(false)
  await waitFor(() => expect(server.asked('markViewed')).toHaveLength(1))
})

test('a film moved with the document without a pause counts as viewed, too', async () => {
  const begun = begin('generators')
  await begun.play()
  vi.spyOn(begun, 'pause').mockReturnValue()
  const server = open('generators', begun)
  await button('Pause')
  await waitFor(() => expect(server.asked('markViewed')).toHaveLength(1))
})

test('a playing film is not paused while the playback is being opened', async () => {
  const begun = begin('generators')
  await begun.play()
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = open('generators', begun, { opened: promise })
  await button('Pause')
  await waitFor(() => expect(server.asked('markViewed')).toHaveLength(1))
  expect(begun.paused).toBe(false)
  resolve()
})

test('a film that the viewer paused in the document stays paused', async () => {
  const begun = begin('generators')
  await begun.play()
  begun.pause()
  const server = open('generators', begun)
  await button('Play')
  await waitFor(() => expect(server.asked('video')).toHaveLength(1))
  expect(begun.paused).toBe(true)
})

test('the film of another video is given up', async () => {
  const begun = begin('closures')
  open('generators', begun)
  await waitFor(() => expect(source()).toBe(granted))
  expect(theFilm().element).not.toBe(begun)
  expect(begun.getAttribute('src')).toBeNull()
})

test('one that failed before is loaded by the address of a grant', async () => {
  const begun = begin('generators')
  vi.spyOn(begun, 'error', 'get').mockReturnValue({ code: 2 } as MediaError)
  open('generators', begun)
  await waitFor(() => expect(source()).toBe(granted))
})

test('one that fails later is replaced too, and continues at its position', async () => {
  const begun = begin('generators')
  const server = open('generators', begun)
  await button('Play')
  await waitFor(() => expect(server.asked('video')).toHaveLength(1))
  theFilm().runs()
  theFilm().at(12)
  theFilm().fails()
  await waitFor(() => expect(source()).toContain(granted))
  expect(begun.currentTime).toBe(12)
})
