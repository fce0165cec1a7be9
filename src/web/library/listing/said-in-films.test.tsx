import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TranscriptHit } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers } from '#support/some-library.tsx'
import { Component as ListingPage } from './listing-page.tsx'

function showListing(at: string) {
  const page = <ListingPage />
  show(page, { at, path: '/content/*' })
}

async function open(at: string, hits: TranscriptHit[] = []) {
  const server = fakeServer(libraryAnswers({ hits }))
  showListing(at)
  await screen.findByRole('heading', { level: 1 })
  return server
}

test("below the listing's results, a search shows films with matches in their transcripts, and links to the second", async () => {
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
  const said = within(await screen.findByRole('region', { name: 'Said in videos' }))
  expect(server.asked('transcripts').map(({ query }) => query.get('q'))).toEqual(['scope kept'])
  const links = said.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/content/video/closures?t=9', '0:09The scope is kept.'],
    ['/content/video/abort?t=61', '1:01said here; the words are for subscribers'],
  ])
  expect(document.querySelector('mark')?.textContent).toBe('scope')
})

describe('where only spoken words match', () => {
  const hits = [
    { videoId: 'closures', moments: [{ startSeconds: 9.6 }] },
    { videoId: 'abort', moments: [{ startSeconds: 61.2 }] },
  ]
  const titles = () =>
    within(screen.getByRole('region', { name: 'Said in videos' }))
      .getAllByText(/^(What a closure|Stop what)/)
      .map(({ textContent }) => textContent)

  test('the films with those words are the result, and the total counts them', async () => {
    await open('/content?q=zyzzyva', hits)
    await screen.findByText('Total: 2 videos, 2 min')
    expect(titles()).toEqual(['What a closure remembers', 'Stop what you started'])
    expect(screen.queryByText('Nothing found')).toBeNull()
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy()
  })

  test('the chosen filters hold for them as well', async () => {
    await open('/content?q=zyzzyva&tag=scope', hits)
    await screen.findByText('Total: 1 video, 55 s')
    expect(titles()).toEqual(['What a closure remembers'])
  })

  test('nothing is reported missing before the server has answered', async () => {
    const answer = Promise.withResolvers<void>()
    const server = fakeServer({
      ...libraryAnswers(),
      transcripts: async () => {
        await answer.promise
        return { status: 200, body: { hits: [] } }
      },
    })
    showListing('/content?q=zyzzyva')
    await waitFor(() => expect(server.asked('transcripts')).toHaveLength(1))
    expect(screen.queryByText(/Nothing found|^Total: 0/)).toBeNull()
    answer.resolve()
    await screen.findByText('Nothing found')
    expect(screen.getByText('Total: 0 videos, 0 min')).toBeTruthy()
  })
})

test('without a search no request is sent, nor with a single letter', async () => {
  const bare = await open('/content')
  expect(bare.asked('transcripts')).toEqual([])
  const short = await open('/content?q=c')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(short.asked('transcripts')).toEqual([])
})
