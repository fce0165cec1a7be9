import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import { fakeServer } from '#support/fake-server.ts'
import '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback } from '#support/some-library.tsx'
import { someConfig, someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { beginPlayback } from './playback.ts'
import { Component as VideoPage } from './video-page.tsx'

const address = '/content/video/generators'

beforeEach(() => {
  history.replaceState(null, '', address)
  useSite.setState({ session: undefined })
})
afterEach(() => {
  document.getElementById(carriedId)?.remove()
  history.replaceState(null, '', '/')
  vi.useRealTimers()
})

function carry(carried: Partial<Carried>) {
  const element = document.body.appendChild(document.createElement('script'))
  element.type = 'application/json'
  element.id = carriedId
  element.textContent = JSON.stringify({ config: someConfig, ...carried } satisfies Carried)
}

function serve() {
  return fakeServer({
    ...libraryAnswers(),
    video: () => ({ status: 200, body: somePlayback('generators') }),
    videoHistory: () => ({ status: 200, body: { history: [] } }),
    markViewed: () => ({ status: 200, body: { seen: true, viewedAt: '2025-10-02T10:00:00Z' } }),
  })
}

const mayWatch = { ...someSession, mayWatch: true }
const mayNot = { ...someSession, mayWatch: false }
const signedOut = { authenticated: false } as const

test('a free film is requested at once', () => {
  const server = serve()
  carry({ freeVideo: 'generators' })
  beginPlayback()
  expect(server.asked('video').map(({ params }) => params.id)).toEqual(['generators'])
})

test.each([
  ['who may watch', mayWatch, 1],
  ['who may not', mayNot, 0],
  ['nobody', signedOut, 0],
] as const)('another film is requested once the viewer is known to be %s', (_, session, times) => {
  const server = serve()
  carry({ freeVideo: 'closures' })
  beginPlayback()
  expect(server.asked('video')).toEqual([])
  useSite.setState({ session })
  useSite.setState({ session: { ...session } })
  expect(server.asked('video')).toHaveLength(times)
})

test.each([
  ['who may watch', mayWatch, 1],
  ['who may not', mayNot, 0],
] as const)('at once if known before: %s', (_, session, times) => {
  const server = serve()
  useSite.setState({ session })
  beginPlayback()
  expect(server.asked('video')).toHaveLength(times)
})

test('no other page requests a film', () => {
  const server = serve()
  useSite.setState({ session: mayWatch })
  history.replaceState(null, '', '/content')
  beginPlayback()
  expect(server.asked('video')).toEqual([])
})

const open = () => show(<VideoPage />, { at: address, path: '/content/video/:id', session: mayWatch })
const source = () => document.querySelector('.player video')?.getAttribute('src')

test('the page uses the early request, and sends no other', async () => {
  const server = serve()
  useSite.setState({ session: mayWatch })
  beginPlayback()
  open()
  await waitFor(() => expect(source()).toBe(somePlayback('generators').source.url))
  expect(server.asked('video')).toHaveLength(1)
})

test('an old request is not used: its URL may have expired', async () => {
  const server = serve()
  useSite.setState({ session: mayWatch })
  vi.useFakeTimers()
  beginPlayback()
  vi.advanceTimersByTime(11_000)
  vi.useRealTimers()
  open()
  await waitFor(() => expect(server.asked('video')).toHaveLength(2))
})
