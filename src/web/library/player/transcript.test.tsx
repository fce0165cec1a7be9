import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#support/film-element.ts'
import '#support/screen.tsx'
import Transcript from './transcript.tsx'

const cues = ['A closure keeps', 'its scope.', 'Two closures keep two.', 'Done.'].map((text, n) => ({
  startTime: n * 10 + 0.5,
  endTime: n * 10 + 9,
  text,
}))
const track = { cues } as unknown as TextTrack
const chapters = [
  { startSeconds: 0, title: 'One counter' },
  { startSeconds: 20, title: 'Two counters' },
]
const scrollTo = vi.fn()
Element.prototype.scrollTo = scrollTo
let film = document.createElement('video')

beforeEach(() => {
  film = document.createElement('video')
  scrollTo.mockClear()
  render(<Transcript title="Closures" track={track} chapters={chapters} language="en" element={film} />)
})
const go = (seconds: number) =>
  act(() => {
    film.currentTime = seconds
  })
const current = () => document.querySelector('[aria-current]')?.textContent
const lines = () => [...document.querySelectorAll('.transcript-line')].map((line) => line.textContent)
const line = (name: RegExp) => screen.getByRole('button', { name })

test('sentences are listed under the chapters that they begin in, with their second', () => {
  expect(lines()).toEqual(['0:00A closure keeps its scope.', '0:20Two closures keep two.', '0:30Done.'])
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'One counter',
    'Two counters',
  ])
  expect(screen.getAllByRole('list').map((list) => list.children.length)).toEqual([1, 2])
})

test('the sentence that is being said is marked, also in its second half', () => {
  go(22)
  expect(current()).toBe('0:20Two closures keep two.')
  go(12.5)
  expect(current()).toBe('0:00A closure keeps its scope.')
})

test('a film paused at a whole second is at the sentence that begins within that second', () => {
  go(20)
  expect(current()).toBe('0:20Two closures keep two.')
  act(() => void film.play())
  go(20)
  expect(current()).toBe('0:00A closure keeps its scope.')
})

test('a click seeks to the sentence', async () => {
  await userEvent.click(line(/Done/))
  expect(film.currentTime).toBe(30.5)
})

describe('by keyboard', () => {
  test('the sentences are one stop, and arrows, Home and End move along them', async () => {
    const user = userEvent.setup()
    screen.getByRole('button', { name: 'Download the transcript' }).focus()
    await user.tab()
    expect(document.activeElement).toBe(line(/A closure/))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(line(/Two closures/))
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement).toBe(line(/Done/))
    await user.keyboard('{Home}{ArrowUp}{ArrowDown}{Enter}')
    expect(film.currentTime).toBe(20.5)
    await user.tab()
    expect(document.querySelector('.transcript-lines')?.contains(document.activeElement)).toBe(false)
  })

  test('the stop is the sentence that is being said', () => {
    go(32)
    expect(document.querySelector('.transcript-line[tabindex="0"]')?.textContent).toBe('0:30Done.')
  })
})

describe('the transcript follows the film', () => {
  test('without moving the page', () => {
    go(22)
    expect(scrollTo).toHaveBeenCalled()
    expect(scrollTo.mock.contexts.every((list) => (list as Element).className === 'transcript-lines')).toBe(
      true,
    )
  })

  test('unless the reader scrolls, until they want it again', async () => {
    fireEvent.wheel(line(/Done/))
    scrollTo.mockClear()
    go(22)
    expect(scrollTo).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Follow the video' }))
    expect(scrollTo).toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Follow the video' })).toBeNull()
  })
})

describe('the search of the transcript', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search the transcript' })

  test('leaves the sentences that hold all the words, and says how many', async () => {
    await userEvent.type(search(), 'keep closure')
    expect(lines()).toHaveLength(2)
    expect(screen.getByRole('status').textContent).toBe('2 sentences')
  })
  test('reports that there is no match', async () => {
    await userEvent.type(search(), 'monads')
    expect(screen.getByRole('status').textContent).toBe('Not said in this video.')
  })
  test('is cleared by Escape', async () => {
    await userEvent.type(search(), 'monads{Escape}')
    expect(lines()).toHaveLength(3)
  })
})

describe('it is copied as plain text', () => {
  const text =
    'Closures\n\nOne counter\nA closure keeps its scope.\n\nTwo counters\nTwo closures keep two. Done.\n'

  test('to the clipboard, with a confirmation', async () => {
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copy the transcript' }))
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(await screen.findByRole('button', { name: 'Transcript copied' })).toBeTruthy()
  })

  test('completely, even during a search, and as a file', async () => {
    const saved: { name: string; content: Blob }[] = []
    URL.createObjectURL = (content) => {
      saved.push({ name: '', content: content as Blob })
      return 'blob:transcript'
    }
    URL.revokeObjectURL = () => undefined
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function name(
      this: HTMLAnchorElement,
    ) {
      const last = saved.at(-1)
      if (last) last.name = this.download
    })
    await userEvent.type(screen.getByRole('searchbox'), 'done')
    await userEvent.click(screen.getByRole('button', { name: 'Download the transcript' }))
    click.mockRestore()
    expect(saved.map(({ name }) => name)).toEqual(['Closures.txt'])
    expect(await saved[0]?.content.text()).toBe(text)
  })
})
