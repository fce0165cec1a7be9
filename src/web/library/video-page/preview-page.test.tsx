import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Preview } from '#contract/library/preview-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { Component } from './preview-page.tsx'

const preview: Preview = {
  title: 'Two counters',
  text: [{ tag: 'p', children: ['Some ', { tag: 'strong', children: ['words'] }] }],
  planned: null,
  film: {
    url: '/media/grant/film.mp4',
    mimeType: 'video/mp4',
    poster: '/media/grant/poster.webp',
    tracks: [
      {
        kind: 'captions',
        src: '/media/grant/captions.en.vtt',
        srclang: 'en',
        label: 'English',
        default: true,
      },
    ],
  },
  chapters: [{ startSeconds: 21, title: 'The second one' }],
  code: [{ name: 'counter.ts', text: 'let count = 0\n' }],
}

let count = 0
type Answers = Parameters<typeof fakeServer>[0]
function open(openPreview: NonNullable<Answers['openPreview']>) {
  // the query client outlives a test
  count += 1
  const server = fakeServer({ openPreview })
  show(<Component />, { at: `/preview/key-${count}`, path: '/preview/:key' })
  return server
}
const film = () => document.querySelector('video')

test('the preview of a draft shows its film, text, chapters and code, and says what it is', async () => {
  open(() => ({ status: 200, body: preview }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Two counters' })).toBeTruthy()
  expect(screen.getByText('This video is a draft. It is not published yet.', { exact: false })).toBeTruthy()
  expect(screen.getByText('words').tagName).toBe('STRONG')
  expect([film()?.getAttribute('src'), film()?.poster]).toEqual([
    '/media/grant/film.mp4',
    expect.stringMatching(/\/media\/grant\/poster\.webp$/),
  ])
  expect(film()?.querySelector('track')?.srclang).toBe('en')
  await userEvent.click(screen.getByRole('button', { name: '0:21 The second one' }))
  expect(film()?.currentTime).toBe(21)
  expect(screen.getByText('let count = 0')).toBeTruthy()
})

test('a planned video names its day, and a video without a file says that it has none', async () => {
  open(() => ({ status: 200, body: { ...preview, planned: '2099-11-03 09:00', film: null } }))
  expect(
    await screen.findByText(/This video is not published yet\. Planned: 3\. November, 2099/),
  ).toBeTruthy()
  expect(screen.getByText('The file of this video has not been uploaded yet.')).toBeTruthy()
  expect(film()).toBeNull()
})

test('one that has ended is an unknown address', async () => {
  open(() => problem('not-found', 'x'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'The given URL can not be found.' }),
  ).toBeTruthy()
})

test('while too many watch, one can try again', async () => {
  const server = open(() => problem('too-many-streams', 'x'))
  expect(await screen.findByText(/As many people are watching this preview/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(server.asked('openPreview')).toHaveLength(2)
})

test.each([
  [null, /^Draft$/],
  ['2099-11-03 09:00', /^Planned for .*2099, 09:00$/],
] as const)(
  'the admin sees whether it is a draft or planned (%s), and the way to the desk',
  async (planned, badge) => {
    open(() => ({ status: 200, body: { ...preview, adminOf: 'counters', planned } }))
    expect((await screen.findByText(badge)).tagName).toBe('STRONG')
    expect(screen.getByRole('link', { name: 'Edit the video' }).getAttribute('href')).toBe(
      '/admin/library/film/counters',
    )
    expect(screen.queryByText('Preview')).toBeNull()
  },
)
