import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#support/film-element.ts'
import '#support/screen.tsx'
import { Transcript } from './transcript.tsx'

const cues = ['A closure keeps its scope.', 'Two closures keep two.', 'Done.'].map((text, n) => ({
  startSeconds: n * 10,
  endSeconds: n * 10 + 9,
  text,
}))
const scrollTo = vi.fn()
Element.prototype.scrollTo = scrollTo
let film = document.createElement('video')

beforeEach(() => {
  film = document.createElement('video')
  scrollTo.mockClear()
  render(<Transcript cues={cues} language="en" element={film} />)
})
const go = (seconds: number) =>
  act(() => {
    film.currentTime = seconds
  })
const current = () => document.querySelector('[aria-current]')?.textContent
const lines = () => [...document.querySelectorAll('.transcript-line')].map((line) => line.textContent)

test('each line says when it is said', () => {
  expect(lines()).toEqual(['0:00A closure keeps its scope.', '0:10Two closures keep two.', '0:20Done.'])
})

test('the line that is being said is marked', () => {
  go(12)
  expect(current()).toBe('0:10Two closures keep two.')
  go(3)
  expect(current()).toBe('0:00A closure keeps its scope.')
})

test('a click goes to the line', async () => {
  await userEvent.click(screen.getByRole('button', { name: /Done/ }))
  expect(film.currentTime).toBe(20)
})

describe('the transcript follows the film', () => {
  test('without moving the page', () => {
    go(12)
    expect(scrollTo).toHaveBeenCalled()
    expect(scrollTo.mock.contexts.every((list) => (list as Element).tagName === 'OL')).toBe(true)
  })

  test('unless the reader scrolls, until they want it again', async () => {
    fireEvent.wheel(screen.getByRole('list'))
    scrollTo.mockClear()
    go(12)
    expect(scrollTo).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Follow the film' }))
    expect(scrollTo).toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Follow the film' })).toBeNull()
  })
})

describe('the search of the transcript', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search the transcript' })

  test('leaves the lines that hold all the words, and says how many', async () => {
    await userEvent.type(search(), 'keep closure')
    expect(lines()).toHaveLength(2)
    expect(screen.getByRole('status').textContent).toBe('2 lines')
  })
  test('says when nothing was said of it', async () => {
    await userEvent.type(search(), 'monads')
    expect(screen.getByRole('status').textContent).toBe('Not said in this video.')
  })
  test('is cleared by Escape', async () => {
    await userEvent.type(search(), 'monads{Escape}')
    expect(lines()).toHaveLength(3)
  })
})
