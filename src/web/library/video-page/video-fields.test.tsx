import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, someVideo } from '#support/some-library.tsx'
import { Component as VideoPage } from './video-page.tsx'

const video = someVideo('doubles', {
  title: 'Test doubles',
  description: 'Stand-ins for what is slow.',
  durationSeconds: 4205,
  publishedOn: '2025-09-23',
  categoryId: 'testing',
  tags: ['mocks'],
  versions: ['es2024'],
  hasCaptions: true,
  codeFiles: 3,
})

/** The text that a video's page shows for each field, or null. A missing field is a type error. */
const shownBy: Record<keyof Video, string | null> = {
  title: 'Test doubles',
  description: 'Stand-ins for what is slow.',
  durationSeconds: '70:05',
  publishedOn: '23. September, 2025',
  categoryId: 'Testing',
  tags: 'mocks',
  versions: 'ES2024',
  codeFiles: '3 files',
  id: null,
  hasCaptions: null,
  free: null,
  thumbnailUrl: null,
  thumbnailWidths: null,
  commentsId: null,
}

test('the page of a locked video shows its fields', async () => {
  fakeServer({
    ...libraryAnswers({ videos: [video] }),
    videoPreview: () => new Promise(() => undefined),
  })
  show(<VideoPage />, { at: '/content/video/doubles', path: '/content/video/:id' })
  await screen.findByRole('heading', { level: 1 })
  const texts = Object.values(shownBy).filter((text) => text !== null)
  await waitFor(() => expect(texts.filter((text) => !document.body.textContent.includes(text))).toEqual([]))
})
