import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { someSession } from '#support/some-site.ts'
import { historyQuery, videosQuery } from './queries.ts'
import { prefetchLibrary, QueryRoot } from './query-root.tsx'
import { useSession, useSite } from './site.ts'

beforeEach(() => useSite.setState({ session: someSession }))
afterEach(cleanup)

const viewed = (videoId: string) => ({
  videoId,
  viewedAt: '2026-01-01T00:00:00Z',
  seen: true,
  positionSeconds: 0,
})

function Watched() {
  const history = useQuery(historyQuery)
  const videos = useQuery(videosQuery)
  return (
    <p>
      {history.data?.map(({ videoId }) => videoId).join() ?? 'unknown'} of {videos.data?.length ?? 'unknown'}
    </p>
  )
}

function SignedInOnly() {
  return useSession()?.authenticated ? <Watched /> : <p>signed out</p>
}

describe('data read by queries', () => {
  test('of one viewer is dropped for the next one; data that is the same for everyone stays', async () => {
    let watched = [viewed('closures')]
    const server = fakeServer({
      videoHistory: () => ({ status: 200, body: { history: watched } }),
      videos: () => ({ status: 200, body: { videos: [] } }),
    })
    render(
      <QueryRoot>
        <Watched />
      </QueryRoot>,
    )
    await screen.findByText('closures of 0')
    watched = [viewed('promises')]
    act(() => useSite.setState({ session: { ...someSession, user: { ...someSession.user, id: 'u2' } } }))
    await screen.findByText('promises of 0')
    expect(server.asked('videos')).toHaveLength(1)
  })

  test('of a long history is all of it, page after page', async () => {
    // not the next test's viewer, who must find an empty cache
    useSite.setState({ session: { ...someSession, user: { ...someSession.user, id: 'u3' } } })
    const next = { viewedBefore: '2026-11-01T10:00:00.000100Z', videoId: 'promises' }
    const server = fakeServer({
      videoHistory: ({ query }) => ({
        status: 200,
        body: query.get('videoId')
          ? { history: [viewed('closures')] }
          : { history: [viewed('promises')], next },
      }),
      videos: () => ({ status: 200, body: { videos: [] } }),
    })
    render(
      <QueryRoot>
        <Watched />
      </QueryRoot>,
    )
    await screen.findByText('promises,closures of 0')
    const asked = server.asked('videoHistory').map(({ query }) => Object.fromEntries(query))
    expect(asked.slice(0, 2)).toEqual([{}, next])
  })

  test('is not refetched by a screen that unmounts with its viewer', async () => {
    const server = fakeServer({
      videoHistory: () => ({ status: 200, body: { history: [viewed('closures')] } }),
      videos: () => ({ status: 200, body: { videos: [] } }),
    })
    render(
      <QueryRoot>
        <SignedInOnly />
      </QueryRoot>,
    )
    await screen.findByText('closures of 0')
    const asked = server.asked('videoHistory').length
    act(() => useSite.setState({ session: { authenticated: false } }))
    await screen.findByText('signed out')
    await new Promise((wake) => setTimeout(wake, 20))
    expect(server.asked('videoHistory')).toHaveLength(asked)
    act(() => useSite.setState({ session: someSession }))
    await screen.findByText('closures of 0')
    expect(server.asked('videoHistory').length).toBeGreaterThan(asked)
  })

  test('stays when the session changes but not the viewer', async () => {
    const server = fakeServer({
      videoHistory: () => ({ status: 200, body: { history: [viewed('closures')] } }),
      videos: () => ({ status: 200, body: { videos: [] } }),
    })
    render(
      <QueryRoot>
        <Watched />
      </QueryRoot>,
    )
    await screen.findByText(/ of 0/)
    const asked = server.asked('videoHistory').length
    act(() => useSite.setState({ session: { ...someSession, favourites: ['closures'] } }))
    expect(server.asked('videoHistory')).toHaveLength(asked)
  })
})

test('the library is requested once, before its page is loaded', async () => {
  const server = fakeServer({
    videos: () => ({ status: 200, body: { videos: [] } }),
    categories: () => ({ status: 200, body: { categories: [] } }),
    versions: () => problem('forbidden', 'No.'),
  })
  prefetchLibrary()
  prefetchLibrary()
  expect(server.requests.map(({ name }) => name).filter((name) => name !== 'videos')).toEqual([
    'categories',
    'versions',
  ])
})
