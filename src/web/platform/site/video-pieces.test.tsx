import type { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { someVideo } from '#support/some-library.tsx'
import { carry, somePieces } from '#support/some-pieces.ts'
import { arrivingVideosQuery, newQueryClient, videosQuery } from './queries.ts'

const a = someVideo('a')
const b = someVideo('b')
const c = someVideo('c')

const readNow = async (client: QueryClient): Promise<Video[]> =>
  (await client.fetchQuery({ ...videosQuery, staleTime: 0 })).videos
const ids = (videos: readonly Video[]) => videos.map(({ id }) => id)

describe('a library of more videos than one reply may hold', () => {
  test('is read in the pieces that the document names, the newest first, and no list of them is asked for', async () => {
    const { list, answers } = somePieces(['first-3', [a]], ['first-2', [b]], ['first-1', [c]])
    carry({ videoPieces: list })
    const server = fakeServer(answers)
    expect(ids(await readNow(newQueryClient()))).toEqual(['a', 'b', 'c'])
    expect(server.requests.map(({ name, params }) => [name, params.key])).toEqual([
      ['videoPiece', 'first-3'],
      ['videoPiece', 'first-2'],
      ['videoPiece', 'first-1'],
    ])
  })

  test('shows the part that has arrived once the newest are complete, and never all', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { list, answers } = somePieces(['held-3', [a]], ['held-2', [b]], ['held-1', [c]])
    carry({ videoPieces: list })
    fakeServer({
      ...answers,
      videoPiece: async (request) => {
        if (request.params.key === 'held-2') await released
        return answers.videoPiece(request)
      },
    })
    const client = newQueryClient()
    const arriving = () => client.getQueryData(arrivingVideosQuery.queryKey)
    const reading = readNow(client)
    // the oldest piece arrives before the middle one
    await expect.poll(() => arriving()?.loaded).toBe(1_000)
    expect(arriving()).toEqual({ videos: [a], loaded: 1_000, total: 1_500 })
    release()
    expect(ids(await reading)).toEqual(['a', 'b', 'c'])
    expect(ids(arriving()?.videos ?? [])).toEqual(['a'])
  })

  test('read again loads only changed pieces, and keeps the videos of others', async () => {
    const before = somePieces(['again-2', [a]], ['again-1', [b]])
    carry({ videoPieces: before.list })
    fakeServer(before.answers)
    const client = newQueryClient()
    const first = await readNow(client)
    const now = somePieces(['again-3', [c]], ['again-2', [a]], ['again-1', [b]])
    const server = fakeServer(now.answers)
    const second = await readNow(client)
    expect(server.requests.map(({ name, params }) => [name, params.key])).toEqual([
      ['videoPieces', undefined],
      ['videoPiece', 'again-3'],
    ])
    expect(ids(second)).toEqual(['c', 'a', 'b'])
    expect([second[1] === first[0], second[2] === first[1]]).toEqual([true, true])
    expect(await readNow(client)).toBe(second)
    expect(server.asked('videoPiece')).toHaveLength(1)
  })

  test('is listed again if a piece no longer exists', async () => {
    const now = somePieces(['gone-3', [c]], ['gone-1', [b]])
    carry({ videoPieces: somePieces(['gone-2', [a]], ['gone-1', [b]]).list })
    const server = fakeServer(now.answers)
    expect(ids(await readNow(newQueryClient()))).toEqual(['c', 'b'])
    expect(server.asked('videoPieces')).toHaveLength(1)
  })

  test('continues after a failure', async () => {
    const { list, answers } = somePieces(['fails-2', [a]], ['fails-1', [b]])
    carry({ videoPieces: list })
    const failures = [problem('not-found', 'No.'), 'unreachable' as const, 'unreachable' as const]
    const server = fakeServer({
      ...answers,
      videoPiece: (request) =>
        (request.params.key === 'fails-1' && failures.pop()) || answers.videoPiece(request),
    })
    const client = newQueryClient()
    client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
    const query = { ...videosQuery, retry: 2 }
    expect(ids((await client.fetchQuery(query)).videos)).toEqual(['a', 'b'])
    expect(server.asked('videoPiece').filter(({ params }) => params.key === 'fails-2')).toHaveLength(1)
  })

  test("is read from the browser's cache, whose age is not the server's time", async () => {
    const { list, answers } = somePieces(['kept-1', [a]])
    carry({ videoPieces: list })
    fakeServer(answers)
    const asked: RequestInit[] = []
    const { fetch } = globalThis
    globalThis.fetch = async (address, init = {}) => {
      asked.push(init)
      const reply = await fetch(address, init)
      reply.headers.set('date', 'Tue, 01 Jan 2002 00:00:00 GMT')
      return reply
    }
    await readNow(newQueryClient())
    expect(asked.map(({ cache }) => cache)).toEqual(['default'])
    const { serverNow } = await import('./server-time.ts')
    expect(serverNow().getUTCFullYear()).toBeGreaterThan(2020)
  })
})

test('a library of ordinary size is one call, as ever', async () => {
  const server = fakeServer({ videos: () => ({ status: 200, body: { videos: [a] } }) })
  const client = newQueryClient()
  expect(await readNow(client)).toEqual([a])
  expect(server.requests.map(({ name }) => name)).toEqual(['videos'])
  expect(client.getQueryData(arrivingVideosQuery.queryKey)).toBeUndefined()
})
