import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { CaptionsJobs } from '#contract/admin/library/admin-captions.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { MachineCaptions } from './machine-captions.tsx'

let id: string
let count = 0
beforeEach(() => {
  count += 1
  // the query client outlives a test
  id = `spoken-${count}`
})

type Job = CaptionsJobs['jobs'][number]
const job = (change: Partial<Job>): Job => ({
  id: '0a000000-0000-4000-8000-000000000001',
  srclang: 'en',
  label: 'English',
  state: 'waiting',
  percent: null,
  nextTryAt: null,
  refusal: null,
  ...change,
})

function open({ isOffered = true, jobs = [] as Job[], durationSeconds = 64 as number | null, answers = {} }) {
  const server = fakeServer({
    captionsJobs: () => ({ status: 200, body: { isOffered, jobs } }),
    makeCaptions: () => ({ status: 200, body: { isOffered, jobs } }),
    cancelFilmJob: () => ({ status: 200, body: { status: 'ok' } }),
    repeatFilmJob: () => ({ status: 200, body: { status: 'ok' } }),
    ...answers,
  })
  show(<MachineCaptions video={{ id, durationSeconds }} />, {
    at: '/',
    path: '/',
    session: adminSession,
  })
  return server
}
const button = 'Make captions by machine'

test('captions are asked for in the language that is typed', async () => {
  const server = open({})
  const field = await screen.findByLabelText('Spoken language')
  await userEvent.clear(field)
  await userEvent.type(field, 'de')
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() =>
    expect(server.asked('makeCaptions').map(({ body }) => body)).toEqual([{ srclang: 'de' }]),
  )
})

test('Enter in its field asks for captions, and does not save the video around it', async () => {
  const server = open({})
  const field = await screen.findByLabelText('Spoken language')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  expect(fireEvent(field, enter)).toBe(false)
  await waitFor(() => expect(server.asked('makeCaptions')).toHaveLength(1))
})

test.each([
  ['no transcription server is set up', { isOffered: false }],
  ['there is no film', { durationSeconds: null }],
])('nothing is offered where %s', async (_, change) => {
  const server = open(change)
  await waitFor(() => expect(server.asked('captionsJobs')).toHaveLength(1))
  await Promise.resolve()
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})

test('a language that the server refuses is shown as an error of the field', async () => {
  open({ answers: { makeCaptions: () => problem('invalid', 'x', { srclang: 'This is no language.' }) } })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByText('This is no language.')).toBeTruthy()
})

test.each<[string, Partial<Job>, 'Cancel' | 'Try again']>([
  ['Waits for its turn', {}, 'Cancel'],
  ['In progress', { state: 'running' }, 'Cancel'],
  ['In progress: 40%', { state: 'running', percent: 40 }, 'Cancel'],
  [
    `The transcription server gave no answer. It is asked again at ${new Date('2026-11-03T10:05:00Z').toTimeString().slice(0, 5)}.`,
    { nextTryAt: '2026-11-03T10:05:00.000Z' },
    'Cancel',
  ],
  ['The video has no sound.', { state: 'refused', refusal: 'The video has no sound.' }, 'Try again'],
  ['Cancelled', { state: 'cancelled' }, 'Try again'],
])('a job says "%s"', async (sentence, change, act) => {
  const server = open({ jobs: [job(change)] })
  expect(await screen.findByText(sentence)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: act }))
  const call = act === 'Cancel' ? 'cancelFilmJob' : 'repeatFilmJob'
  await waitFor(() => expect(server.asked(call).map(({ body }) => body)).toEqual([{ id: job({}).id }]))
})

test('captions that are done are not listed: they stand above', async () => {
  open({ jobs: [job({ state: 'done' })] })
  await screen.findByRole('button', { name: button })
  expect(screen.queryByText('English')).toBeNull()
})
