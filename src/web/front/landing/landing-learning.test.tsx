import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someVideo } from '#support/some-library.tsx'
import LandingLearning from './landing-learning.tsx'

const video = someVideo('closures', { durationSeconds: 100, codeFiles: 2 })
const preview = {
  chapters: [
    { startSeconds: 0, title: 'Intro' },
    { startSeconds: 40, title: 'Scopes' },
  ],
  beginnings: [
    { srclang: 'de', text: 'Eine Funktion merkt sich etwas.' },
    { srclang: 'en', text: 'A function remembers. It keeps what it saw. And …' },
  ],
}
const files = [
  { name: 'counter.ts', text: Array.from({ length: 9 }, (_, line) => `line(${line})\n`).join('') },
  { name: 'use.ts', text: 'use()' },
]

test('shows how a video is read along, sped up and resumed, and its code copied', async () => {
  fakeServer({
    videoPreview: () => ({ status: 200, body: preview }),
    videoCode: () => ({ status: 200, body: { files } }),
  })
  const { user } = { user: userEvent.setup() }
  show(<LandingLearning video={video} />)
  const section = await screen.findByRole('region', { name: 'How learning feels here' })
  const sentences = within(within(section).getAllByRole('list')[1] as HTMLElement).getAllByRole('listitem')
  expect(sentences.map(({ textContent }) => textContent)).toEqual([
    'A function remembers.',
    'It keeps what it saw.',
    'And …',
  ])
  expect(within(section).getByText('Goes on at 1:00')).toBeTruthy()
  expect(section.querySelector('pre')?.textContent).toBe(
    Array.from({ length: 7 }, (_, line) => `line(${line})`).join('\n'),
  )
  await user.click(within(section).getByTitle('Copy counter.ts'))
  expect(await navigator.clipboard.readText()).toBe(files[0]?.text)
})

test('omits missing parts of a video, and itself if nothing can be read', async () => {
  const server = fakeServer({ videoPreview: () => ({ status: 200, body: { chapters: [], beginnings: [] } }) })
  const { unmount } = show(<LandingLearning video={someVideo('mute', { durationSeconds: 100 })} />)
  expect(await screen.findAllByRole('heading', { level: 3 })).toHaveLength(1)
  expect(server.asked('videoCode')).toEqual([])
  unmount()
  const silent = fakeServer({ videoPreview: () => 'unreachable', videoCode: () => 'unreachable' })
  show(<LandingLearning video={video} />)
  await waitFor(() => expect(silent.asked('videoPreview')).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})
