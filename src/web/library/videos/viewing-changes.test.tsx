import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { viewed } from '#support/some-library.tsx'
import { historyQuery } from '#web/platform/site/queries.ts'
import { rememberPosition, rememberUnseen, rememberViewed } from './viewing-changes.ts'

let client = new QueryClient()
const read = () => client.getQueryData(historyQuery.queryKey)?.history
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(historyQuery.queryKey, {
    history: [viewed('a', { positionSeconds: 9 }), viewed('b', { seen: false, positionSeconds: 20 })],
  })
})

describe('changes confirmed by the server show at once', () => {
  test("a viewed video is seen and first in the history, and keeps the viewer's position", () => {
    rememberViewed(client, 'b', '2025-11-01T00:00:00Z')
    expect(read()).toEqual([
      viewed('b', { viewedAt: '2025-11-01T00:00:00Z', positionSeconds: 20 }),
      viewed('a', { positionSeconds: 9 }),
    ])
  })
  test('one that was never viewed is added to the history', () => {
    rememberViewed(client, 'c', '2025-11-01T00:00:00Z')
    expect(read()?.map(({ videoId }) => videoId)).toEqual(['c', 'a', 'b'])
  })
  test('an unseen one keeps its place', () => {
    rememberUnseen(client, 'a')
    expect(read()?.map(({ videoId, seen }) => [videoId, seen])).toEqual([
      ['a', false],
      ['b', false],
    ])
  })
  test('a position is stored for its video', () => {
    rememberPosition(client, 'a', 33)
    expect(read()?.map(({ positionSeconds }) => positionSeconds)).toEqual([33, 20])
  })
})

test('nothing happens if the history was not read yet', () => {
  client.clear()
  rememberViewed(client, 'a', '2025-11-01T00:00:00Z')
  expect(read()).toBeUndefined()
})
