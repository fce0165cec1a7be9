import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Bookmark } from '#contract/library/library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import Bookmarks from './bookmarks.tsx'

let kept: Bookmark[] = []
let film = document.createElement('video')
const answer = () => ({ status: 200, body: { bookmarks: kept } }) as const
beforeEach(() => {
  kept = [{ second: 83, word: 'the bug' }]
  film = document.createElement('video')
  fakeServer({
    bookmarks: answer,
    setBookmark: ({ params, body }) => {
      const second = Number(params.second)
      const { word } = body as { word: string }
      if (word === 'full') return problem('too-many-bookmarks', 'There can be no more.')
      kept = [...kept.filter((one) => one.second !== second), { second, word }].toSorted(
        (a, b) => a.second - b.second,
      )
      return answer()
    },
    removeBookmark: ({ params }) => {
      kept = kept.filter(({ second }) => second !== Number(params.second))
      return answer()
    },
  })
  show(<Bookmarks videoId="closures" element={film} />)
})
const go = (seconds: number) =>
  act(() => {
    film.currentTime = seconds
  })
const words = () => [...document.querySelectorAll('.transcript-line')].map(({ textContent }) => textContent)
const field = () => screen.getByRole('textbox')

test('a click seeks to the moment', async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^1:23\s*the bug$/ }))
  expect(film.currentTime).toBe(83)
})

test('a word marks the moment at which one began to write it', async () => {
  await screen.findByText('the bug')
  go(12.9)
  await userEvent.type(field(), ' th')
  go(20)
  await userEvent.type(field(), 'e hook {Enter}')
  await waitFor(() => expect(words()).toEqual(['0:12the hook', '1:23the bug']))
  expect((field() as HTMLInputElement).value).toBe('')
  expect(screen.getByRole('button', { name: 'Set a bookmark at 0:20' })).toBeTruthy()
})

test('spaces are no word', async () => {
  await screen.findByText('the bug')
  await userEvent.type(field(), '  {Enter}')
  expect(kept).toHaveLength(1)
})

test('a refusal is shown, and the input is kept', async () => {
  await screen.findByText('the bug')
  await userEvent.type(field(), 'full{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('There can be no more.')
  expect((field() as HTMLInputElement).value).toBe('full')
})

test('a removed one is gone; an empty list explains their purpose', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the bookmark at 1:23: the bug' }))
  expect(await screen.findByText(/^Mark a moment of this video/)).toBeTruthy()
})
