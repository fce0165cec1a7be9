import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { FilmPreview } from './film-preview.tsx'

const preview = {
  chapters: [{ startSeconds: 0, title: 'Intro' }],
  beginnings: [{ srclang: 'en', text: 'Store everything in UTC, they say …' }],
}
const skeletons = (root: Element) => root.querySelectorAll('.skeleton').length
const shown = (hasCaptions: boolean) =>
  show(<FilmPreview videoId="utc" hasCaptions={hasCaptions} codeFiles={undefined} />).container

test('reserves about the space of the preview while it is loading, and shows it then', async () => {
  fakeServer({ videoPreview: () => ({ status: 200, body: preview }) })
  const page = shown(true)
  expect(skeletons(page)).toBeGreaterThan(0)
  expect(await screen.findByText('Store everything in UTC, they say …')).toBeTruthy()
  expect(skeletons(page)).toBe(0)
})

test('is not reserved without a preview', () => {
  fakeServer({ videoPreview: () => new Promise(() => undefined) })
  expect(skeletons(shown(false))).toBe(0)
})

test('gives the room back when nothing can be loaded', async () => {
  fakeServer({ videoPreview: () => problem('unavailable', 'Not now.') })
  const page = shown(true)
  await waitFor(() => expect(skeletons(page)).toBe(0))
})
