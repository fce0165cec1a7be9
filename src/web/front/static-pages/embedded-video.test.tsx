import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { somePlayback, someVideo } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import EmbeddedVideo from './embedded-video.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test.each([
  ['somebody signed in', someSession, 1],
  ['the admin who is switched into their account', { ...someSession, switchedBy: { name: 'Root' } }, 0],
])('a video in a text reports the viewing of %s', async (_, session, reports) => {
  const { asked } = fakeServer({
    video: () => ({ status: 200, body: somePlayback('closures') }),
    markViewed: () => ({ status: 200, body: { seen: true, viewedAt: '2025-10-02T10:00:00Z' } }),
    keepPosition: () => ({
      status: 200,
      body: { positionSeconds: 9, expiresAt: '2025-10-02T10:05:00Z' },
    }),
  })
  show(<EmbeddedVideo video={someVideo('closures')} />, { session })
  await waitFor(() => expect(document.querySelector('.player video')?.getAttribute('src')).toBeTruthy())
  const film = theFilm()
  film.runs()
  film.at(9)
  await vi.advanceTimersByTimeAsync(15_500)
  await waitFor(() => expect(asked('markViewed')).toHaveLength(reports))
  expect(asked('keepPosition')).toHaveLength(reports)
  expect(screen.queryByRole('alert')).toBeNull()
})
