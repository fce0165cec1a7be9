import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TranscriptHit } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, Queries } from '#support/some-library.tsx'
import { Component as ListingPage } from './listing-page.tsx'

async function open(at: string, hits: TranscriptHit[] = []) {
  const server = fakeServer(libraryAnswers({ hits }))
  const page = (
    <Queries>
      <ListingPage />
    </Queries>
  )
  show(page, { at, path: '/content/*' })
  await screen.findByRole('heading', { level: 1 })
  return server
}

test('below what the listing finds, a search names films in which the words are said, and leads to the second', async () => {
  const server = await open('/content?q=scope%20kept', [
    {
      videoId: 'closures',
      moments: [
        {
          startSeconds: 9.6,
          snippet: [
            { text: 'The ', marked: false },
            { text: 'scope', marked: true },
            { text: ' is kept.', marked: false },
          ],
        },
      ],
    },
    { videoId: 'abort', moments: [{ startSeconds: 61.2 }] },
    { videoId: 'unknown', moments: [{ startSeconds: 1 }] },
  ])
  const said = within(await screen.findByRole('region', { name: 'Said in films' }))
  expect(server.asked('transcripts').map(({ query }) => query.get('q'))).toEqual(['scope kept'])
  const links = said.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/content/video/closures?t=9', '0:09The scope is kept.'],
    ['/content/video/abort?t=61', '1:01said here; the words are for subscribers'],
  ])
  expect(document.querySelector('mark')?.textContent).toBe('scope')
})

test('without a search nothing is asked for, nor with a single letter', async () => {
  const bare = await open('/content')
  expect(bare.asked('transcripts')).toEqual([])
  const short = await open('/content?q=c')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(short.asked('transcripts')).toEqual([])
})
