import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FilmJob } from '#contract/admin/library/admin-processing-calls.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { FilmJobOf, FilmJobs } from './film-jobs.tsx'
import { NoFfmpeg } from './no-ffmpeg.tsx'

let count = 0
const someJob = (change: Partial<FilmJob>): FilmJob => {
  count += 1
  return {
    id: `job-${count}`,
    videoId: 'hooks',
    title: `Hooks ${count}`,
    state: 'waiting',
    step: null,
    percent: 0,
    remainingSeconds: null,
    refusal: null,
    mayRepeat: false,
    createdAt: '2026-11-03T10:00:00.000Z',
    endedAt: null,
    chapters: [],
    ...change,
  }
}

function open(jobs: FilmJob[], { isFfmpegMissing = false } = {}) {
  let shown = jobs
  const server = fakeServer({
    filmJobs: () => ({ status: 200, body: { isFfmpegMissing, count: shown.length, jobs: shown } }),
    cancelFilmJob: () => {
      shown = shown.map((job) => ({ ...job, state: 'cancelled', mayRepeat: true }))
      return { status: 200, body: { status: 'ok' } }
    },
    repeatFilmJob: () => {
      shown = shown.map((job) => ({ ...job, state: 'waiting', mayRepeat: false }))
      return { status: 200, body: { status: 'ok' } }
    },
  })
  return server
}

const showJobs = () =>
  show(
    <>
      <NoFfmpeg />
      <FilmJobs />
    </>,
  )

// the query client outlives a test: what it shows first is the one before
const rowOf = async ({ title }: FilmJob) => {
  const row = (await screen.findByText(title)).closest('li')
  if (!row) throw new Error('it is in no list')
  return row
}

const refusal = 'The file has no picture, only sound or text.'
test.each<[string, Partial<FilmJob>, string]>([
  ['waits', {}, 'Waiting to be processed.'],
  ['is looked at', { state: 'running', step: 'reading' }, 'Checking the file.'],
  ['is converted', { state: 'running', step: 'converting', percent: 61 }, 'Converting. 61%'],
  [
    'is converted at a known pace',
    { state: 'running', step: 'converting', percent: 61, remainingSeconds: 110 },
    'Converting. 61%, 2 min left',
  ],
  ['is stored', { state: 'running', step: 'storing', percent: 100 }, 'Storing the video.'],
  ['was refused', { state: 'refused', refusal, endedAt: '2026-11-03T10:01:00.000Z' }, refusal],
  ['was cancelled', { state: 'cancelled' }, 'Cancelled.'],
])('what %s says so', async (_, change, expected) => {
  const job = someJob(change)
  open([job])
  showJobs()
  const row = await rowOf(job)
  expect(row.querySelector('.upload-text')?.textContent).toBe(expected)
})

test('what is under way is cancelled, and tried again', async () => {
  const job = someJob({ state: 'running', step: 'converting' })
  const server = open([job])
  showJobs()
  const row = within(await rowOf(job))
  await userEvent.click(row.getByRole('button', { name: `Cancel: ${job.title}` }))
  expect(await row.findByText('Cancelled.')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: `Try again: ${job.title}` }))
  expect(await row.findByText('Waiting to be processed.')).toBeTruthy()
  expect(row.queryByRole('button', { name: /^Try again/ })).toBeNull()
  for (const call of ['cancelFilmJob', 'repeatFilmJob'] as const)
    expect(server.asked(call).map(({ body }) => body)).toEqual([{ id: job.id }])
})

test('a video shows the file that was uploaded last for it', async () => {
  const server = open([
    someJob({ state: 'done', endedAt: '2026-11-03T10:01:00.000Z' }),
    someJob({ state: 'refused', refusal }),
  ])
  show(<FilmJobOf videoId="hooks" />)
  expect((await screen.findByRole('listitem')).textContent).toMatch(/Ready since 2026-11-03/)
  expect(server.asked('filmJobs')[0]?.query.get('videoId')).toBe('hooks')
})

test('without ffmpeg it is said what to install', async () => {
  open([], { isFfmpegMissing: true })
  showJobs()
  expect(await screen.findByText(/apt install ffmpeg/)).toBeTruthy()
})
